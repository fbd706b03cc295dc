/** What a method can do besides answering: each with a clause that says what it means. */
export const TOUCHES = {
  submits: 'submits a transaction that is signed already',
  spends: 'signs with keys of the wallet',
  keys: 'shows, makes or removes keys, or locks or unlocks the wallet',
  files: 'reads or writes a file that the caller names',
  chain: 'makes or removes blocks, or changes what waits for one',
  node: 'controls the process: its end, its peers, its tasks, what it measures',
  development: 'changes the time or the state of a development chain',
} as const;

/** Something that a method touches. */
export type Touch = keyof typeof TOUCHES;

/**
 * From what a method that only reads answers:
 * - `ledger`: from blocks and state as they are stored, the options, the addresses of the wallet with their public
 *   keys, and what the node tells of itself. All of it is known in other threads too, so such a method is answered while
 *   the node executes something. A call that needs more after all, such as a transaction that waits, is left to the node
 * - `node`: also from what only the thread of the node has, such as the pool, or by running contracts
 */
export type ReadsFrom = 'ledger' | 'node';

/** All that a method touches: `reads`, and from what, for one that changes nothing, anywhere. */
export type Touches = readonly ['reads', ReadsFrom] | readonly [Touch, ...Touch[]];

/** Roles of users, each with all that methods may touch for them (every role may read). */
export const ROLES = {
  read: [],
  wallet: ['submits', 'spends', 'keys', 'files'],
  admin: ['submits', 'spends', 'keys', 'files', 'chain', 'node'],
  dev: ['submits', 'spends', 'keys', 'files', 'chain', 'node', 'development'],
} as const satisfies Record<string, readonly Touch[]>;

export type Role = keyof typeof ROLES;

/** All roles, from the one with the fewest rights on. */
export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

/** Whether a method changes nothing: neither the chain, the pool, the wallet, a file nor the process. */
export function onlyReads(touches: Touches): touches is readonly ['reads', ReadsFrom] {
  return touches[0] === 'reads';
}

/** Whether a method only reads what is known in other threads too. */
export function readsLedger(touches: Touches): boolean {
  return onlyReads(touches) && touches[1] === 'ledger';
}

/** Whether a role may call what touches these things. */
export function roleAllows(role: Role, touches: Touches): boolean {
  const allowed: readonly string[] = ROLES[role];
  return onlyReads(touches) || touches.every(touch => allowed.includes(touch));
}

/** The role with the fewest rights that may call what touches these things. */
export function leastRole(touches: Touches): Role {
  return ROLE_NAMES.find(role => roleAllows(role, touches)) ?? 'dev';
}
