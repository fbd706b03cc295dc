import type { RegId } from '../codec/regid.js';
import { regIdUid } from '../codec/uid.js';
import type { NetworkParameters } from '../config/network.js';
import { minimumFeeOf } from '../ledger/fees.js';
import type { StateReader } from '../state/state.js';
import type { WireRules } from '../tx/definition.js';
import { encodeTransaction, type PreparedTransaction, prepareTransaction } from '../tx/envelope.js';
import { BASE_COIN } from '../tx/symbols.js';
import { TX } from '../tx/transactions.js';
import type { DealItem, DexSettle } from '../tx/types/dex-settle.js';

/** What a settlement is made with. */
export interface SettlementParts {
  readonly network: NetworkParameters;
  readonly state: StateReader;
  readonly wireRules: WireRules;
  readonly settler: RegId;
  readonly validHeight: number;
  /** The settler's signature of a hash. */
  readonly sign: (hash: Uint8Array) => Buffer;
}

/** A signed settlement of some deals, for the smallest fee. */
export function settlementOf(items: readonly DealItem[], parts: SettlementParts): PreparedTransaction {
  const { network, state, wireRules, settler, validHeight, sign } = parts;
  const unsigned: DexSettle = {
    type: TX.DEX_TRADE_SETTLE,
    version: 1,
    validHeight,
    txUid: regIdUid(settler),
    feeSymbol: BASE_COIN,
    fees: minimumFeeOf(state, network, TX.DEX_TRADE_SETTLE, BASE_COIN) ?? 0n,
    dealItems: items,
    signature: new Uint8Array(),
  };
  const prepared = prepareTransaction(unsigned, wireRules);
  const tx = { ...unsigned, signature: sign(prepared.sighash) };
  return { ...prepared, tx, raw: encodeTransaction(tx, wireRules) };
}

/** The most bytes that a deal takes in a settlement: two ids and three amounts of up to ten bytes. */
const DEAL_BYTES = 2 * 32 + 3 * 10;
/** The most bytes of everything else: names, numbers, signature. */
const OVERHEAD_BYTES = 200;

/** How many deals are sure to fit into a settlement of a size. */
export function dealsThatFit(bytes: number): number {
  return Math.max(1, Math.floor((bytes - OVERHEAD_BYTES) / DEAL_BYTES));
}
