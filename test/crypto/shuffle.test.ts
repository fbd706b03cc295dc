import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { producerSlot, shuffleProducers, shuffleRound, shuffleSeeds } from '../../src/crypto/shuffle.js';
import { readVectors } from '../support/vectors/vectors.js';

interface ShuffleVectors {
  shuffles: { seed_text: string; n: number; seeds_hex: string[]; order: number[] }[];
  selection: {
    time: number;
    interval: number;
    n: number;
    slot: number;
    seed_text: string;
    index: number;
    producer_rank: number;
  }[];
}

const { shuffles, selection } = readVectors<ShuffleVectors>('shuffle');
const ranks = (count: number): number[] => Array.from({ length: count }, (_, rank) => rank);

function firstSeeds(round: number | bigint, count: number): string[] {
  const seeds = shuffleSeeds(round);
  return Array.from({ length: count }, () => seeds.next().value.toString('hex'));
}

test('shuffle.json: seeds and order of every shuffle are those of the reference', () => {
  for (const { seed_text, n, seeds_hex, order } of shuffles) {
    assert.equal(firstSeeds(BigInt(seed_text), seeds_hex.length), seeds_hex);
    assert.equal(shuffleProducers(ranks(n), BigInt(seed_text)), order);
    assert.equal(shuffleProducers(ranks(n), Number(seed_text)), order);
  }
  assert.is(shuffles.length, 10);
});

test('shuffle.json: every moment has the recorded slot, round and producer', () => {
  for (const { time, interval, n, slot, seed_text, index, producer_rank } of selection) {
    const turn = producerSlot({ time, interval, consecutive: 2, count: n });
    assert.equal(turn, { slot, round: Number(seed_text), index });
    assert.is(shuffleProducers(ranks(n), turn.round)[index], producer_rank);
  }
  assert.is(selection.length, 7);
  console.log(`shuffle.json: ${shuffles.length} shuffles, ${selection.length} selections`);
});

test('reference-transactions.json: the chain of seeds is that of the reference', () => {
  const { shuffle_seed_chain: chain } = readVectors<{
    shuffle_seed_chain: { seed_text: string; seeds_hex_memory_order: string[] };
  }>('reference-transactions');
  assert.equal(firstSeeds(Number(chain.seed_text), 3), chain.seeds_hex_memory_order);
});

/** The table of spec 08 §28.2: time, count, slot, round, order, index, rank. */
const TABLE: [number, number, number, number, string, number, number][] = [
  [1700000000, 4, 283333333, 70833334, '3 1 0 2', 1, 1],
  [1700000000, 11, 283333333, 25757576, '2 6 3 7 4 9 5 10 8 1 0', 8, 8],
  [1700000000, 21, 283333333, 13492064, '17 6 18 20 10 12 19 16 11 9 4 0 2 8 14 7 3 1 13 15 5', 10, 4],
  [1620000000, 11, 270000000, 24545455, '8 0 2 6 4 3 5 7 9 1 10', 6, 5],
  [1504305600, 11, 250717600, 22792510, '10 6 7 5 4 1 3 2 8 0 9', 1, 6],
];

test('slots, orders and ranks are those of the table of spec 08 §28.2', () => {
  for (const [time, count, slot, round, order, index, rank] of TABLE) {
    assert.equal(producerSlot({ time, interval: 3, consecutive: 2, count }), { slot, round, index });
    const shuffled = shuffleProducers(ranks(count), round);
    assert.is(shuffled.join(' '), order);
    assert.is(shuffled[index], rank);
  }
});

test('a shuffle is a permutation and leaves its input as it is', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.nat(), (count, round) => {
      const list = ranks(count);
      const shuffled = shuffleProducers(list, round);
      assert.equal(list, ranks(count));
      assert.equal(
        shuffled.toSorted((a, b) => a - b),
        list,
      );
    }),
  );
});

test('a round rounds up, so it begins one turn after a multiple of the count', () => {
  assert.equal(
    [0, 1, 11, 12, 22, 23].map(turn => shuffleRound(turn, 11)),
    [0, 1, 1, 2, 2, 3],
  );
});

test('a schedule needs a time and positive parameters', () => {
  const query = { time: 1, interval: 3, consecutive: 2, count: 11 };
  assert.throws(() => producerSlot({ ...query, time: -1 }), /block time/);
  assert.throws(() => producerSlot({ ...query, time: 0.5 }), /block time/);
  for (const name of ['interval', 'consecutive', 'count'] as const) {
    assert.throws(() => producerSlot({ ...query, [name]: 0 }), new RegExp(`${name} is a positive integer`));
  }
});

test.run();
