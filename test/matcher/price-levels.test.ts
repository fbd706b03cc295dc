import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type BestPrice, PriceLevels } from '../../src/matcher/price-levels.js';

/** Prices of which many are equal as doubles, and enough of them for several pieces. */
const PRICES = fc.oneof(
  fc.bigInt({ min: 1n, max: 3000n }),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 53n + 3000n }),
  fc.bigInt({ min: 2n ** 64n - 5000n, max: 2n ** 64n - 1n }),
);

for (const best of ['highest', 'lowest'] satisfies BestPrice[]) {
  test(`levels are sorted with the ${best} price first, whatever is added and removed, beyond 2^53 too`, () => {
    const changes = fc.array(fc.tuple(PRICES, fc.integer({ min: 0, max: 3 })), {
      minLength: 1,
      maxLength: 3000,
      size: 'max',
    });
    fc.assert(
      fc.property(changes, list => {
        const levels = new PriceLevels(best);
        const model = new Set<bigint>();
        for (const [price, kind] of list) {
          const level = levels.at(price);
          assert.is(level.price, price);
          assert.is(levels.at(price), level, 'a price has one level');
          if (kind === 0) levels.remove(level);
          if (kind === 0) model.delete(price);
          else model.add(price);
        }
        const sorted = [...model].sort((a, b) => (a < b ? -1 : 1));
        assert.equal(
          [...levels].map(({ price }) => price),
          best === 'highest' ? sorted.reverse() : sorted,
        );
      }),
      { numRuns: 40 },
    );
  });
}

test('a level that was removed still leads to the next one', () => {
  const levels = new PriceLevels('lowest');
  const [one, two, three] = [levels.at(1n), levels.at(2n), levels.at(3n)];
  levels.remove(two);
  assert.is(two.worse, three);
  assert.is(one.worse, three);
  assert.is(three.better, one);
});

test.run();
