import { bool, record, text, u8, type ValueOf, varint64 } from '../../codec/codec.js';
import { NO_REGID, regId } from '../../codec/regid.js';
import { PROTOCOL } from '../../config/network.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { ALL_PERMISSIONS, ASSET_PERMISSION } from '../../tx/permissions.js';
import { BASE_COIN, GOVERNANCE_COIN, STABLE_COIN } from '../../tx/symbols.js';
import { textKey } from '../key-codecs.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';

/** Where an asset comes from (spec 07 §9). */
export const ASSET_TYPE = {
  /** The base and the governance coin. */
  native: 1,
  /** Issued by another chain. */
  delegated: 2,
  /** Issued by a user. */
  userIssued: 3,
  /** Issued against collateral. */
  pegged: 4,
} as const;

/** An asset (spec 01 §5.1, spec 04 §8.2). */
const asset = record({
  symbol: text,
  name: text,
  /** One of {@link ASSET_TYPE}. */
  type: u8,
  /** What may be done with it: the sum of its permission bits. */
  permsSum: varint64,
  /** `NO_REGID` where it has no owner. */
  owner: regId,
  /** In sawi; the system's own coins do not keep it up to date (spec 05 §3). */
  totalSupply: varint64,
  mintable: bool,
  icon: text,
});
export type Asset = ValueOf<typeof asset>;

/** All assets by symbol. */
export const ASSETS = defineTable({
  name: 'assets',
  prefix: TABLE_PREFIX.assets,
  key: textKey,
  value: valueCodec(asset),
  consensus: true,
});

const { TRANSFER, DEX_BASE, DEX_QUOTE, PRICE_FEED } = ASSET_PERMISSION;

/** The coins that exist from block 0 on (spec 01 §5.1). */
export const NATIVE_ASSETS: readonly Asset[] = [
  {
    symbol: BASE_COIN,
    type: ASSET_TYPE.native,
    permsSum: ALL_PERMISSIONS,
    totalSupply: PROTOCOL.baseSupply,
    mintable: false,
  },
  {
    symbol: STABLE_COIN,
    type: ASSET_TYPE.pegged,
    permsSum: TRANSFER | DEX_BASE | DEX_QUOTE,
    totalSupply: 0n,
    mintable: true,
  },
  {
    symbol: GOVERNANCE_COIN,
    type: ASSET_TYPE.native,
    permsSum: TRANSFER | DEX_BASE | DEX_QUOTE | PRICE_FEED,
    totalSupply: PROTOCOL.governanceSupply,
    mintable: true,
  },
].map(coin => ({ ...coin, name: coin.symbol, owner: NO_REGID, icon: '' }));
