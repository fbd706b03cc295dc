import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { declaredMethods, LuaMethodsError } from '../../src/contract-build/declared-methods.js';

const test = suite('methods that a Lua source declares');

const source = (...rows: string[]): string =>
  ['mylib = require "mylib"', '-- @methods', ...rows, '', 'local x = 1'].join('\n');

test('a line has a name, bytes and arguments in their order, and what the method does', () => {
  const text = source(
    '--   deposit  f0 11   takes the coins of the call',
    '--   send     f0 16 <to: address> <amount: u64>',
    '--   note     <kind:u8> <text: text[8]> <rest: bytes>  keeps a note',
    '--   any      ()  has no arguments',
    '--',
    '--   other    f0 99',
  );
  assert.equal(declaredMethods(text), [
    { name: 'deposit', parts: [0xf0, 0x11], layout: 'f0 11', summary: 'takes the coins of the call' },
    {
      name: 'send',
      parts: [
        0xf0,
        0x16,
        { name: 'to', type: { kind: 'address' } },
        { name: 'amount', type: { kind: 'u64' } },
      ],
      layout: 'f0 16 <to: address> <amount: u64>',
      summary: '',
    },
    {
      name: 'note',
      parts: [
        { name: 'kind', type: { kind: 'u8' } },
        { name: 'text', type: { kind: 'text', size: 8 } },
        { name: 'rest', type: { kind: 'bytes', size: undefined } },
      ],
      layout: '<kind:u8> <text: text[8]> <rest: bytes>',
      summary: 'keeps a note',
    },
    { name: 'any', parts: [], layout: '', summary: 'has no arguments' },
  ]);
});

test('a source without the table declares nothing, whatever else its comments say', () => {
  assert.is(declaredMethods('mylib = require "mylib"\n-- methods\n--   pay  f0 11\n'), undefined);
  assert.is(declaredMethods('local s = "-- @methods"\n'), undefined);
});

test('lines may end as on Windows', () => {
  assert.equal(
    declaredMethods(source('--   pay  01  pays').replaceAll('\n', '\r\n'))?.map(({ summary }) => summary),
    ['pays'],
  );
});

const WRONG: readonly (readonly [row: string, line: number, problem: RegExp])[] = [
  ['--   pay', 3, /"pay" is no method: a name and its bytes/],
  ['--   1pay 01', 3, /is no method/],
  ['--   pay  takes coins', 3, /does not begin with bytes: two hex digits, or <name: type>/],
  ['--   pay  f0 11 takes coins', 3, /"takes coins" is neither bytes, nor are there two blanks/],
  ['--   pay  f0  11', 3, /"11" begins with bytes: between bytes there is one blank/],
  ['--   pay  f0 111', 3, /"111" is neither bytes/],
  ['--   pay  <amount>', 3, /"<amount>" is no argument, which is written <amount: u64>/],
  ['--   pay  <amount: u63>', 3, /the types of arguments are u8, u16/],
  ['--   pay  <amount: u64[3]>', 3, /the types of arguments are/],
  ['--   pay  <a: u8> <a: u8>', 3, /two arguments are called a/],
  ['--   pay  <a: text> <b: u8>', 3, /a takes all bytes that are left/],
  ['--   pay  01\n--   pay  02', 4, /the method pay stands there twice/],
  ['local y = 1', 2, /no methods follow/],
  ['--   pay  01\n\n-- @methods\n--   get  02', 5, /a table of methods above already/],
];

for (const [row, line, problem] of WRONG) {
  test(`${JSON.stringify(row)} is refused, with its line`, () => {
    try {
      declaredMethods(source(row));
      assert.unreachable('it was taken');
    } catch (error) {
      assert.instance(error, LuaMethodsError);
      assert.is((error as LuaMethodsError).line, line);
      assert.match((error as LuaMethodsError).problem, problem);
    }
  });
}

test.run();
