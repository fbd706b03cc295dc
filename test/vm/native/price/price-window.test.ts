import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REFERENCE_RULES } from '../../../../src/config/networks/reference.js';
import type { Overlay } from '../../../../src/state/state.js';
import { ASSETS, NATIVE_ASSETS } from '../../../../src/state/tables/assets.js';
import { SYSTEM_PARAMS } from '../../../../src/state/tables/parameters.js';
import {
  FEED_PAIRS,
  MEDIAN_PRICES,
  type MedianPrice,
  PRICE_SAMPLES,
} from '../../../../src/state/tables/prices.js';
import { ASSET_PERMISSION } from '../../../../src/tx/permissions.js';
import { REJECT } from '../../../../src/tx/reject.js';
import { medianOf } from '../../../../vm/native/price/median-price.js';
import { forgetOldPrices, medianPricesAt } from '../../../../vm/native/price/price-window.js';
import { rejectionOf } from '../../../support/ledgers/scratch-ledger.js';
import { scaled } from '../../../support/random/scale.js';
import { memoryState } from '../../../support/stores/memory-state.js';
import { readVectors } from '../../../support/vectors/vectors.js';

interface WindowCase {
  readonly id: string;
  readonly group: string;
  readonly inputs: {
    readonly height: number;
    readonly slide_window: number;
    readonly feeds_by_height: Readonly<Record<string, readonly string[]>>;
    readonly previous: { readonly price: string; readonly last_feed_height: number } | null;
  };
  readonly expected: { readonly price: string; readonly last_feed_height: number };
}

const WINDOW_PARAMETER = 1;
const BASES = ['WICC', 'WGRT', 'NEWCOIN'] as const;

/** A state with three pairs that may be fed. */
function stateWithPairs(): Overlay {
  const state = memoryState().overlay();
  for (const symbol of BASES) {
    state.put(ASSETS, symbol, { ...NATIVE_ASSETS[0]!, symbol });
    state.put(FEED_PAIRS, [symbol, 'USD'], true);
  }
  return state;
}

function feed(state: Overlay, height: number, baseSymbol: string, prices: readonly bigint[]): void {
  const samples = prices.map((price, i) => ({
    baseSymbol,
    quoteSymbol: 'USD',
    feeder: { height: 0, index: i + 2 },
    price,
  }));
  state.put(PRICE_SAMPLES, height, [...(state.get(PRICE_SAMPLES, height) ?? []), ...samples]);
}

const price = (baseSymbol: string, value: bigint, lastFeedHeight: number): MedianPrice => ({
  baseSymbol,
  quoteSymbol: 'USD',
  price: value,
  lastFeedHeight,
});

test('the worked examples of the window hold', () => {
  const cases = readVectors<{ cases: WindowCase[] }>('median-prices').cases.filter(
    ({ group }) => group === 'median-window',
  );
  assert.is(cases.length, 7);
  for (const { id, inputs, expected } of cases) {
    const state = stateWithPairs();
    state.put(SYSTEM_PARAMS, WINDOW_PARAMETER, BigInt(inputs.slide_window));
    for (const [height, prices] of Object.entries(inputs.feeds_by_height)) {
      feed(state, Number(height), 'WICC', prices.map(BigInt));
    }
    const { previous } = inputs;
    if (previous !== null) {
      state.put(MEDIAN_PRICES, undefined, [price('WICC', BigInt(previous.price), previous.last_feed_height)]);
    }
    const result = medianPricesAt(state, inputs.height, REFERENCE_RULES);
    const value = BigInt(expected.price);
    assert.equal(result, value === 0n ? [] : [price('WICC', value, expected.last_feed_height)], id);
  }
});

test('prices come by base symbol, whatever the order of the feeds', () => {
  const state = stateWithPairs();
  feed(state, 5, 'WICC', [1n]);
  feed(state, 5, 'NEWCOIN', [2n]);
  feed(state, 5, 'WGRT', [3n]);
  assert.equal(medianPricesAt(state, 5, REFERENCE_RULES), [
    price('NEWCOIN', 2n, 5),
    price('WGRT', 3n, 5),
    price('WICC', 1n, 5),
  ]);
});

test('a pair whose base loses the permission loses its price, and gets it back', () => {
  const state = stateWithPairs();
  feed(state, 5, 'WICC', [1n]);
  const asset = state.get(ASSETS, 'WICC')!;
  state.put(ASSETS, 'WICC', { ...asset, permsSum: ASSET_PERMISSION.TRANSFER });
  assert.equal(medianPricesAt(state, 5, REFERENCE_RULES), []);
  state.put(ASSETS, 'WICC', asset);
  assert.equal(medianPricesAt(state, 6, REFERENCE_RULES), [price('WICC', 1n, 0)]);
});

test('a pair whose base does not exist is an error', () => {
  const state = stateWithPairs();
  state.delete(ASSETS, 'WGRT');
  assert.equal(
    rejectionOf(() => medianPricesAt(state, 5, REFERENCE_RULES)),
    { code: REJECT.READ_PRICE_POINT_FAIL, reason: 'calc-median-prices-failed' },
  );
});

test('samples that leave the window are forgotten, and a window that grows does not bring them back (spec 05 §1, row 11)', () => {
  const state = stateWithPairs();
  for (let height = 1; height <= 20; height++) {
    feed(state, height, 'WICC', [BigInt(height)]);
    forgetOldPrices(state, height);
  }
  const heights = () => [...state.iterate(PRICE_SAMPLES)].map(([height]) => height);
  assert.equal(heights(), [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  state.put(SYSTEM_PARAMS, WINDOW_PARAMETER, 15n);
  assert.equal(medianPricesAt(state, 20, REFERENCE_RULES), [price('WICC', 15n, 20)]);
  state.put(SYSTEM_PARAMS, WINDOW_PARAMETER, 5n);
  forgetOldPrices(state, 20);
  assert.equal(heights(), [16, 17, 18, 19, 20]);
});

test('over random feeds the prices equal those of a computation from the whole history', () => {
  const block = fc.dictionary(
    fc.constantFrom(...BASES),
    fc.array(fc.bigInt(1n, 1000n), { minLength: 1, maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(block, { maxLength: 25 }), (window, blocks) => {
      const state = stateWithPairs();
      state.put(SYSTEM_PARAMS, WINDOW_PARAMETER, BigInt(window));
      blocks.forEach((feeds, i) => {
        const height = i + 1;
        for (const [base, prices] of Object.entries(feeds)) feed(state, height, base, prices);
        state.put(MEDIAN_PRICES, undefined, medianPricesAt(state, height, REFERENCE_RULES));
        forgetOldPrices(state, height);
      });
      const expected = [...BASES].sort().flatMap(base => fromHistory(base, blocks, window));
      assert.equal(state.get(MEDIAN_PRICES, undefined) ?? [], expected);
    }),
    { numRuns: scaled(200, 5000) },
  );
});

test.run();

/** The price of a pair, from all feeds of the chain: of the last window that was not empty. */
function fromHistory(
  base: string,
  blocks: readonly Readonly<Record<string, readonly bigint[]>>[],
  window: number,
): MedianPrice[] {
  const fedHeights = blocks.flatMap((feeds, i) => (feeds[base] === undefined ? [] : [i + 1]));
  const last = fedHeights.at(-1);
  if (last === undefined) return [];
  const end = Math.min(blocks.length, last + window - 1);
  const pool = blocks.slice(Math.max(0, end - window), end).flatMap(feeds => feeds[base] ?? []);
  return [price(base, medianOf(pool, REFERENCE_RULES), last)];
}
