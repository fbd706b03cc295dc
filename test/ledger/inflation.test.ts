import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MAIN } from '../../src/config/networks/main.js';
import { REFERENCE_REGTEST } from '../../src/config/networks/reference-regtest.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { REPLAY } from '../../src/config/networks/replay.js';
import { TEST } from '../../src/config/networks/test.js';
import { blocksPerYearAt, subsidyAt, subsidyOf, subsidyPeriods } from '../../src/ledger/inflation.js';

const NETWORKS = [MAIN, TEST, REGTEST, REFERENCE_REGTEST, REPLAY];

test('the subsidy falls at the heights of the table in spec 08 §10.2', () => {
  const starts = (network: typeof MAIN) => subsidyPeriods(network).map(({ fromHeight }) => fromHeight);
  assert.equal(starts(MAIN), [0, 3_153_600, 11_434_961, 21_946_961, 32_458_961]);
  assert.equal(starts(TEST), [0, 10_510_786, 21_022_786, 31_534_786, 42_046_786]);
  assert.equal(starts(REFERENCE_REGTEST), [0, 1480, 2980, 4480, 5980]);
  assert.equal(starts(REGTEST), [0, 1496, 2996, 4496, 5996]);
  assert.equal(starts(REPLAY), [0, 1496, 2996, 4496, 5996]);
});

test('a first period that ends exactly at R2 is followed by whole periods of the new length', () => {
  const network = {
    forks: { systemGenesis: 8, r2: 500, r3: 600, r3_5: 601 },
    subsidyPeriods: { beforeR2: 500, fromR2: 1500 },
  };
  assert.equal(
    subsidyPeriods(network).map(({ fromHeight }) => fromHeight),
    [0, 500, 2000, 3500, 5000],
  );
});

test('each period begins with its rate, and the block before still has the higher one', () => {
  for (const network of NETWORKS) {
    for (const { percent, fromHeight } of subsidyPeriods(network)) {
      assert.is(subsidyAt(network, fromHeight), percent);
      if (fromHeight > 0) assert.is(subsidyAt(network, fromHeight - 1), percent + 1);
    }
  }
});

test('the last rate holds for ever', () => {
  for (const network of NETWORKS) assert.is(subsidyAt(network, 2 ** 32 - 1), 1);
});

test('a year has blocks for the interval of its height', () => {
  assert.is(blocksPerYearAt(REPLAY, 1), 3_153_600);
  assert.is(blocksPerYearAt(REPLAY, 2), 10_512_000);
});

test('2.1 million coins of votes among 11 producers earn 10987442 sawi a block (spec 08 §10.2)', () => {
  assert.is(subsidyOf(REPLAY, 2, 210_000_000_000_000n, 11n), 10_987_442n);
});

test('below R2 a block earns a voter of 2.1 million coins 3329528 sawi (the recorded migration)', () => {
  assert.is(subsidyOf(REPLAY, 1, 210_000_000_000_000n, 1n), 3_329_528n);
});

test('the exact formula equals the reference evaluation in 64-bit mantissas within its bound', () => {
  // The reference divides twice, each quotient rounded to 64 significant bits, then truncates.
  const rounded = (numerator: bigint, denominator: bigint): { mantissa: bigint; shift: bigint } => {
    const shift = BigInt(64 + denominator.toString(2).length - numerator.toString(2).length + 1);
    const scaled = shift > 0n ? numerator << shift : numerator;
    const quotient = scaled / denominator;
    const excess = BigInt(quotient.toString(2).length - 64);
    const half = 1n << (excess - 1n);
    const rest = quotient & ((1n << excess) - 1n);
    const floor = quotient >> excess;
    const up = rest > half || (rest === half && (scaled % denominator > 0n || (floor & 1n) === 1n));
    return { mantissa: up ? floor + 1n : floor, shift: shift - excess };
  };
  const inReference = (votes: bigint, blocks: bigint): bigint => {
    const first = rounded(votes * blocks * 5n, 10_512_000n);
    const second = rounded(first.mantissa, 100n);
    return second.mantissa >> (second.shift + first.shift);
  };
  fc.assert(
    fc.property(fc.bigInt(10n ** 9n, 21_000_000_000_000_000n), fc.bigInt(1n, 11n), (votes, blocks) => {
      assert.is(subsidyOf(REPLAY, 2, votes, blocks), inReference(votes, blocks));
    }),
  );
});

test.run();
