import type { Caller } from '../declaration/caller.js';
import { addressGroup } from '../http/address-group.js';

/** Who takes turns with others: a user at an address. */
export function clientOf({ user, address = '' }: Pick<Caller, 'user' | 'address'>): string {
  return `${user}@${addressGroup(address)}`;
}
