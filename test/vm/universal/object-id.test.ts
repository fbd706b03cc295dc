import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { objectIdOf } from '../../../vm/universal/object-id.js';

const TXID = `01${'00'.repeat(30)}ff`;

test('the id of an object is sha256d of a text, the txid in wire order and the action in 32 bits', () => {
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
  const preimage = Buffer.concat([
    Buffer.from('coind/object'),
    Buffer.from(TXID, 'hex').reverse(),
    Buffer.of(0x02, 0x01, 0x00, 0x00),
  ]);
  assert.is(objectIdOf(TXID, 0x0102), hash(hash(preimage)).reverse().toString('hex'));
});

test('actions of one transaction, and the same action of two, make objects of different ids', () => {
  const ids = [0, 1, 256, 65_536].flatMap(i => [TXID, 'ab'.repeat(32)].map(txid => objectIdOf(txid, i)));
  assert.is(new Set(ids).size, 8);
});

test.run();
