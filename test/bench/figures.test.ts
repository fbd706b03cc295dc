import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  compared,
  comparisonJson,
  type Figures,
  flat,
  mediansOf,
  named,
} from '../../bench/runner/figures.js';

const test = suite('figures of benchmarks');

test('figures of several benchmarks have the name of theirs in front, in the order of the benchmarks', () => {
  const together = named(
    new Map<string, Figures>([
      ['transfers', { sustainedPerSecond: 10, latency: { median: 1, worst: 9 } }],
      ['lua', { sustainedPerSecond: 20 }],
    ]),
  );
  assert.equal(Object.entries(together), [
    ['transfers.sustainedPerSecond', 10],
    ['transfers.latency', { median: 1, worst: 9 }],
    ['lua.sustainedPerSecond', 20],
  ]);
  assert.equal(
    [...flat(together).keys()],
    [
      'transfers.sustainedPerSecond',
      'transfers.latency.median',
      'transfers.latency.worst',
      'lua.sustainedPerSecond',
    ],
  );
});

test('the figures of several rounds are their medians, in groups too', () => {
  const rounds = [
    { speed: 5, group: { a: 1, b: 4 } },
    { speed: 100, group: { a: 3, b: 2 } },
    { speed: 7, group: { a: 2, b: 3 } },
  ];
  assert.equal(mediansOf(rounds), { speed: 7, group: { a: 2, b: 3 } });
  assert.equal(mediansOf(rounds.slice(0, 2)), { speed: 52.5, group: { a: 2, b: 3 } });
  assert.equal(mediansOf(rounds.slice(0, 1)), rounds[0]);
  assert.equal(mediansOf([{ speed: 1 }, { other: 2 }]), { speed: 1, other: 2 });
});

test('a comparison has each figure of either side once; a ratio only where both have it', () => {
  assert.equal(compared({ a: 3, group: { b: 1 }, ours: 7 }, { a: 2, group: { b: 0 }, theirs: 8 }), [
    { figure: 'a', here: 3, against: 2, ratio: 1.5 },
    { figure: 'group.b', here: 1, against: 0, ratio: undefined },
    { figure: 'ours', here: 7, against: undefined, ratio: undefined },
    { figure: 'theirs', here: undefined, against: 8, ratio: undefined },
  ]);
});

test('the JSON of a comparison keeps the names of the figures of this checkout', () => {
  assert.equal(comparisonJson('abc', { a: 3, ours: 7 }, { a: 2 }), {
    a: 3,
    ours: 7,
    against: { commit: 'abc', figures: { a: 2 }, ratio: { a: 1.5, ours: null } },
  });
});

test.run();
