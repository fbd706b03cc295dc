import { sameRegId } from '../../../src/codec/regid.js';
import { type Account, tokenOf } from '../../../src/state/tables/accounts.js';
import { ACTIVE_DELEGATES } from '../../../src/state/tables/delegates.js';
import { FEED_PAIRS, PRICE_SAMPLES, type PriceSample } from '../../../src/state/tables/prices.js';
import { ASSET_PERMISSION } from '../../../src/tx/permissions.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { BASE_COIN } from '../../../src/tx/symbols.js';
import { type PricePoint, priceFeed } from '../../../src/tx/types/price-feed.js';
import type { TransactionContext } from '../../context.js';
import { defineHandler } from '../handler.js';
import { PRICE_QUOTE } from './quote.js';

const MAX_PRICE_POINTS = 100;

/** PRICE_FEED_TX (16): an active producer reports prices (spec 05 §9.1). */
export const priceFeedHandler = defineHandler(priceFeed, {
  summary: 'Reports prices of coins in USD; only active block producers with a stake may.',

  check({ pricePoints }, context) {
    if (pricePoints.length < 1 || pricePoints.length > MAX_PRICE_POINTS) {
      reject(REJECT.REJECT_INVALID, 'price-point-size-error');
    }
    for (const point of pricePoints) checkPoint(point, context);
  },

  execute({ pricePoints }, context) {
    const feeder = context.sender();
    checkFeeder(feeder, context);
    const { state, block } = context;
    const samples = [...(state.get(PRICE_SAMPLES, block.height) ?? [])];
    for (const { baseSymbol, quoteSymbol, price } of pricePoints) {
      const sample = { baseSymbol, quoteSymbol, feeder: feeder.regId, price };
      if (samples.some(other => isSameFeed(other, sample))) {
        reject(REJECT.PRICE_FEED_FAIL, 'duplicated-pricefeed');
      }
      samples.push(sample);
    }
    state.put(PRICE_SAMPLES, block.height, samples);
  },
});

function checkPoint({ baseSymbol, quoteSymbol, price }: PricePoint, context: TransactionContext): void {
  if (price === 0n) reject(REJECT.REJECT_INVALID, 'bad-tx-invalid-price');
  if (baseSymbol === quoteSymbol) reject(REJECT.REJECT_INVALID, 'same-base-quote-symbol');
  const permissions = context.asset(baseSymbol)?.permsSum ?? 0n;
  if ((permissions & ASSET_PERMISSION.PRICE_FEED) === 0n) {
    reject(REJECT.REJECT_INVALID, 'unsupported-base-symbol');
  }
  if (quoteSymbol !== PRICE_QUOTE) reject(REJECT.REJECT_INVALID, 'unsupported-quote-symbol');
  if (context.state.get(FEED_PAIRS, [baseSymbol, quoteSymbol]) === undefined) {
    reject(REJECT.REJECT_INVALID, 'unsupported-price-coin-pair');
  }
}

function checkFeeder(feeder: Account, context: TransactionContext): void {
  const active = context.state.get(ACTIVE_DELEGATES, undefined) ?? [];
  if (!active.some(delegate => sameRegId(delegate.regId, feeder.regId))) {
    reject(REJECT.PRICE_FEED_FAIL, "account-isn't-delegate");
  }
  if (tokenOf(feeder, BASE_COIN).staked < context.parameter('PRICE_FEED_BCOIN_STAKE_AMOUNT_MIN')) {
    reject(REJECT.PRICE_FEED_FAIL, 'account-staked-boins-insufficient');
  }
}

/** Whether two samples are of one feeder and one pair; in a block there is one such sample. */
function isSameFeed(a: PriceSample, b: PriceSample): boolean {
  return a.baseSymbol === b.baseSymbol && a.quoteSymbol === b.quoteSymbol && sameRegId(a.feeder, b.feeder);
}
