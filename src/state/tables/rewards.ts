import { hash256, optional, record, text, u32, type ValueOf, varint64, vector } from '../../codec/codec.js';
import { uid } from '../../codec/uid.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { u32Key, unitKey } from '../key-codecs.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';

const pendingReward = record({
  /** Reward transaction, under whose id the receipts of the payment are kept. */
  txid: hash256,
  producer: uid,
  fees: vector(record({ symbol: text, amount: varint64 })),
  /** New base coins; undefined for the reward of a block below R2, which has none. */
  inflated: optional(varint64),
});
/** What a block earned its producer, in sawi, until it is paid. */
export type PendingReward = ValueOf<typeof pendingReward>;

/** By height of the block, the rewards that are not mature yet (spec 08 §10.1). */
export const PENDING_REWARDS = defineTable({
  name: 'pending-rewards',
  prefix: TABLE_PREFIX.pendingRewards,
  key: u32Key,
  value: valueCodec(pendingReward),
  consensus: true,
});

const inflation = record({
  startHeight: u32,
  newRewards: varint64,
  totalMinted: varint64,
  lastMinted: varint64,
  lastMintedHeight: u32,
});
/** Base coins, in sawi, that blocks create for the voting contract to distribute (spec 08 §10.3). */
export type InflatedReward = ValueOf<typeof inflation>;

/** Absent until the voting contract first mints rewards. */
export const INFLATED_REWARD = defineTable({
  name: 'inflated-reward',
  prefix: TABLE_PREFIX.inflatedReward,
  key: unitKey,
  value: valueCodec(inflation),
  consensus: true,
});
