import { record, u32, type ValueOf, varint64, vector } from '../../codec/codec.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { unitKey } from '../key-codecs.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';

/** What a block burned: its fuel fee in sawi and its fuel rate. */
const blockFuel = record({ fuelFee: varint64, fuelRate: u32 });
export type BlockFuel = ValueOf<typeof blockFuel>;

const history = record({ height: u32, blocks: vector(blockFuel) });
/** The height of the newest block, and what it and up to 49 before it burned, the newest last. */
export type FuelHistory = ValueOf<typeof history>;

/** What the next fuel rate follows from (spec 08 §9): one record. */
export const FUEL_HISTORY = defineTable({
  name: 'fuel-history',
  prefix: TABLE_PREFIX.fuelHistory,
  key: unitKey,
  value: valueCodec(history),
  consensus: true,
});
