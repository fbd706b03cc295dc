import type { Caller } from '../declaration/caller.js';
import { RpcError } from '../declaration/errors.js';
import type { MethodRegistry, RpcMethod } from '../declaration/registry.js';
import { leastRole, onlyReads, roleAllows, TOUCHES, type Touches } from '../declaration/touches.js';

/** Which methods the operator allows. */
export interface AccessOptions {
  /** Only methods that change nothing may run, whoever calls (decision D4: off by default). */
  readonly safeMode: boolean;
  /** If there are any, only these methods may run, and the black list has no effect. */
  readonly whitelist: readonly string[];
  readonly blacklist: readonly string[];
}

/**
 * Safe mode, white list and black list of the node, then the role and the list of the user. A list that names a
 * method by one of its names means the method, so that no alias gets around it.
 */
export class AccessRules {
  /** Names on the lists that no method has. */
  readonly unknownNames: readonly string[];
  readonly #safeMode: boolean;
  readonly #whitelist: ReadonlySet<string>;
  readonly #blacklist: ReadonlySet<string>;
  readonly #canonical: (name: string) => string;

  constructor(options: AccessOptions, registry: MethodRegistry) {
    this.#canonical = name => registry.find(name)?.name ?? name;
    this.#safeMode = options.safeMode;
    this.#whitelist = new Set(options.whitelist.map(this.#canonical));
    this.#blacklist = new Set(options.blacklist.map(this.#canonical));
    this.unknownNames = [...options.whitelist, ...options.blacklist].filter(
      name => registry.find(name) === undefined,
    );
  }

  /** Whether nothing may be changed for a caller. */
  isReadOnly({ role }: Caller): boolean {
    return this.#safeMode || role === 'read';
  }

  /**
   * @param calledAs - the name in the request
   * @throws RpcError -2 (spec 02 §1.7, steps 3 to 5, then the rights of the user)
   */
  check(method: RpcMethod, calledAs: string, caller: Caller): void {
    const { touches } = method.declaration;
    if (this.#safeMode && !onlyReads(touches)) {
      throw new RpcError('FORBIDDEN_BY_SAFE_MODE', 'Banned RPC method');
    }
    if (this.#whitelist.size > 0) {
      if (!this.#whitelist.has(method.name)) throw banned(calledAs, 'whitelist');
    } else if (this.#blacklist.has(method.name)) {
      throw banned(calledAs, 'blacklist');
    }
    const { user, role, methods } = caller;
    if (!roleAllows(role, touches)) {
      throw new RpcError(
        'FORBIDDEN_BY_SAFE_MODE',
        `${calledAs} ${whatItDoes(touches)}: the role ${role} of ${user} does not allow that, ` +
          `the role ${leastRole(touches)} does (-rpcrole)`,
      );
    }
    if (methods !== undefined && !methods.some(name => this.#canonical(name) === method.name)) {
      throw new RpcError(
        'FORBIDDEN_BY_SAFE_MODE',
        `${calledAs} is not among the methods that -rpcwhitelist allows ${user}`,
      );
    }
  }
}

/** What a method touches, as the end of a sentence. */
function whatItDoes(touches: Touches): string {
  return onlyReads(touches) ? 'only reads' : touches.map(touch => TOUCHES[touch]).join(', and ');
}

function banned(name: string, list: string): RpcError {
  return new RpcError('FORBIDDEN_BY_SAFE_MODE', `Banned RPC method=${name} by ${list}`);
}
