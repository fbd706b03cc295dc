import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Json, JsonReal } from '../../../src/codec/json-value.js';
import { RpcError } from '../../../src/rpc/declaration/errors.js';
import * as p from '../../../src/rpc/declaration/parameters/index.js';
import type { ParameterType } from '../../../src/rpc/declaration/parameters/parameter-type.js';

const TXID = 'ed21c469504032f1f4c176e08722dd16a55b14948bdad3f7aeb76a33f0ce5bad';
const ZEROS = '0'.repeat(64);

/** The converted value; or the error as `code message`. */
function converted(type: ParameterType<unknown>, value: Json): unknown {
  try {
    return type.convert(value, { index: 0, name: 'it' });
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return `${error.code} ${error.message}`;
  }
}

function check(type: ParameterType<unknown>, cases: readonly (readonly [Json, unknown])[]): void {
  for (const [value, expected] of cases) assert.equal([value, converted(type, value)], [value, expected]);
}

/** One value of each JSON type. */
const SAMPLES: Readonly<Record<string, Json>> = {
  null: null,
  bool: true,
  int: 1,
  real: new JsonReal(1),
  str: 'a',
  array: [],
  obj: {},
};

/** Checks that values of all other types are refused as being of the wrong type. */
function onlyTakes(type: ParameterType<unknown>, expected: string, ...accepted: string[]): void {
  for (const [name, value] of Object.entries(SAMPLES)) {
    if (accepted.includes(name)) continue;
    assert.is(converted(type, value), `-1 value is type ${name}, expected ${expected}`);
  }
}

test('a boolean is a JSON boolean', () => {
  check(p.bool, [
    [true, true],
    [false, false],
  ]);
  onlyTakes(p.bool, 'bool', 'bool');
});

test('a string is a JSON string', () => {
  for (const type of [p.string, p.uid, p.address, p.symbol]) {
    check(type, [['', '']]);
    onlyTakes(type, 'str', 'str');
  }
});

test('integers are JSON integers within their width', () => {
  check(p.int, [
    [-2147483648, -2147483648],
    [2147483647, 2147483647],
    [2147483648, '-8 value=2147483648 out of range'],
    [2n ** 70n, `-8 value=${2n ** 70n} out of range`],
  ]);
  check(p.uint32, [
    [0, 0],
    [4294967295, 4294967295],
    [-1, '-8 value=-1 out of range'],
    [4294967296, '-8 value=4294967296 out of range'],
  ]);
  check(p.uint64, [
    [0, 0n],
    [2n ** 64n - 1n, 2n ** 64n - 1n],
    [2n ** 64n, `-8 value=${2n ** 64n} out of range`],
    [-1, '-8 value=-1 out of range'],
  ]);
  for (const type of [p.int, p.uint32, p.uint64]) onlyTakes(type, 'int', 'int');
});

test('an amount is a whole number from 0 to 21000000000000000; a fraction is refused and the unit named', () => {
  for (const type of [p.amount, p.price]) {
    check(type, [
      [0, 0n],
      [21_000_000_000_000_000n, 21_000_000_000_000_000n],
      [9_007_199_254_740_993n, 9_007_199_254_740_993n],
      [21_000_000_000_000_001n, '-3 Invalid amount'],
      [-1, '-3 Invalid amount'],
    ]);
    for (const fraction of [0.5, 2.49, -0.1]) {
      assert.match(
        String(converted(type, new JsonReal(fraction))),
        /^-8 .*has a fraction; it is a whole number/,
      );
    }
    onlyTakes(type, 'real', 'int', 'real');
  }
});

test('money is a text, or an integer in sawi of the default coin', () => {
  const type = p.comboMoney('WUSD');
  check(type, [
    ['WICC:1:wi', { symbol: 'WICC', amount: 100_000_000n }],
    ['5:wi', { symbol: 'WUSD', amount: 500_000_000n }],
    ['7', { symbol: 'WUSD', amount: 7n }],
    [7, { symbol: 'WUSD', amount: 7n }],
    [-1, '-3 Invalid amount'],
    ['', '-8 Invalid combo money format='],
    ['WICC:-1', '-8 Invalid combo money format=WICC:-1'],
  ]);
  for (const name of ['null', 'bool', 'real', 'array', 'obj']) {
    assert.is(converted(type, SAMPLES[name]!), `-8 Invalid json value type: ${name}`);
  }
});

test('hex is digits of whole bytes and nothing else; the position of what is wrong is told', () => {
  const fails = (what: string) => `-32602 Get param it error! ${what}`;
  assert.equal(Buffer.from(converted(p.hex, 'Ab12') as Uint8Array).toString('hex'), 'ab12');
  const odd = 'Invalid hex format! Hex digit count is not even number';
  check(p.hex, [
    ['abc', fails(`${odd}: it has 3 digits, the last one at position 2 has no second`)],
    ['abcg', fails('Invalid hex char in the position 2 or 3: character 3 is "g"')],
    ['0xab', fails('Invalid hex char in the position 0 or 1: character 1 is "x"')],
    [' ab1', fails('Invalid hex char in the position 0 or 1: character 0 is " "')],
    ['ab ', fails(`${odd}: character 2 is " "`)],
  ]);
  onlyTakes(p.hex, 'str', 'str');
});

test('a txid has 64 hex digits and nothing else', () => {
  const fails = (what: string) => `-32602 Get param it error! ${what}`;
  const size = 'The hex str size should be 64';
  const wrong: readonly (readonly [Json, unknown])[] = [
    [TXID.slice(2), fails(`${size}: it ends at position 62`)],
    [`${TXID}ab`, fails(`${size}: there is more from position 64 on`)],
    [`0x${TXID}`, fails('Invalid hex char in the position 0 or 1: character 1 is "x"')],
    [` ${TXID} `, fails('Invalid hex char in the position 0 or 1: character 0 is " "')],
    [`x${TXID.slice(1)}`, fails('Invalid hex char in the position 0 or 1: character 0 is "x"')],
  ];
  check(p.txid, [[TXID, TXID], [TXID.toUpperCase(), TXID], ['', fails('Can not be emtpy')], ...wrong]);
  check(p.txidOrEmpty, [['', undefined], [TXID, TXID], ...wrong]);
  check(p.heightOrHash, wrong);
  onlyTakes(p.txid, 'str', 'str');
});

test('a block is named by a height, a decimal text shorter than 32 characters, or a hash', () => {
  check(p.heightOrHash, [
    [5, { height: 5n }],
    [-1, { height: -1n }],
    ['5', { height: 5n }],
    ['0'.repeat(31), { height: 0n }],
    [ZEROS, { hash: ZEROS }],
    [TXID, { hash: TXID }],
  ]);
  onlyTakes(p.heightOrHash, 'str', 'int', 'str');
});

test('where older and newer forms differ, a text or an integer is taken', () => {
  check(p.textOrInteger, [
    ['WICC', 'WICC'],
    [7, 7n],
  ]);
  onlyTakes(p.textOrInteger, 'str', 'int', 'str');
});

test('one of a few names is taken in any case', () => {
  const side = p.oneOf('BUY', 'SELL');
  check(side, [
    ['buy', 'BUY'],
    ['SELL', 'SELL'],
    ['hold', '-8 it=hold is invalid'],
  ]);
  onlyTakes(side, 'str', 'str');
});

test('an array may come as a text that contains one, unless it must be an array itself', () => {
  check(p.jsonArray, [
    [[1], [1]],
    ['[1, 2]', [1, 2]],
    ['{}', '-8 it must be an array, the text contains obj'],
    ['[1', '-8 it is not JSON: line 1, column 3: a comma or a closing bracket is expected'],
  ]);
  onlyTakes(p.jsonArray, 'array', 'array', 'str');
  check(p.array, [[[1], [1]]]);
  onlyTakes(p.array, 'array', 'array');
});

test('an object is a JSON object', () => {
  const value = { a: 1 };
  assert.is(converted(p.object, value), value);
  onlyTakes(p.object, 'obj', 'obj');
});

test('JSON text has the errors of its rule', () => {
  const type = p.jsonText({
    allowed: ['array', 'obj'],
    wrongType: 'must be object or array',
    subject: 'contract data',
  });
  check(type, [
    ['[1]', [1]],
    [[1], [1]],
    ['5', '-8 must be object or array'],
    [5, '-8 must be object or array'],
    [null, '-8 must be object or array'],
    ['[1,\n2', '-8 Parse json of contract data error! line[2:2] a comma or a closing bracket is expected'],
  ]);
  assert.is(
    converted(p.jsonText({ allowed: ['obj'], wrongType: 'object!', subject: 's' }), '[]'),
    '-8 object!',
  );
});

test('anything goes where any value goes', () => {
  for (const value of Object.values(SAMPLES)) assert.is(converted(p.any, value), value);
});

test('a text with more JSON values than are allowed is refused', () => {
  const text = `[${'0,'.repeat(1_000_000)}0]`;
  assert.match(
    String(converted(p.jsonArray, text)),
    /^-8 it is not JSON: line 1, column \d+: more than 1000000 values$/,
  );
});

test.run();
