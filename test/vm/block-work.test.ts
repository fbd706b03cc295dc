import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BlockWork, type TransactionWork, workAlone } from '../../vm/block-work.js';

/* The work of a block (spec 04 §15.11): each transaction's own, and once that of making each code ready. */

const test = suite('block work');

const CODES = ['a', 'b', 'c', 'd'];
/** What making a code ready takes is a matter of the code alone. */
const UNITS: Readonly<Record<string, number>> = { a: 1, b: 20, c: 300, d: 4000 };
const works = fc.array(
  fc
    .record({ own: fc.nat(100), codes: fc.uniqueArray(fc.constantFrom(...CODES)) })
    .map(({ own, codes }) => ({ own, code: new Map(codes.map(code => [code, UNITS[code]!])) })),
  { maxLength: 12 },
);

function unitsOf(transactions: readonly TransactionWork[]): number {
  const codes = new Set(transactions.flatMap(({ code }) => [...code.keys()]));
  return (
    transactions.reduce((sum, { own }) => sum + own, 0) +
    [...codes].reduce((sum, code) => sum + UNITS[code]!, 0)
  );
}

test('code is counted once, in whatever order transactions come and go', () => {
  fc.assert(
    fc.property(works, works, (stay, leave) => {
      const block = new BlockWork();
      for (const work of [...leave, ...stay]) {
        const expected = block.with(work);
        block.add(work);
        assert.is(block.units, expected);
      }
      assert.is(block.units, unitsOf([...leave, ...stay]));
      for (const work of leave) block.remove(work);
      assert.is(block.units, unitsOf(stay));
    }),
  );
});

test('a transaction alone counts all that it needs', () => {
  assert.is(
    workAlone({
      own: 5,
      code: new Map([
        ['a', 1],
        ['b', 20],
      ]),
    }),
    26,
  );
});

test.run();
