import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeAddress } from '../../src/crypto/address.js';
import { toDisplayHex } from '../../src/crypto/hash.js';
import { keyIdOf } from '../../src/crypto/keys.js';
import { multisigKeyId, multisigSigningHash, redeemScript } from '../../src/crypto/utxo-multisig.js';
import { passwordHash, passwordProof } from '../../src/crypto/utxo-password.js';

/* The vectors of spec 07 §19, on the test network's addresses. */

const ADDRESS_VERSION = 135;
const SIGNERS = [
  '0376de6a21f63c35a053c849a339598016a0261d6bdc5567adeda0af78b750c4cc',
  '025a37cb6ec9f63bb17e562865e006f0bafa9afbd8a846bd87fc8ff9e35db1252e',
  '03f52925f191c77bb1d16b19387bcfcb83380f1622d643a11038cf4867c4578696',
].map(key => keyIdOf(Buffer.from(key, 'hex')));
const [P0, P1] = SIGNERS as [string, string];
const TXID = 'a5dff81ec375b8031bce7b6fc4793126f131957a8350aea94bede6f83e731530';
const TWO_OF_THREE = { m: 2, signers: SIGNERS };
const SECRET = Buffer.from('secret');

test('the redeem script is a byte 255, m, the addresses and n', () => {
  const script = redeemScript(ADDRESS_VERSION, TWO_OF_THREE);
  assert.is(script[0], 255);
  assert.is(
    script.toString('latin1', 1),
    '2wNDue1jHcgRSioSDL4o1AzXz3D72gCMkP6wNuJM44FPC5NxearNLP98pg295VqP7hsquwP64X59EoRmeq2M5GrJ23UVttE9uxnuoFa3',
  );
});

test('the multi-signature address is that of the script, whose signers have an order', () => {
  const keyId = multisigKeyId(ADDRESS_VERSION, TWO_OF_THREE);
  assert.is(keyId, '023e8aff34a8fad65cb8ecbeae54900938b259b3');
  assert.is(encodeAddress(ADDRESS_VERSION, keyId), 'wKqJCc26LcVrxDPmfuQU38fLmiQoez54n1');
  assert.is.not(multisigKeyId(ADDRESS_VERSION, { m: 2, signers: SIGNERS.toReversed() }), keyId);
});

test('the signing hash is that of the output and the spender', () => {
  const spending = { prevTxid: TXID, prevIndex: 1, spender: P0 };
  const hash = (changes: Partial<typeof spending>) =>
    toDisplayHex(multisigSigningHash(ADDRESS_VERSION, TWO_OF_THREE, { ...spending, ...changes }));
  assert.is(hash({}), 'f40ad511ec3f2d4dbc24a5a8b3d8404c78b9e55f601dac4c96e9bb5cd697ded8');
  assert.is.not(hash({ spender: P1 }), hash({}));
  assert.is.not(hash({ prevIndex: 256 }), hash({}));
});

test('a password is hashed behind the key id of the creator', () => {
  assert.is(passwordHash(P0, SECRET), '16649a22067dd8545d4830ce475ba7cb53d4999e8baef30b3941235f4d13cf28');
  assert.is.not(passwordHash(P1, SECRET), passwordHash(P0, SECRET));
});

test('a proof is that of password, creator, spender and output', () => {
  const terms = { creator: P0, spender: P1, prevTxid: TXID, prevIndex: 1 };
  const proof = passwordProof(SECRET, terms);
  assert.is(proof, 'a21ce425ae430965bbd8854a8b2b508529b651b84bf7e40f0abd7512a286760a');
  for (const changed of [{ creator: P1 }, { spender: P0 }, { prevTxid: '0'.repeat(64) }, { prevIndex: 2 }]) {
    assert.is.not(passwordProof(SECRET, { ...terms, ...changed }), proof);
  }
});

test.run();
