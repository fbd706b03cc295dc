import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type MoneyFailure, parseMoney } from '../../src/tx/units.js';

const money = (text: string) => parseMoney(text, 'WUSD');
const failure = (text: string) => {
  const result = money(text);
  return 'failure' in result ? result.failure : undefined;
};

test('money is amount, amount:unit, symbol:amount or symbol:amount:unit (spec 02 §3.1)', () => {
  const examples: readonly (readonly [string, string, bigint])[] = [
    ['100000', 'WUSD', 100_000n],
    ['007', 'WUSD', 7n],
    ['WGRT:5', 'WGRT', 5n],
    ['WGRT:5:', 'WGRT', 5n],
    ['WGRT:3:kwi', 'WGRT', 300_000_000_000n],
    ['ROG:1.5:WI', 'ROG', 150_000_000n],
    ['ROG:0.00000001:wi', 'ROG', 1n],
    [':5', '', 5n],
    [':1:wi', '', 100_000_000n],
    ['m#.@_BT:1:mwi', 'm#.@_BT', 100_000_000_000_000n],
    ['WICC:1:', 'WICC', 1n],
  ];
  for (const [text, symbol, amount] of examples) {
    assert.equal(money(text), { symbol, amount }, text);
  }
});

test('amount:unit without a symbol is in the default coin of the parameter (decision D35)', () => {
  assert.equal(parseMoney('0.1:wi', 'WICC'), { symbol: 'WICC', amount: 10_000_000n });
  assert.equal(parseMoney('0.1:wi', 'WUSD'), { symbol: 'WUSD', amount: 10_000_000n });
});

test('every unit is a power of ten of sawi, in any case', () => {
  const digits = {
    sawi: 0,
    quwi: 1,
    muwi: 2,
    huwi: 3,
    siwi: 4,
    miwi: 5,
    lewi: 6,
    fewi: 7,
    wi: 8,
    kwi: 11,
    mwi: 14,
  };
  for (const [unit, power] of Object.entries(digits)) {
    for (const spelling of [unit, unit.toUpperCase()]) {
      assert.equal(money(`2:${spelling}`), { symbol: 'WUSD', amount: 2n * 10n ** BigInt(power) });
    }
  }
});

test('a text that is no money says what is wrong with it', () => {
  const cases: readonly (readonly [string, MoneyFailure])[] = [
    ['', 'bad-format'],
    [':', 'bad-format'],
    ['abc', 'bad-format'],
    ['-1', 'bad-format'],
    ['+1', 'bad-format'],
    ['1e3', 'bad-format'],
    [' 1', 'bad-format'],
    ['1 ', 'bad-format'],
    ['1.', 'bad-format'],
    ['.5:wi', 'bad-format'],
    ['01.5:wi', 'bad-format'],
    ['WICC:x', 'bad-format'],
    ['WICC:x:wi', 'bad-format'],
    ['WICC:1:wi:1', 'bad-format'],
    ['1.5', 'too-many-decimals'],
    ['WICC:1.5', 'too-many-decimals'],
    ['WICC:1.000000000:wi', 'too-many-decimals'],
    ['WICCWICC:1', 'symbol-too-long'],
    ['1:wicc', 'unknown-unit'],
    ['WICC:1::', 'unknown-unit'],
  ];
  for (const [text, expected] of cases) {
    assert.is(failure(text), expected, JSON.stringify(text));
  }
});

test('scaling is exact: the digits of the decimal are the digits of the amount', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 63n - 1n), amount => {
      const digits = amount.toString().padStart(9, '0');
      const text = `${digits.slice(0, -8)}.${digits.slice(-8)}:wi`;
      assert.equal(money(text), { symbol: 'WUSD', amount });
    }),
  );
});

test('an amount above 2^63 - 1 counts as that, however long it is', () => {
  const max = 2n ** 63n - 1n;
  for (const text of [`${max + 1n}`, '18446744073709551616', '9'.repeat(1_000_000), '100000:mwi']) {
    assert.equal(money(text), { symbol: 'WUSD', amount: max });
  }
  assert.equal(money(`${max}`), { symbol: 'WUSD', amount: max });
  assert.equal(money(`${'0'.repeat(100)}12`), { symbol: 'WUSD', amount: 12n });
});

test.run();
