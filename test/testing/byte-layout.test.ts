import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeArguments } from '../../src/testing/byte-layout.js';
import { type Arguments, ByteLayout, bytes, Devnet } from '../../src/testing/index.js';

const test = suite('argument bytes');

const chain = Devnet.start();
const hexOf = (layout: Arguments): string => encodeArguments(layout, chain.sender.accounts).toString('hex');

test('numbers are written with their lowest byte first', () => {
  assert.is(hexOf(bytes(0xf0, 0x16)), 'f016');
  assert.is(hexOf(new ByteLayout().u8(7).u16le(0x0102).u32le(0xfffefdfc)), '070201fcfdfeff');
  assert.is(hexOf(new ByteLayout().u64le(2n ** 53n + 1n)), '0100000000002000');
  assert.is(hexOf(new ByteLayout().u64le(2n ** 64n - 1n).u64le(5)), `${'ff'.repeat(8)}0500000000000000`);
  assert.is(hexOf(new ByteLayout().i64le(-2).i64le(3n)), `fe${'ff'.repeat(7)}0300000000000000`);
});

test('an address is its 34 characters, whatever names the account', () => {
  const { alice } = chain.accounts;
  const expected = Buffer.from(alice.address, 'latin1').toString('hex');
  for (const name of [alice, alice.address, alice.regId, alice.keyId]) {
    assert.is(hexOf(new ByteLayout().address(name)), expected);
  }
});

test('texts are in UTF-8, in a field of fixed size with zero bytes behind', () => {
  assert.is(hexOf(new ByteLayout().text('hé')), '68c3a9');
  assert.is(hexOf(new ByteLayout().text('ab', 4)), '61620000');
  assert.throws(() => new ByteLayout().text('hé', 2), /"hé" has 3 bytes, more than the 2 of its field/);
});

test('what the types would refuse is refused with what would be right: nobody looks at them when tests run', () => {
  const wrong = (given: unknown) => given as never;
  const contract = chain.deployLua({ text: 'mylib = require "mylib"' });
  const cases: readonly (readonly [act: () => unknown, message: RegExp])[] = [
    [() => bytes().text(wrong(5)), /text: 5 is no text/],
    [() => bytes().raw(wrong('abc')), /raw: 'abc' is no Uint8Array; hex and text take texts/],
    [() => hexOf(bytes().address(wrong(undefined))), /undefined names no account of this chain/],
    [() => hexOf(bytes().address(wrong(5))), /5 names no account of this chain/],
    [() => contract.call(wrong(5)), /5 are no arguments: bytes\(\.\.\.\), a Uint8Array or hex digits are/],
    [() => contract.call(wrong(undefined)), /undefined are no arguments/],
    [
      () => contract.call('', { coins: wrong(5) }),
      /coins: 5 is no number of sawi, which is a bigint such as 5n/,
    ],
    [() => contract.call('', { coins: -5n }), /coins: -5n is no number of sawi/],
    [() => contract.call('', { fee: wrong(5) }), /fee: 5 is no number of sawi/],
  ];
  for (const [act, message] of cases) assert.throws(act, message);
});

test('bytes are given in hex or as they are', () => {
  assert.is(hexOf(new ByteLayout().hex('00fF').raw(Buffer.from([1, 2]))), '00ff0102');
  assert.is(hexOf('f0110000'), 'f0110000');
  assert.is(hexOf(new Uint8Array([9])), '09');
  assert.throws(() => hexOf('f01'), /hex: "f01" is not an even number of hex digits/);
});

test('a beginning can be used again', () => {
  const header = bytes(0xf0);
  assert.equal([hexOf(header.u8(1)), hexOf(header.u8(2)), hexOf(header)], ['f001', 'f002', 'f0']);
});

test('numbers that do not fit are refused with the range', () => {
  assert.throws(() => bytes(256), /u8: 256 is not from 0 to 255/);
  assert.throws(() => new ByteLayout().u16le(-1), /u16le: -1 is not from 0 to 65535/);
  assert.throws(() => new ByteLayout().u32le(2 ** 32), /u32le: 4294967296 is not from 0 to 4294967295/);
  assert.throws(() => new ByteLayout().u64le(2n ** 64n), /u64le: 18446744073709551616 is not from 0 to/);
  assert.throws(
    () => new ByteLayout().u64le(2 ** 53),
    /is not a whole number that is exact; write it as a bigint/,
  );
  assert.throws(() => new ByteLayout().i64le(2n ** 63n), /i64le: 9223372036854775808 is not from -2\^63/);
  assert.throws(() => new ByteLayout().u8(1.5), /u8: 1.5 is not a whole number/);
});

test.run();
