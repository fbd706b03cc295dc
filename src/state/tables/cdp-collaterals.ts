import { record, u8, type ValueOf } from '../../codec/codec.js';
import { type RegId, regId } from '../../codec/regid.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { BASE_COIN } from '../../tx/symbols.js';
import { textKey } from '../key-codecs.js';
import type { StateReader } from '../state.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';

/** Whether governance lets a collateral be staked (spec 05 §4, `cbcn`). */
export const STAKING = { on: 1, off: 2 } as const;

const collateral = record({
  /** One of {@link STAKING}; what may be staked is decided by the asset's permission, not by this. */
  staking: u8,
  /** Height and index of the transaction that first activated it; never changes. */
  activatedAt: regId,
});
/** A coin that debt positions may be, or once might be, backed by. */
export type CdpCollateral = ValueOf<typeof collateral>;

/** The collaterals that governance has activated, by symbol. */
export const CDP_COLLATERALS = defineTable({
  name: 'cdp-collaterals',
  prefix: TABLE_PREFIX.cdpCollaterals,
  key: textKey,
  value: valueCodec(collateral),
  consensus: true,
});

/** The base coin needs no activation. */
const BASE_COIN_ACTIVATED_AT: RegId = { height: 0, index: 1 };
const BASE_COIN_COLLATERAL: CdpCollateral = Object.freeze({
  staking: STAKING.on,
  activatedAt: BASE_COIN_ACTIVATED_AT,
});

/** The activation of a collateral; undefined for a coin that never was one (spec 05 §4). */
export function cdpCollateral(state: StateReader, symbol: string): CdpCollateral | undefined {
  return symbol === BASE_COIN ? BASE_COIN_COLLATERAL : state.get(CDP_COLLATERALS, symbol);
}
