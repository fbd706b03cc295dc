import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sha256 } from '../../src/crypto/hash.js';
import { Sha256State } from '../../src/crypto/sha256-state.js';

test('the first digest is SHA-256, at every length around the block boundaries', () => {
  for (let length = 0; length <= 200; length++) {
    const message = Buffer.alloc(length, length);
    assert.equal(new Sha256State().update(message).digest(), sha256(message));
  }
});

test('how a message is cut into updates makes no difference', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 150 })), parts => {
      const state = new Sha256State();
      for (const part of parts) state.update(part);
      assert.equal(state.digest(), sha256(Buffer.concat(parts)));
    }),
  );
});

test('a digest does not reset the state', () => {
  const message = Buffer.from('abc');
  const state = new Sha256State().update(message);
  assert.equal(state.digest(), sha256(message));
  assert.not.equal(state.digest(), sha256(message));
  assert.not.equal(state.update(message).digest(), sha256(message));
});

test.run();
