import type { BlockContext } from '../../vm/context.js';
import { medianPricesAt } from '../../vm/native/price/price-window.js';
import { NULL_UID } from '../codec/uid.js';
import { featureVersionAt, type NetworkParameters } from '../config/network.js';
import type { StateReader } from '../state/state.js';
import { type PreparedTransaction, prepareTransaction } from '../tx/envelope.js';
import { TX } from '../tx/transactions.js';
import type { PriceMedian } from '../tx/types/price-median.js';
import { wireRulesOf } from '../tx/wire-rules.js';

/**
 * The median price transaction of a block (spec 05 §9.3), to be executed after its price feeds and
 * before everything else.
 *
 * @param state - of the block after its price feeds
 * @returns undefined below R2, where there is none
 * @throws TransactionRejected `calc-median-prices-failed`
 */
export function buildMedian(
  network: NetworkParameters,
  state: StateReader,
  { height }: BlockContext,
): PreparedTransaction | undefined {
  if (featureVersionAt(network.forks, height) === 'R1') return undefined;
  const median: PriceMedian = {
    type: TX.PRICE_MEDIAN,
    version: 1,
    validHeight: height,
    txUid: NULL_UID,
    medianPrices: medianPricesAt(state, height, network.mended).map(({ baseSymbol, quoteSymbol, price }) => ({
      baseSymbol,
      quoteSymbol,
      price,
    })),
  };
  return prepareTransaction(median, wireRulesOf(network));
}
