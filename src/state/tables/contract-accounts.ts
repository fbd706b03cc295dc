import { byteString, record, u32, type ValueOf, varint64, vector } from '../../codec/codec.js';
import type { RegId } from '../../codec/regid.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { textKey, tupleKey } from '../key-codecs.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';
import { regIdKey } from './keys.js';

const frozenFund = record({
  value: varint64,
  /** The fund becomes free at this height. */
  timeoutHeight: u32,
  tag: byteString,
});
/** Tokens of a contract that its user cannot use yet. */
export type FrozenFund = ValueOf<typeof frozenFund>;

const contractAccount = record({ free: varint64, frozen: vector(frozenFund) });
/** A user's holdings of the token that a contract manages itself (spec 03 §10.2). */
export type ContractAccount = ValueOf<typeof contractAccount>;

/** By the contract and the bytes with which it names the user, as latin1 text. */
export const CONTRACT_ACCOUNTS = defineTable({
  name: 'contract-accounts',
  prefix: TABLE_PREFIX.contractAccounts,
  key: tupleKey<readonly [contract: RegId, user: string]>(regIdKey, textKey),
  value: valueCodec(contractAccount),
  consensus: true,
});

export const EMPTY_CONTRACT_ACCOUNT: ContractAccount = Object.freeze({ free: 0n, frozen: [] });

const MAX_U64 = 2n ** 64n - 1n;
/** Heights from here on are negative in the reference, so that such funds become free at once. */
const FIRST_NEGATIVE_HEIGHT = 2 ** 31;

/**
 * The account with what has become free at a height (spec 03 §10.2).
 * @returns undefined where the free value would exceed 64 bits
 */
export function thawed(account: ContractAccount, height: number): ContractAccount | undefined {
  const isDue = ({ timeoutHeight }: FrozenFund): boolean =>
    timeoutHeight <= height || timeoutHeight >= FIRST_NEGATIVE_HEIGHT;
  if (!account.frozen.some(isDue)) return account;
  const free = account.frozen.filter(isDue).reduce((sum, { value }) => sum + value, account.free);
  if (free > MAX_U64) return undefined;
  return { free, frozen: account.frozen.filter(fund => !isDue(fund)) };
}
