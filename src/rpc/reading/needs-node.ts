/** Something was asked for that only the thread of the node has. */
export class NeedsNode extends Error {
  override readonly name = 'NeedsNode';
}

/**
 * An object of which only some members are there.
 * @param known - the members that are there
 * @returns an object that throws NeedsNode for every other member
 */
export function partOf<T extends object>(known: { readonly [M in keyof T]?: T[M] }): T {
  return new Proxy(known, {
    get(target, name) {
      // What the language itself asks of any object, such as a promise that resolves with it.
      if (typeof name === 'symbol' || name === 'then') return undefined;
      if (!(name in target)) throw new NeedsNode(name);
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  }) as T;
}
