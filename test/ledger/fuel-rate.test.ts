import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PROTOCOL } from '../../src/config/network.js';
import { REFERENCE_RULES } from '../../src/config/networks/reference.js';
import { fuelRateAfter, nextFuelRate, recordFuel } from '../../src/ledger/fuel-rate.js';
import { FUEL_HISTORY } from '../../src/state/tables/fuel-history.js';
import { memoryState } from '../support/stores/memory-state.js';

/** A history whose fifty blocks all burned the same fuel at the same rate. */
function evenHistory(height: number, fuelRate: number, fuelPerBlock: bigint) {
  const fuelFee = (fuelPerBlock / 100n) * BigInt(fuelRate);
  return { height, blocks: Array.from({ length: 50 }, () => ({ fuelFee, fuelRate })) };
}

test('an idle chain has the rates of spec 01 §8.5: 100 up to block 102, then 90 and so on down to 1', () => {
  const state = memoryState().overlay();
  const rates: number[] = [];
  for (let height = 0; height <= 135; height++) {
    const fuelRate = nextFuelRate({ mended: REFERENCE_RULES }, state);
    rates.push(fuelRate);
    recordFuel(state, height, { fuelFee: 0n, fuelRate });
  }
  assert.equal(rates.slice(0, 103), new Array(103).fill(100));
  assert.equal(
    rates.slice(103),
    [
      90, 81, 72, 64, 57, 51, 45, 40, 36, 32, 28, 25, 22, 19, 17, 15, 13, 11, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1,
      1, 1, 1, 1,
    ],
  );
});

test('the rate falls below 75 % of the largest block, rises above 85 %, and stays in between', () => {
  const low = 450_421_800n;
  const high = 510_478_200n;
  assert.is(fuelRateAfter(evenHistory(102, 100, low)), 90);
  assert.is(fuelRateAfter(evenHistory(102, 100, low + 100n)), 100);
  assert.is(fuelRateAfter(evenHistory(102, 100, high - 100n)), 100);
  assert.is(fuelRateAfter(evenHistory(102, 100, high)), 110);
});

test('from 9 down the rate cannot rise any more, since 9.9 is cut to 9', () => {
  assert.is(fuelRateAfter(evenHistory(500, 10, PROTOCOL.maxBlockFuel)), 11);
  assert.is(fuelRateAfter(evenHistory(500, 9, PROTOCOL.maxBlockFuel)), 9);
});

test('the fee of a block counts in whole multiples of its rate', () => {
  const blocks = Array.from({ length: 50 }, () => ({ fuelFee: 99n, fuelRate: 100 }));
  assert.is(fuelRateAfter({ height: 102, blocks }), 90);
});

test('the rate is one of 1 to 1.1 times the one before and moves with the load', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.bigInt(0n, PROTOCOL.maxBlockFuel),
      (rate, fuel) => {
        const next = fuelRateAfter(evenHistory(1000, rate, fuel));
        assert.ok(next >= 1 && next <= Math.trunc(rate * 1.1) && next >= Math.trunc(rate * 0.9));
      },
    ),
  );
});

test('the history keeps fifty blocks', () => {
  const state = memoryState().overlay();
  for (let height = 0; height < 60; height++) {
    recordFuel(state, height, { fuelFee: BigInt(height), fuelRate: 100 });
  }
  const history = state.get(FUEL_HISTORY, undefined);
  assert.is(history?.height, 59);
  assert.equal(
    history?.blocks.map(({ fuelFee }) => fuelFee),
    Array.from({ length: 50 }, (_, i) => BigInt(i + 10)),
  );
});

test.run();
