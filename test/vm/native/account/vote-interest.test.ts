import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { voteInterest } from '../../../../vm/native/account/vote-interest.js';

const YEAR = 31_536_000;

test('one coin of votes earns one governance coin a year', () => {
  assert.is(voteInterest(100_000_000n, 0, YEAR), 100_000_000n);
});

test('the recorded vote of block 2 earned 173135464 sawi in 26 seconds', () => {
  assert.is(voteInterest(210_000_000_000_000n, 1_772_668_810, 1_772_668_836), 173_135_464n);
});

test('the quotient is rounded to a double before it is multiplied', () => {
  const votes = 21_000_000_000_000_000n;
  assert.is(voteInterest(votes, 0, 7), BigInt(Math.trunc(21e15 * (7 / YEAR))));
  assert.is.not(voteInterest(votes, 0, 7), (votes * 7n) / BigInt(YEAR) + 1n);
});

test('nothing is earned without votes, and not backwards in time', () => {
  assert.is(voteInterest(0n, 0, YEAR), 0n);
  assert.is(voteInterest(100_000_000n, YEAR, YEAR), 0n);
  assert.is(voteInterest(100_000_000n, YEAR, 0), 0n);
});

test('where interest is limited to a period, only time within it counts', () => {
  const votes = 100_000_000n;
  const period = [YEAR, 3 * YEAR] as const;
  assert.is(voteInterest(votes, 0, YEAR, period), 0n);
  assert.is(voteInterest(votes, 0, 2 * YEAR, period), votes);
  assert.is(voteInterest(votes, 0, 10 * YEAR, period), 2n * votes);
  assert.is(voteInterest(votes, 2 * YEAR, 10 * YEAR, period), votes);
  assert.is(voteInterest(votes, 4 * YEAR, 10 * YEAR, period), 0n);
});

test.run();
