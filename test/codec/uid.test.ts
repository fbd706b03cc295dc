import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decode, encode } from '../../src/codec/codec.js';
import { DecodeError } from '../../src/codec/errors.js';
import {
  keyIdUid,
  NULL_UID,
  publicKeyUid,
  regIdUid,
  type Uid,
  uid,
  uidText,
  uidType,
} from '../../src/codec/uid.js';

const KEY_ID = '1c758724cc60db35dd387bcf619a478ec3c065f2';
const PUBLIC_KEY = '0376de6a21f63c35a053c849a339598016a0261d6bdc5567adeda0af78b750c4cc';

/** uid, bytes, text and `id_type` of spec 01 §3.2. */
const FORMS: readonly (readonly [Uid, string, string, string])[] = [
  [NULL_UID, '00', 'Null', 'Null'],
  [regIdUid({ height: 0, index: 1 }), '020001', '0-1', 'RegID'],
  [regIdUid({ height: 4294967295, index: 65535 }), '088efefefe7f82fe7f', '4294967295-65535', 'RegID'],
  [keyIdUid(KEY_ID), `14${KEY_ID}`, KEY_ID, 'KeyID'],
  [publicKeyUid(PUBLIC_KEY), `21${PUBLIC_KEY}`, PUBLIC_KEY, 'PubKey'],
];

test('each form has its bytes, its text and its type', () => {
  for (const [value, hex, text, type] of FORMS) {
    assert.is(encode(uid, value).toString('hex'), hex);
    assert.equal(decode(uid, Buffer.from(hex, 'hex')), value);
    assert.is(uidText(value), text);
    assert.is(uidType(value), type);
  }
});

test('the uid of the empty regid is the null uid', () => {
  assert.is(regIdUid({ height: 0, index: 0 }), NULL_UID);
});

test('a decoded empty regid is kept as decoded', () => {
  const value = decode(uid, Buffer.from('020000', 'hex'));
  assert.is(uidText(value), '0-0');
  assert.is(encode(uid, value).toString('hex'), '020000');
});

test('the tag of a regid need not be its length', () => {
  for (let tag = 2; tag <= 10; tag++) {
    const value = decode(uid, Buffer.from([tag, 0x00, 0x01]));
    assert.is(encode(uid, value).toString('hex'), '020001');
  }
});

test('any other tag is an error, and so is a public key that begins with neither 02 nor 03', () => {
  const tags = [1, 11, 19, 21, 32, 34, 100, 252].map(tag => Buffer.from([tag, ...Buffer.alloc(40)]));
  for (const bytes of [...tags, Buffer.from(`2104${PUBLIC_KEY.slice(2)}`, 'hex')]) {
    assert.throws(
      () => decode(uid, bytes),
      (error: unknown) =>
        error instanceof DecodeError && error.message === 'Unserialize CUserID error: iostream error',
    );
  }
});

test.run();
