import { RpcError } from '../declaration/errors.js';
import type { MethodRegistry, RpcMethod } from '../declaration/registry.js';

/** Which methods the operator allows. */
export interface AccessOptions {
  /** Only methods that are allowed in safe mode may run (decision D4: off by default). */
  readonly safeMode: boolean;
  /** If there are any, only these methods may run, and the black list has no effect. */
  readonly whitelist: readonly string[];
  readonly blacklist: readonly string[];
}

/**
 * Safe mode, white list and black list. A list that names a method by one of its names means the
 * method, so that no alias gets around it.
 */
export class AccessRules {
  /** Names on the lists that no method has. */
  readonly unknownNames: readonly string[];
  readonly #safeMode: boolean;
  readonly #whitelist: ReadonlySet<string>;
  readonly #blacklist: ReadonlySet<string>;

  constructor(options: AccessOptions, registry: MethodRegistry) {
    const canonical = (name: string) => registry.find(name)?.name ?? name;
    this.#safeMode = options.safeMode;
    this.#whitelist = new Set(options.whitelist.map(canonical));
    this.#blacklist = new Set(options.blacklist.map(canonical));
    this.unknownNames = [...options.whitelist, ...options.blacklist].filter(
      name => registry.find(name) === undefined,
    );
  }

  /**
   * @param calledAs - the name in the request
   * @throws RpcError -2 (spec 02 §1.7, steps 3 to 5)
   */
  check(method: RpcMethod, calledAs: string): void {
    if (this.#safeMode && !method.declaration.allowedInSafeMode) {
      throw new RpcError('FORBIDDEN_BY_SAFE_MODE', 'Banned RPC method');
    }
    if (this.#whitelist.size > 0) {
      if (!this.#whitelist.has(method.name)) throw banned(calledAs, 'whitelist');
    } else if (this.#blacklist.has(method.name)) {
      throw banned(calledAs, 'blacklist');
    }
  }
}

function banned(name: string, list: string): RpcError {
  return new RpcError('FORBIDDEN_BY_SAFE_MODE', `Banned RPC method=${name} by ${list}`);
}
