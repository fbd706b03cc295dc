import { MIN_CONFIRMATIONS } from './common-parameters.js';
import type { DeclaredArea, MethodDeclaration } from './method.js';

/** A declaration with the name of its method. */
export interface NamedMethod {
  readonly name: string;
  readonly declaration: MethodDeclaration;
}

/** A method with its name and its area. */
export interface RpcMethod<A extends DeclaredArea = DeclaredArea> extends NamedMethod {
  readonly area: A;
}

/** All methods of some areas, found by name or alias. */
export class MethodRegistry<A extends DeclaredArea = DeclaredArea> {
  /** Sorted by name, each once. */
  readonly methods: readonly RpcMethod<A>[];
  readonly #byName = new Map<string, RpcMethod<A>>();

  /** @throws Error when a name is declared twice, or a mandatory parameter follows an optional one. */
  constructor(areas: readonly A[]) {
    const methods: RpcMethod<A>[] = [];
    for (const area of areas) {
      for (const [name, declared] of Object.entries(area.methods)) {
        const declaration = withAllParameters(declared);
        const method = { name, declaration, area };
        checkOrder(method);
        methods.push(method);
        this.#add(name, method);
        for (const alias of declaration.aliases ?? []) this.#add(alias.name, method);
      }
    }
    this.methods = methods.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The method of a name or alias; names are case-sensitive. */
  find(name: string): RpcMethod<A> | undefined {
    return this.#byName.get(name);
  }

  /** All names and aliases. */
  names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  #add(name: string, method: RpcMethod<A>): void {
    if (this.#byName.has(name)) throw new Error(`two RPC methods are called ${name}`);
    this.#byName.set(name, method);
  }
}

/** A declaration with the parameters that follow from the rest of it. */
export function withAllParameters(declaration: MethodDeclaration): MethodDeclaration {
  if (declaration.minConfirmations !== true) return declaration;
  return { ...declaration, params: [...declaration.params, MIN_CONFIRMATIONS] };
}

/** Whether the last parameter of a method is `min_confirmations`. */
export function takesConfirmations({ declaration }: NamedMethod): boolean {
  return declaration.params.at(-1)?.name === MIN_CONFIRMATIONS.name;
}

function checkOrder({ name, declaration }: RpcMethod): void {
  let optionalSeen = false;
  for (const parameter of declaration.params) {
    if (optionalSeen && parameter.optional !== true) {
      throw new Error(`parameter ${parameter.name} of ${name} follows an optional one but is mandatory`);
    }
    optionalSeen ||= parameter.optional === true;
  }
}
