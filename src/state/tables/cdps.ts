import {
  type Codec,
  hash256,
  record,
  text,
  u8,
  u32,
  type ValueOf,
  varint64,
  ZERO_HASH,
} from '../../codec/codec.js';
import { DecodeError } from '../../codec/errors.js';
import { type RegId, regId } from '../../codec/regid.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { textKey, tupleKey, u32Key, u64Key } from '../key-codecs.js';
import type { StateReader } from '../state.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';
import type { CdpPair } from './cdp-parameters.js';
import { hashKey, regIdKey } from './keys.js';
import { presence } from './presence.js';

const cdp = record({
  owner: regId,
  /** Of the last stake, redemption or settlement: from here on interest runs. */
  height: u32,
  /** The collateral's coin. */
  bcoinSymbol: text,
  /** The coin that is owed. */
  scoinSymbol: text,
  /** Collateral in sawi. */
  staked: varint64,
  /** Debt in sawi, without the interest that runs. */
  owed: varint64,
});
/** A debt position: collateral of an account, and the stable coins that it owes for it (spec 05 §4). */
export type Cdp = ValueOf<typeof cdp>;

/** The open positions by id in display order. */
export const CDPS = defineTable({
  name: 'cdps',
  prefix: TABLE_PREFIX.cdps,
  key: hashKey,
  value: valueCodec(cdp),
  consensus: true,
});

const ownerKey = tupleKey<readonly [owner: RegId, bcoin: string, scoin: string]>(regIdKey, textKey, textKey);

/** The id of the position that an account has of a pair: at most one. */
export const CDPS_BY_OWNER = defineTable({
  name: 'cdps-by-owner',
  prefix: TABLE_PREFIX.cdpsByOwner,
  key: ownerKey,
  value: valueCodec(hash256),
  consensus: true,
});

/** The place of a position among those of its pair by its index ratio. */
export type CdpRatioKey = readonly [bcoin: string, scoin: string, ratio: bigint, height: number, id: string];
const ratioKey = tupleKey<CdpRatioKey>(textKey, textKey, u64Key, u32Key, hashKey);

/** The positions of each pair, the least collateral for its debt first; then by age and id. */
export const CDPS_BY_RATIO = defineTable({
  name: 'cdps-by-ratio',
  prefix: TABLE_PREFIX.cdpsByRatio,
  key: ratioKey,
  value: presence,
  consensus: true,
});

const heightKey = tupleKey<readonly [bcoin: string, scoin: string, height: number, id: string]>(
  textKey,
  textKey,
  u32Key,
  hashKey,
);

/** The positions of each pair by the height from which their interest runs, the oldest first. */
export const CDPS_BY_HEIGHT = defineTable({
  name: 'cdps-by-height',
  prefix: TABLE_PREFIX.cdpsByHeight,
  key: heightKey,
  value: presence,
  consensus: true,
});

const totals = record({ staked: varint64, owed: varint64 });
/** Collateral and debt of all positions of a pair, in sawi. */
export type CdpTotals = ValueOf<typeof totals>;

/** The sums over the open positions of each pair; absent while it has never had one. Each block with prices walks it. */
export const CDP_TOTALS = defineTable({
  name: 'cdp-totals',
  prefix: TABLE_PREFIX.cdpTotals,
  key: tupleKey<readonly [bcoin: string, scoin: string]>(textKey, textKey),
  value: valueCodec(totals),
  consensus: true,
  small: true,
});

/** How positions end, in the order of their numbers (spec 05 §4). */
const CLOSE_TYPES = ['redeem', 'manual_liquidate', 'force_liquidate'] as const;
export type CdpCloseType = (typeof CLOSE_TYPES)[number];

const closeType: Codec<CdpCloseType> = {
  read(reader) {
    const code = u8.read(reader);
    const type = CLOSE_TYPES[code];
    if (type === undefined) throw new DecodeError(`no way to close a debt position has the number ${code}`);
    return type;
  },
  write: (writer, type) => u8.write(writer, CLOSE_TYPES.indexOf(type)),
};

/** What became of a position. */
const closedCdp = record({
  /** The transaction that closed it, in display order. */
  txid: hash256,
  type: closeType,
});

/*
 * No rule reads what became of positions, so it is not part of what the nodes of a network agree on.
 */

/** The closed positions by id. */
export const CLOSED_CDPS = defineTable({
  name: 'closed-cdps',
  prefix: TABLE_PREFIX.closedCdps,
  key: hashKey,
  value: valueCodec(closedCdp),
  consensus: false,
});

const closingKey = tupleKey<readonly [txid: string, id: string]>(hashKey, hashKey);

/** The positions that a transaction closed on request, by that transaction. */
export const CDPS_CLOSED_BY = defineTable({
  name: 'cdps-closed-by',
  prefix: TABLE_PREFIX.cdpsClosedBy,
  key: closingKey,
  value: presence,
  consensus: false,
});

const NOTHING: CdpTotals = Object.freeze({ staked: 0n, owed: 0n });

/** Collateral and debt of all positions of a pair. */
export function cdpTotals(state: StateReader, { bcoinSymbol, scoinSymbol }: CdpPair): CdpTotals {
  return state.get(CDP_TOTALS, [bcoinSymbol, scoinSymbol]) ?? NOTHING;
}

/** Ids of the positions of an account, by collateral. */
export function cdpsOf(state: StateReader, owner: RegId): readonly string[] {
  const entries = [...state.iterate(CDPS_BY_OWNER, { prefix: ownerKey.prefixOf([owner]) })];
  return entries.sort(([a], [b]) => bySymbol(a[1], b[1]) || bySymbol(a[2], b[2])).map(([, id]) => id);
}

/** As the keys of the reference sort: each symbol begins with its length. */
function bySymbol(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

const LAST_HEIGHT = 2 ** 32 - 1;
const LAST_ID = 'ff'.repeat(32);

/**
 * The positions of a pair whose index ratio is at most a limit, in the order in which the system
 * liquidates them.
 * @param count - how many at most
 */
export function* cdpsUpToRatio(
  state: StateReader,
  { bcoinSymbol, scoinSymbol }: CdpPair,
  limit: bigint,
  count?: number,
): Generator<string> {
  const range = {
    prefix: ratioKey.prefixOf([bcoinSymbol, scoinSymbol]),
    lte: [bcoinSymbol, scoinSymbol, limit, LAST_HEIGHT, LAST_ID] as const,
    ...(count !== undefined && { limit: count }),
  };
  for (const [[, , , , id]] of state.iterate(CDPS_BY_RATIO, range)) yield id;
}

/**
 * The positions of a pair whose index ratio is between two, both included, the least collateral first.
 * @param count - how many at most
 */
export function* cdpsBetweenRatios(
  state: StateReader,
  { bcoinSymbol, scoinSymbol }: CdpPair,
  low: bigint,
  high: bigint,
  count: number,
): Generator<string> {
  const range = {
    prefix: ratioKey.prefixOf([bcoinSymbol, scoinSymbol]),
    gte: [bcoinSymbol, scoinSymbol, low, 0, ZERO_HASH] as const,
    lte: [bcoinSymbol, scoinSymbol, high, LAST_HEIGHT, LAST_ID] as const,
    limit: count,
  };
  for (const [[, , , , id]] of state.iterate(CDPS_BY_RATIO, range)) yield id;
}

/** The positions of a pair with the height from which their interest runs, the oldest first. */
export function* cdpsByHeight(
  state: StateReader,
  { bcoinSymbol, scoinSymbol }: CdpPair,
): Generator<{ readonly id: string; readonly height: number }> {
  const prefix = heightKey.prefixOf([bcoinSymbol, scoinSymbol]);
  for (const [[, , height, id]] of state.iterate(CDPS_BY_HEIGHT, { prefix })) yield { id, height };
}

/** A position that a transaction closed on request. */
export function cdpClosedBy(state: StateReader, txid: string): string | undefined {
  for (const [[, id]] of state.iterate(CDPS_CLOSED_BY, { prefix: closingKey.prefixOf([txid]), limit: 1 })) {
    return id;
  }
  return undefined;
}
