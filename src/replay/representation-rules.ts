import type { Json } from '../codec/json-value.js';
import type { DifferenceRule } from './difference-rule.js';

/**
 * Members that this node adds to what the reference answers, by the member's name: older names of
 * the same value, and values in a form that loses nothing (spec 01 §15, spec 02 §4.1 and §6).
 */
const ADDED_MEMBERS: ReadonlySet<string> = new Set([
  // transactions
  'memo_hex',
  'tx_code',
  'receipt',
  'cond_type_code',
  'multisign_address',
  'axc_signature',
  'deal_price',
  'deal_coin_amount',
  'deal_asset_amount',
  // universal transactions: the members that every other type has
  'tx_uid',
  'from_addr',
  'signature',
  // accounts
  'cdp_list',
  // keys and wallet
  'imorpt key address',
  'key size',
  'encrypt',
  'passphrase',
  'walletlock',
  'wallet_balance',
  // contracts
  'abi_hex',
]);

/** Differences of representation, which every comparison with the reference has. */
export const REPRESENTATION_RULES: readonly DifferenceRule[] = [
  {
    id: 'added-member',
    reason: 'a member that this node adds',
    source: 'spec 01 §15, spec 02 §4.1, §6',
    covers: ({ kind, path }) => kind === 'added' && ADDED_MEMBERS.has(lastPart(path)),
  },
  {
    id: 'empty-token',
    reason: 'a coin of which an account has nothing is no part of the state, so no answer shows it',
    source: 'decision D37',
    covers: ({ kind, path, recorded }) =>
      kind === 'missing' && /(^|\.)tokens\.[^.]+$/.test(path) && isAllZero(recorded),
  },
];

/** The last member or index of a path. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** Whether every amount of an object is zero. */
function isAllZero(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(amount => amount === 0);
}
