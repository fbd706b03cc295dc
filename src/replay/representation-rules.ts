import type { Json } from '../codec/json-value.js';
import type { DifferenceRule } from './difference-rule.js';
import type { ElementName } from './json-difference.js';

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
  // debt positions
  'current_ratio',
  'liquidatable_at_price',
  'force_liquidated_at_price',
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

/** Lists in the order of a hash map of the reference: method, place in the result, and what names an element. */
const HASH_MAP_LISTS: readonly (readonly [method: string, path: string, name: string])[] = [
  ['listmintxfees', 'result', 'txtype_code'],
  ['listtxcache', 'result.tx_cache', 'txid'],
  ['listaddr', 'result', 'addr'],
  ['listcontractassets', 'result', 'addr'],
];
/** Methods whose results are objects or lists in the order of a hash map. */
const HASH_MAP_METHODS: ReadonlySet<string> = new Set([
  'listsysparams',
  'listmintxfees',
  'getcdpparam',
  'listtxcache',
  'listcontractassets',
]);

/**
 * How the elements of lists without a meaningful order are identified in the answers of a method.
 * Paths begin at the answer, or at the HTTP reply whose `body` it is.
 */
export function elementNameAt(method: string): ElementName {
  return path => HASH_MAP_LISTS.find(([of, at]) => of === method && at === path.replace(/^body\./, ''))?.[2];
}

/** Methods whose result names the transaction also as `hash`. */
const DEPLOYMENTS: ReadonlySet<string> = new Set([
  'submitcontractdeploytx',
  'submitluacontractdeploytx',
  'submitucontractdeploytx',
]);
/** Methods that show what was deployed. */
const CONTRACT_METHODS: ReadonlySet<string> = new Set(['getcontractinfo', 'listcontracts']);

/** Characters of a symbol like `8,WICC` that the reference shows. */
const SHOWN_SYMBOL_LENGTH = 8;
/** Where answers show the arguments of an action. */
const ARGUMENT = /\.(?:trx\.data|data_detail)\./;

/** Differences of representation, which every comparison with the reference has. */
export const REPRESENTATION_RULES: readonly DifferenceRule[] = [
  {
    id: 'added-member',
    reason: 'a member that this node adds',
    source: 'spec 01 §15, spec 02 §4.1, §6, spec 03 §2',
    covers: ({ kind, path }, { method }) =>
      kind === 'added' &&
      (ADDED_MEMBERS.has(lastPart(path)) || (DEPLOYMENTS.has(method) && path.endsWith('result.hash'))),
  },
  {
    id: 'hash-map-order',
    reason: 'lists are in the order of their declaration, not of a hash map',
    source: 'spec 02 O32',
    covers: ({ kind }, { method }) => kind === 'order' && HASH_MAP_METHODS.has(method),
  },
  {
    id: 'empty-token',
    reason: 'a coin of which an account has nothing is no part of the state, so no answer shows it',
    source: 'decision D37',
    covers: ({ kind, path, recorded }) =>
      kind === 'missing' && /(^|\.)tokens\.[^.]+$/.test(path) && isAllZero(recorded),
  },
  {
    id: 'contract-memo',
    reason: 'the reference shows the memo of a contract as its ABI, and no memo',
    source: 'spec 03 O-25',
    covers: ({ path, recorded, ours }, { method }) =>
      CONTRACT_METHODS.has(method) &&
      ((lastPart(path) === 'memo' && isEmpty(recorded)) || (lastPart(path) === 'abi' && isEmpty(ours))),
  },
  {
    id: 'elapsed',
    reason: 'the time that execution took',
    source: 'spec 04 §9',
    covers: ({ kind, path }) => kind === 'value' && lastPart(path) === 'elapsed',
  },
  {
    id: 'shown-arguments',
    reason:
      'where it shows arguments of contracts, the reference cuts symbols with their precision to eight ' +
      'characters, and unsigned numbers from 2^63 on are negative',
    source: 'spec 04 O11, O14',
    covers: ({ kind, path, recorded, ours }) =>
      kind === 'value' &&
      ((lastPart(path) === 'symbol' && isCutSymbol(recorded, ours)) ||
        (ARGUMENT.test(path) && isSignedReading(recorded, ours))),
  },
];

/** Whether a value is a text, or bytes that are printed as one, of length 0. */
function isEmpty(value: Json | undefined): boolean {
  return value === '' || (value instanceof Uint8Array && value.length === 0);
}

function isCutSymbol(recorded: Json | undefined, ours: Json | undefined): boolean {
  return (
    typeof ours === 'string' &&
    ours.length > SHOWN_SYMBOL_LENGTH &&
    ours.slice(0, SHOWN_SYMBOL_LENGTH) === recorded
  );
}

/** Whether a recorded number is our unsigned one, read as a signed one of 64 bits. */
function isSignedReading(recorded: Json | undefined, ours: Json | undefined): boolean {
  return (
    typeof recorded === 'number' &&
    recorded < 0 &&
    typeof ours === 'bigint' &&
    BigInt.asIntN(64, ours) === BigInt(recorded)
  );
}

/** The last member or index of a path. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** Whether every amount of an object is zero. */
function isAllZero(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(amount => amount === 0);
}
