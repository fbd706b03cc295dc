import { type Codec, hash160, record, sortedMap, type ValueOf, varint64 } from '../../codec/codec.js';
import { DecodeError } from '../../codec/errors.js';
import { isNoRegId, NO_REGID, type RegId, regId } from '../../codec/regid.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { ALL_PERMISSIONS } from '../../tx/permissions.js';
import { hexKey } from '../key-codecs.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';
import { regIdKey } from './keys.js';

/** The balances of one coin in sawi, in the order in which they are stored (spec 07 §8.1). */
const token = record({
  free: varint64,
  frozen: varint64,
  staked: varint64,
  voted: varint64,
  pledged: varint64,
});
export type Token = ValueOf<typeof token>;

export const EMPTY_TOKEN: Token = Object.freeze({ free: 0n, frozen: 0n, staked: 0n, voted: 0n, pledged: 0n });

/** Whether none of the five balances holds anything; such an entry is not stored (decision D37). */
export function isEmptyToken({ free, frozen, staked, voted, pledged }: Token): boolean {
  return free === 0n && frozen === 0n && staked === 0n && voted === 0n && pledged === 0n;
}

const PUBLIC_KEY_SIZE = 33;

/** A compressed public key as hex with a length prefix, or nothing: length 0, an empty text. */
const optionalPublicKey: Codec<string> = {
  read(reader) {
    const size = reader.u8();
    if (size !== 0 && size !== PUBLIC_KEY_SIZE) {
      throw new DecodeError(`a stored public key has 0 or ${PUBLIC_KEY_SIZE} bytes, not ${size}`);
    }
    return reader.hex(size);
  },
  write(writer, key) {
    const size = key === '' ? 0 : PUBLIC_KEY_SIZE;
    writer.u8(size);
    writer.hex(key, size);
  },
};

/** An account (spec 07 §8.1). A value of the state: never changed, only replaced. */
const account = record({
  /** 40 hex digits: Hash160 of the owner key, of a script, or of the raw regid. */
  keyId: hash160,
  /** `NO_REGID` until the account is registered. */
  regId,
  /** 66 hex digits; empty until the account is registered, permanently where it has no key. */
  ownerKey: optionalPublicKey,
  /** 66 hex digits, or empty: a second key that may sign the account's blocks. */
  minerKey: optionalPublicKey,
  /** Coins by symbol; no entry is empty. */
  tokens: sortedMap(token),
  /** Votes for this account as a candidate, in sawi of the base coin. */
  receivedVotes: varint64,
  /** Height of this account's last vote. */
  lastVoteHeight: varint64,
  /** Block time of this account's last vote, in seconds. */
  lastVoteEpoch: varint64,
  /** What the account may do: the sum of its permission bits. */
  permsSum: varint64,
});
export type Account = ValueOf<typeof account>;

/** All accounts by key id. */
export const ACCOUNTS = defineTable({
  name: 'accounts',
  prefix: TABLE_PREFIX.accounts,
  key: hexKey(20),
  value: valueCodec(account),
  consensus: true,
});

/** The key id of each regid. */
export const REGIDS = defineTable<RegId, string>({
  name: 'regids',
  prefix: TABLE_PREFIX.regIds,
  key: regIdKey,
  value: valueCodec(hash160),
  consensus: true,
});

const NO_TOKENS: ReadonlyMap<string, Token> = new Map();

/** An account that has just appeared: no coins, no regid, every permission. */
export function newAccount(keyId: string): Account {
  return {
    keyId,
    regId: NO_REGID,
    ownerKey: '',
    minerKey: '',
    tokens: NO_TOKENS,
    receivedVotes: 0n,
    lastVoteHeight: 0n,
    lastVoteEpoch: 0n,
    permsSum: ALL_PERMISSIONS,
  };
}

/** The balances of a coin, all zero where the account has none of it. */
export function tokenOf(holder: Account, symbol: string): Token {
  return holder.tokens.get(symbol) ?? EMPTY_TOKEN;
}

/** Whether an account has a regid. */
export function isRegistered(holder: Account): boolean {
  return !isNoRegId(holder.regId);
}
