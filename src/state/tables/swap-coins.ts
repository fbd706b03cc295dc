import { bool, record, u8, type ValueOf, varint64 } from '../../codec/codec.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { textKey, tupleKey } from '../key-codecs.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';
import { u8Key } from './keys.js';

/** The chains whose coins can be swapped in and out (spec 05 §12.14). */
export const FOREIGN_CHAIN = { bitcoin: 1, ethereum: 2, eos: 3 } as const;

const swapCoin = record({
  /** One of {@link FOREIGN_CHAIN}. */
  chain: u8,
  /** Whether it can be swapped now. */
  enabled: bool,
});
/** A coin of another chain that has a mirrored asset here. */
export type SwapCoin = ValueOf<typeof swapCoin>;

/** The coins of other chains by their symbol there. */
export const SWAP_COINS = defineTable({
  name: 'swap-coins',
  prefix: TABLE_PREFIX.swapCoins,
  key: textKey,
  value: valueCodec(swapCoin),
  consensus: true,
});

/**
 * What was minted, in sawi, for a payment on another chain, by that chain and its transaction's id: a
 * payment counts once.
 */
export const SWAP_INS = defineTable({
  name: 'swap-ins',
  prefix: TABLE_PREFIX.swapIns,
  key: tupleKey<readonly [chain: number, peerTxid: string]>(u8Key, textKey),
  value: valueCodec(varint64),
  consensus: true,
});

/** What the symbol of a mirrored asset begins with; no other asset's does (spec 05 §12.15). */
const MIRROR_PREFIX = 'm';

/** The symbol of the asset that mirrors a coin of another chain, such as mBTC for BTC. */
export function mirrorSymbol(peerSymbol: string): string {
  return MIRROR_PREFIX + peerSymbol;
}

/** The symbol on its own chain of the coin that an asset would mirror, or undefined for a symbol of no such asset. */
export function peerSymbolOf(symbol: string): string | undefined {
  return symbol.startsWith(MIRROR_PREFIX) ? symbol.slice(MIRROR_PREFIX.length) : undefined;
}
