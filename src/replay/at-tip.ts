import { jsonEntries } from '../codec/json.js';
import type { Json, JsonObject } from '../codec/json-value.js';

/** Where the tip was, and where it is now. */
export interface TipShift {
  readonly recordedTip: number;
  readonly tip: number;
  /** Blocks until a reward is paid, which is when its receipts appear (spec 08 §10.1). */
  readonly rewardMaturity: number;
}

const REWARD_TYPES: ReadonlySet<Json | undefined> = new Set(['BLOCK_REWARD_TX', 'UCOIN_BLOCK_REWARD_TX']);

/**
 * A block or a transaction as it would have been recorded while the chain was shorter: fewer
 * confirmations, no next block, no receipts of a reward that is not paid yet.
 */
export function atTip(recorded: JsonObject, shift: TipShift): JsonObject {
  const entries = [...jsonEntries(recorded)].flatMap(([key, value]): [string, Json][] => {
    switch (key) {
      case 'confirmations':
        return [[key, (value as number) - (shift.recordedTip - shift.tip)]];
      case 'next_block_hash':
        return recorded.height === shift.tip ? [] : [[key, value]];
      case 'tx_details':
        return [[key, (value as readonly JsonObject[]).map(detail => atTip(detail, shift))]];
      case 'receipts':
        return [[key, isUnpaidReward(recorded, shift) ? [] : value]];
      default:
        return [[key, value]];
    }
  });
  return Object.fromEntries(entries);
}

/** Height 0 has rewards too, but they are paid at once, by block 0 itself. */
function isUnpaidReward({ tx_type, valid_height }: JsonObject, { tip, rewardMaturity }: TipShift): boolean {
  const height = valid_height as number;
  return REWARD_TYPES.has(tx_type) && height > 0 && height + rewardMaturity > tip;
}
