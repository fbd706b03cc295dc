import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeAddress, encodeAddress } from '../../src/crypto/address.js';
import { encodeBase58Check } from '../../src/crypto/base58.js';

const keyId = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map(bytes => Buffer.from(bytes).toString('hex'));
const version = fc.nat(255);

test("an address and its key id are each other's answer, the first time and again", () => {
  fc.assert(
    fc.property(keyId, version, (id, network) => {
      const payload = Buffer.concat([Buffer.of(network), Buffer.from(id, 'hex')]);
      const address = encodeBase58Check(payload);
      for (let time = 0; time < 2; time++) {
        assert.is(encodeAddress(network, id), address);
        assert.is(decodeAddress(network, address), id);
      }
    }),
  );
});

test('the address of another network is none, also after it was one of its own', () => {
  const address = encodeAddress(135, 'ab'.repeat(20));
  assert.is(decodeAddress(135, address), 'ab'.repeat(20));
  for (let time = 0; time < 2; time++) assert.is(decodeAddress(73, address), undefined);
  assert.is.not(encodeAddress(73, 'ab'.repeat(20)), address);
});

test('what is no key id and no address is refused each time', () => {
  for (let time = 0; time < 2; time++) {
    assert.throws(() => encodeAddress(135, 'abc'), /a key id is written as 40 hex digits/);
    assert.is(decodeAddress(135, 'nothing'), undefined);
  }
});

test.run();
