import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decode, encode } from '../../src/codec/codec.js';
import {
  isMatureRegId,
  NO_REGID,
  parseRegId,
  regId,
  regIdFromInteger,
  regIdFromRaw,
  regIdInteger,
  regIdRaw,
  regIdText,
  sameRegId,
} from '../../src/codec/regid.js';

const anyRegId = fc.record(
  { height: fc.integer({ min: 0, max: 0xffffffff }), index: fc.integer({ min: 0, max: 0xffff }) },
  { noNullPrototype: true },
);

test('text, wire, raw and integer form give the regid back', () => {
  fc.assert(
    fc.property(anyRegId, id => {
      assert.equal(parseRegId(regIdText(id)), id);
      assert.equal(decode(regId, encode(regId, id)), id);
      assert.equal(regIdFromRaw(regIdRaw(id)), id);
      assert.equal(regIdFromInteger(regIdInteger(id)), id);
    }),
  );
});

test('raw is little-endian height and index, the integer shifts the height by 20 bits', () => {
  assert.is(regIdRaw({ height: 320561, index: 1 }).toString('hex'), '31e404000100');
  assert.is(regIdInteger({ height: 501, index: 3 }), 525336579n);
  assert.is(regIdInteger({ height: 0, index: 800 }), 800n);
});

test('the index of an integer form is cut to 16 bits', () => {
  assert.equal(regIdFromInteger((1n << 20n) + 0x12345n), { height: 1, index: 0x2345 });
});

test('leading zeros are read, signs, blanks and values out of range are not', () => {
  assert.equal(parseRegId('0000000001-02'), { height: 1, index: 2 });
  assert.equal(parseRegId('4294967295-65535'), { height: 0xffffffff, index: 0xffff });
  for (const text of [
    '',
    '-',
    '1',
    '1-',
    '-1',
    '1-2-3',
    ' 1-2',
    '1-2\n',
    '+1-2',
    '00000000001-1',
    '1-65536',
  ]) {
    assert.is(parseRegId(text), undefined, JSON.stringify(text));
  }
});

test('a regid matures after the given number of blocks, a genesis one at once, none never', () => {
  assert.ok(!isMatureRegId(NO_REGID, 1000, 100));
  assert.ok(isMatureRegId({ height: 0, index: 1 }, 0, 100));
  assert.ok(!isMatureRegId({ height: 10, index: 1 }, 110, 100));
  assert.ok(isMatureRegId({ height: 10, index: 1 }, 111, 100));
});

test('two regids are the same when height and index are', () => {
  assert.ok(sameRegId({ height: 1, index: 2 }, { height: 1, index: 2 }));
  assert.ok(!sameRegId({ height: 1, index: 2 }, { height: 2, index: 1 }));
});

test.run();
