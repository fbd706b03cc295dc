import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeDer, parseDerLax } from '../../src/crypto/der.js';
import { ORDER } from '../../src/crypto/scalar.js';
import { scaled } from '../support/random/scale.js';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const scalar = (last: number): Buffer => Buffer.concat([Buffer.alloc(31), Buffer.from([last])]);
const ONE_TWO = Buffer.concat([scalar(1), scalar(2)]);
const ZERO = Buffer.alloc(64);

const anyScalar = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter(bytes => Buffer.compare(bytes, ORDER) < 0);

test('strict DER of r and s parses back to r and s', () => {
  fc.assert(
    fc.property(anyScalar, anyScalar, (r, s) => {
      const compact = Buffer.concat([r, s]);
      const der = encodeDer(compact);
      assert.ok(der.length >= 8 && der.length <= 72);
      assert.equal(parseDerLax(der), compact);
    }),
  );
});

test('integers are encoded without surplus zeros and without a sign', () => {
  assert.equal(encodeDer(ONE_TWO), hex('3006 020101 020102'));
  assert.equal(encodeDer(Buffer.concat([scalar(0x80), scalar(0)])), hex('3007 02020080 020100'));
  assert.throws(() => encodeDer(Buffer.alloc(63)), /64 bytes, got 63/);
});

const TOLERATED: [what: string, der: string][] = [
  ['bytes after the second integer', '3006 020101 020102 ffff'],
  ['a sequence length that is too short', '3001 020101 020102'],
  ['a sequence length that is too long', '307f 020101 020102'],
  ['a sequence length in long form', '3081ff 020101 020102'],
  ['a sequence length of many bytes, which are not read', '3084ffffffff 020101 020102'],
  ['an indefinite sequence length', '3080 020101 020102'],
  ['an integer length in long form', '3006 02810101 0282000102'],
  ['an integer length with many leading zeros', '3006 0287000000000000 0101 020102'],
  ['leading zeros of an integer', '3006 0203000001 02020002'],
  ['more than 32 bytes of which the surplus are zeros', `3006 0223${'00'.repeat(34)}01 020102`],
];

for (const [what, der] of TOLERATED) {
  test(`the lax parser tolerates ${what}`, () => assert.equal(parseDerLax(hex(der)), ONE_TWO));
}

test('the lax parser reads a negative integer as a positive one', () => {
  assert.equal(parseDerLax(hex('3006 0201ff 020102')), Buffer.concat([scalar(0xff), scalar(2)]));
});

test('an empty integer is zero', () => {
  assert.equal(parseDerLax(hex('3004 0200 0200')), ZERO);
  assert.equal(parseDerLax(hex('3004 0280 020102')), Buffer.concat([scalar(0), scalar(2)]));
});

test('an r or s that does not fit or is not below the order makes the whole signature zero', () => {
  const order = ORDER.toString('hex');
  assert.equal(parseDerLax(hex(`3000 022100${order} 020101`)), ZERO);
  assert.equal(parseDerLax(hex(`3000 020101 0220${order}`)), ZERO);
  assert.equal(parseDerLax(hex(`3000 0221 01${'00'.repeat(32)} 020101`)), ZERO);
  assert.equal(parseDerLax(hex(`3000 020101 0221 01${'00'.repeat(32)}`)), ZERO);
});

const REFUSED: [what: string, der: string][] = [
  ['nothing', ''],
  ['another tag than sequence', '3106 020101 020102'],
  ['no sequence length', '30'],
  ['a long sequence length beyond the end', '3082 01'],
  ['another tag than integer for r', '3006 030101 020102'],
  ['another tag than integer for s', '3006 020101 030102'],
  ['no length of r', '3006 02'],
  ['r beyond the end', '3006 0205 01'],
  ['no s', '3003 020101'],
  ['s beyond the end', '3006 020101 020202'],
  ['an integer length of which bytes are missing', '3006 0284 01'],
  ['an integer length of astronomic size', `3006 0288ffffffffffffffff 01`],
];

for (const [what, der] of REFUSED) {
  test(`the lax parser refuses ${what}`, () => assert.is(parseDerLax(hex(der)), undefined));
}

test('every strict prefix of a signature is refused', () => {
  const der = encodeDer(Buffer.alloc(64, 0x11));
  for (let length = 0; length < der.length; length++) {
    assert.is(parseDerLax(der.subarray(0, length)), undefined);
  }
});

/** DER-like input: right tags and nearly right lengths, so that the deep branches are reached. */
const nearlyDer = fc
  .tuple(
    fc.constantFrom('30', '30', '30', '31'),
    fc.constantFrom('06', '80', '8100', '820000', '44', 'ff'),
    fc.constantFrom('02', '02', '02', '03'),
    fc.constantFrom('01', '20', '21', '8101', '8120', '82000020', '00', '85'),
    fc.uint8Array({ maxLength: 34 }),
    fc.constantFrom('0201', '0220', '0221', '028121'),
    fc.uint8Array({ maxLength: 34 }),
  )
  .map(parts => Buffer.concat(parts.map(part => (typeof part === 'string' ? hex(part) : part))));

test('any bytes give 64 bytes or nothing, with both halves below the order', () => {
  fc.assert(
    fc.property(fc.oneof(nearlyDer, fc.uint8Array({ maxLength: 100 })), input => {
      const compact = parseDerLax(input);
      if (compact === undefined) return;
      assert.is(compact.length, 64);
      assert.ok(Buffer.compare(compact.subarray(0, 32), ORDER) < 0);
      assert.ok(Buffer.compare(compact.subarray(32), ORDER) < 0);
    }),
    { numRuns: scaled(2000, 100_000) },
  );
});

test.run();
