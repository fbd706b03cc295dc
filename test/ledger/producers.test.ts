import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REPLAY } from '../../src/config/networks/replay.js';
import { activeDelegates, ProducerOrders, producerAt, producerSchedule } from '../../src/ledger/producers.js';
import { ACTIVE_DELEGATES, type Delegate } from '../../src/state/tables/delegates.js';
import { memoryState } from '../support/stores/memory-state.js';
import { readVectors } from '../support/vectors/vectors.js';

interface Selection {
  readonly time: number;
  readonly n: number;
  readonly index: number;
  readonly producer_rank: number;
}

/** `count` producers; the one of rank r is 0-r. */
function ranked(count: number): Delegate[] {
  return Array.from({ length: count }, (_, rank) => ({ regId: { height: 0, index: rank }, votes: 0n }));
}

const R3_HEIGHT = 1000;

test('the vectors of producer selection hold', () => {
  const { selection } = readVectors<{ selection: Selection[] }>('shuffle');
  assert.ok(selection.length >= 7);
  for (const { time, n, index, producer_rank } of selection) {
    const schedule = producerSchedule(REPLAY, ranked(n), R3_HEIGHT, time);
    assert.is(schedule.index, index);
    assert.is(schedule.order[index]?.regId.index, producer_rank);
  }
});

test('the orders of spec 08 §28.2 hold', () => {
  const rows: readonly [time: number, order: readonly number[], slot: number][] = [
    [1_700_000_000, [3, 1, 0, 2], 1],
    [1_700_000_000, [2, 6, 3, 7, 4, 9, 5, 10, 8, 1, 0], 8],
    [1_700_000_000, [17, 6, 18, 20, 10, 12, 19, 16, 11, 9, 4, 0, 2, 8, 14, 7, 3, 1, 13, 15, 5], 10],
    [1_620_000_000, [8, 0, 2, 6, 4, 3, 5, 7, 9, 1, 10], 6],
    [1_504_305_600, [10, 6, 7, 5, 4, 1, 3, 2, 8, 0, 9], 1],
  ];
  for (const [time, order, slot] of rows) {
    const schedule = producerSchedule(REPLAY, ranked(order.length), R3_HEIGHT, time);
    assert.equal(
      schedule.order.map(({ regId }) => regId.index),
      order,
    );
    assert.is(schedule.index, slot);
  }
});

test('an order that is kept is that of the list and round that are asked for', () => {
  const orders = new ProducerOrders();
  const lists = [ranked(11), ranked(21)];
  const times = [1_700_000_000, 1_700_000_003, 1_700_000_900, 1_700_000_000];
  for (const time of times) {
    for (const active of [...lists, ...lists]) {
      const kept = producerSchedule(REPLAY, active, R3_HEIGHT, time, orders.of);
      assert.equal(kept, producerSchedule(REPLAY, active, R3_HEIGHT, time));
    }
  }
});

test('the first blocks of the recorded chain below R3 come from the producers of their heights', () => {
  const rows: readonly [height: number, time: number, producer: number][] = [
    [1, 1_772_668_810, 7],
    [2, 1_772_668_836, 2],
    [3, 1_772_668_840, 3],
  ];
  const votes = [0, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3];
  const byVotes: Delegate[] = votes.map((voted, i) => ({
    regId: { height: 0, index: i === 0 ? 2 : voted },
    votes: BigInt(voted),
  }));
  const atGenesis: Delegate[] = Array.from({ length: 11 }, (_, i) => ({
    regId: { height: 0, index: i + 2 },
    votes: 1n,
  }));
  for (const [height, time, producer] of rows) {
    const { order, index } = producerSchedule(REPLAY, height < 3 ? atGenesis : byVotes, height, time);
    assert.is(order[index]?.regId.index, producer);
  }
});

test('two blocks in a row are the same turn from R3 on, one below', () => {
  const at = (height: number, time: number) => producerSchedule(REPLAY, ranked(11), height, time).index;
  assert.is(at(3, 6000), at(3, 6003));
  assert.is.not(at(3, 6000), at(3, 6006));
  assert.is.not(at(2, 6000), at(2, 6003));
  assert.is(at(1, 6000), at(1, 6009));
});

test('without active delegates nobody produces', () => {
  const state = memoryState().overlay();
  assert.equal(activeDelegates(state), []);
  assert.is(producerAt(REPLAY, state, 1, 1_700_000_000), undefined);
  state.put(ACTIVE_DELEGATES, undefined, ranked(1));
  assert.equal(producerAt(REPLAY, state, 1, 1_700_000_000), { height: 0, index: 0 });
});

test.run();
