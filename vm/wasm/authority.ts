import type { PermissionLevel } from '../../src/tx/types/universal.js';

/** Who has authorized an action: looked up in one step, however long the list is. */
export class Authority {
  readonly #accounts = new Map<bigint, Set<bigint>>();

  constructor(levels: readonly PermissionLevel[]) {
    for (const { account, permission } of levels) {
      const permissions = this.#accounts.get(account);
      if (permissions === undefined) this.#accounts.set(account, new Set([permission]));
      else permissions.add(permission);
    }
  }

  /** Whether an account has, under whatever permission. */
  includes(account: bigint): boolean {
    return this.#accounts.has(account);
  }

  /** Whether an account has, under a permission. */
  holds({ account, permission }: PermissionLevel): boolean {
    return this.#accounts.get(account)?.has(permission) ?? false;
  }
}
