import { hash256, record, text, u32, type ValueOf } from '../../codec/codec.js';

/**
 * How far an index about what happened is. It has the blocks from `from` up to `built` (without that one), and from
 * `since` on; what is between them is being built.
 */
export const historyProgressCodec = record({
  /** Height of the lowest block that could be had: those before were pruned, or not recorded. */
  from: u32,
  built: u32,
  since: u32,
  /** The newest block that was taken in. */
  height: u32,
  hash: hash256,
});
export type HistoryProgress = ValueOf<typeof historyProgressCodec>;

/** How far the index of holders is: it has all accounts whose key id is not above `built`; a text above them all when it is complete. */
export const holdersProgressCodec = record({ built: text, height: u32, hash: hash256 });
export type HoldersProgress = ValueOf<typeof holdersProgressCodec>;

/** What people are told of an index. */
export interface IndexStatus {
  readonly state: 'off' | 'building' | 'ready';
  /** How much of it is there, in parts of `total`. */
  readonly done: number;
  readonly total: number;
  /** Height of the lowest block that it has. */
  readonly from: number;
}
