import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nativeCurve, nobleCurve } from '../../src/crypto/backend.js';
import { encodeDer, parseDerLax } from '../../src/crypto/der.js';
import { fromDisplayHex, sha256d } from '../../src/crypto/hash.js';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.js';
import { negateInPlace, ORDER } from '../../src/crypto/scalar.js';
import {
  recover,
  sign,
  signCompact,
  signWithNoble,
  verifier,
  verify,
  verifyWithNative,
  verifyWithNoble,
} from '../../src/crypto/signature.js';
import { decodeWif } from '../../src/crypto/wif.js';
import { scaled } from '../support/random/scale.js';
import { readVectors } from '../support/vectors/vectors.js';

const TEST_WIF_VERSION = 210;
const native = nativeCurve();
const backends = 'curve' in native ? [verifyWithNoble, verifyWithNative] : [verifyWithNoble];
/** A test that compares both backends; without the native one it is shown as skipped. */
const comparison = 'curve' in native ? test : test.skip;

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

function privateKeyOf(wif: string): Buffer {
  const decoded = decodeWif(TEST_WIF_VERSION, wif);
  if ('failure' in decoded) throw new Error(`${wif}: ${decoded.failure}`);
  return decoded.privateKey;
}

/** Asserts what every backend says about a signature. */
function expectVerdict(
  expected: boolean,
  hash: Buffer,
  signature: Buffer,
  publicKey: Buffer,
  id: string,
): void {
  for (const backend of backends) {
    assert.is(backend(hash, signature, publicKey), expected, `${id}: ${backend.name}`);
  }
}

interface SdkCase {
  id: string;
  private_key_wif: string;
  public_key: string;
  decoded?: { tx_uid: string | null };
  sighash?: string;
  unsigned_preimage?: string;
  sdk_preimage?: string;
  signature?: string;
  signature_valid_for_node?: boolean;
  node_signature?: string;
  node_signature_grind_count?: number;
}

/** Signed over bytes that the node does not hash: the map of the SDK is not sorted. */
const SDK_SIGNED_OTHER_BYTES = 'js-21-cdp-stake-two-assets-unsorted';
/** Names another public key as its sender than that of the key that signs. */
const SDK_FOREIGN_SENDER = 'go-6-delegate-demo';
/** The SDK refuses to make this transaction. */
const SDK_REFUSES = 'js-3-transfer-pubkey';

test('sdk-transactions.json: every signature of an SDK and of the node is reproduced and verifies as recorded', () => {
  const { cases } = readVectors<{ cases: SdkCase[] }>('sdk-transactions');
  let signatures = 0;
  const exceptions: string[] = [];
  for (const vector of cases) {
    const { id, signature, sighash } = vector;
    if (signature === undefined || sighash === undefined) {
      exceptions.push(id);
      continue;
    }
    const privateKey = privateKeyOf(vector.private_key_wif);
    const publicKey = publicKeyOf(privateKey);
    const hash = bytes(sighash);
    assert.equal(sha256d(bytes(vector.unsigned_preimage!)), hash, id);
    assert.is(publicKey.toString('hex'), vector.public_key, id);

    const signedByNode = sign(hash, privateKey, { grind: true }).toString('hex');
    assert.is(signedByNode, vector.node_signature, id);
    expectVerdict(true, hash, bytes(signedByNode), publicKey, id);

    const signedWithoutGrinding = sign(hash, privateKey, { grind: false }).toString('hex');
    assert.is(signedWithoutGrinding === signedByNode, vector.node_signature_grind_count === 0, id);

    expectVerdict(vector.signature_valid_for_node!, hash, bytes(signature), publicKey, id);
    if (vector.signature_valid_for_node) {
      assert.is(signedWithoutGrinding, signature, id);
    } else {
      exceptions.push(id);
      const signedHash = sha256d(bytes(vector.sdk_preimage!));
      assert.is(sign(signedHash, privateKey, { grind: false }).toString('hex'), signature, id);
    }
    const sender = vector.decoded?.tx_uid;
    if (sender?.length === 66 && sender !== vector.public_key) {
      exceptions.push(id);
      expectVerdict(false, hash, bytes(signature), bytes(sender), id);
    }
    signatures += 2;
  }
  assert.is(cases.length, 53);
  assert.is(signatures, 104);
  assert.equal(exceptions.toSorted(), [SDK_FOREIGN_SENDER, SDK_SIGNED_OTHER_BYTES, SDK_REFUSES].toSorted());
  console.log(`sdk-transactions.json: ${signatures} signatures, exceptions ${exceptions.join(', ')}`);
});

interface ReferenceTransaction {
  id: string;
  preimage_hex?: string;
  txid: string;
  sign_grind_count?: number;
  fields?: {
    signature?: string;
    operator_signature?: string;
    signatures?: { signature: string }[];
    vins?: { conds: { signatures?: string[] }[] }[];
  };
}

interface ReferenceVectors {
  sign_wif: string;
  second_wif: string;
  transactions: ReferenceTransaction[];
  block: { hash: string; signature: string; signer_wif: string };
}

test('reference-transactions.json: every signature of the node is reproduced and verifies', () => {
  const vectors = readVectors<ReferenceVectors>('reference-transactions');
  const first = privateKeyOf(vectors.sign_wif);
  const second = privateKeyOf(vectors.second_wif);
  let signatures = 0;
  const unsigned: string[] = [];

  const expectSigned = (hash: Buffer, signature: string, privateKey: Buffer, id: string): void => {
    assert.is(sign(hash, privateKey, { grind: true }).toString('hex'), signature, id);
    expectVerdict(true, hash, bytes(signature), publicKeyOf(privateKey), id);
    signatures++;
  };

  for (const { id, txid, preimage_hex, sign_grind_count, fields } of vectors.transactions) {
    if (!fields?.signature) {
      unsigned.push(id);
      continue;
    }
    const hash = sha256d(bytes(preimage_hex!));
    assert.equal(hash, fromDisplayHex(txid), id);
    expectSigned(hash, fields.signature, first, id);
    const isFirstAttempt = sign(hash, first, { grind: false }).toString('hex') === fields.signature;
    assert.is(isFirstAttempt, sign_grind_count === 0, id);
    if (fields.operator_signature) expectSigned(hash, fields.operator_signature, second, id);
    for (const { signature } of fields.signatures ?? []) expectSigned(hash, signature, second, id);
  }
  const { block } = vectors;
  expectSigned(fromDisplayHex(block.hash), block.signature, privateKeyOf(block.signer_wif), 'block');

  assert.is(vectors.transactions.length, 71);
  assert.is(signatures, 63 + 2 + 1);
  assert.equal(unsigned, [
    'reward-1',
    'mint-12-null',
    'mint-12-pubkey',
    'ureward-13',
    'median-17-v3',
    'median-17-pre-v3',
    'median-17-empty',
    'cdp-24',
  ]);
  console.log(
    `reference-transactions.json: ${signatures} signatures, ${unsigned.length} transactions unsigned`,
  );
});

test('reference-transactions.json: the placeholder for a multisig signature parses and verifies nothing', () => {
  const { transactions } = readVectors<ReferenceVectors>('reference-transactions');
  const placeholders = transactions.flatMap(tx =>
    (tx.fields?.vins ?? []).flatMap(vin => vin.conds.flatMap(cond => cond.signatures ?? [])),
  );
  assert.equal(placeholders, ['3006020101020101']);
  const publicKey = publicKeyOf(generatePrivateKey());
  expectVerdict(false, Buffer.alloc(32, 1), bytes(placeholders[0]!), publicKey, 'placeholder');
});

const hash32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(raw => Buffer.from(raw));
const privateKeys = fc.constantFrom(...Array.from({ length: 8 }, generatePrivateKey));

test('a signature verifies for its hash and key, in either form of s, and for no other', () => {
  fc.assert(
    fc.property(hash32, privateKeys, fc.boolean(), (hash, privateKey, grind) => {
      const publicKey = publicKeyOf(privateKey);
      const signature = sign(hash, privateKey, { grind });
      expectVerdict(true, hash, signature, publicKey, 'own');

      const highS = parseDerLax(signature)!;
      negateInPlace(highS.subarray(32));
      expectVerdict(true, hash, encodeDer(highS), publicKey, 'high s');

      expectVerdict(false, sha256d(hash), signature, publicKey, 'other hash');
      expectVerdict(false, hash, signature, publicKeyOf(sha256d(privateKey)), 'other key');
    }),
    { numRuns: scaled(10, 300) },
  );
});

test('a ground signature has an r below 2^255, and so at most 70 bytes', () => {
  fc.assert(
    fc.property(hash32, privateKeys, (hash, privateKey) => {
      const signature = sign(hash, privateKey, { grind: true });
      assert.ok(parseDerLax(signature)![0]! < 0x80);
      assert.ok(signature.length <= 70);
    }),
    { numRuns: scaled(30, 1000) },
  );
});

/** The bytes of a valid signature or key with one of them changed, cut or lengthened. */
function mutate(valid: Buffer, position: number, value: number, kind: number): Buffer {
  const at = position % valid.length;
  const changed = Buffer.from(valid);
  changed[at] = value;
  return [changed, valid.subarray(0, at), Buffer.concat([valid, Buffer.from([value])])][kind % 3]!;
}

const mutation = fc.tuple(fc.nat(200), fc.nat(255), fc.nat(2));

test('noble and the curve in use make the same signatures, with and without grinding', () => {
  fc.assert(
    fc.property(hash32, privateKeys, fc.boolean(), (hash, privateKey, grind) => {
      assert.equal(sign(hash, privateKey, { grind }), signWithNoble(hash, privateKey, { grind }));
    }),
    { numRuns: scaled(100, 5000) },
  );
  for (const hash of [ORDER, Buffer.alloc(32, 0xff), Buffer.alloc(32)]) {
    const privateKey = Buffer.alloc(32, 7);
    assert.equal(sign(hash, privateKey, { grind: true }), signWithNoble(hash, privateKey, { grind: true }));
  }
});

comparison('native and noble agree about mutated signatures, keys and hashes', () => {
  fc.assert(
    fc.property(
      hash32,
      privateKeys,
      mutation,
      fc.nat(2),
      (hash, privateKey, [position, value, kind], target) => {
        const parts = [hash, sign(hash, privateKey, { grind: false }), publicKeyOf(privateKey)];
        parts[target] = mutate(parts[target]!, position, value, kind);
        const [h, signature, publicKey] = parts as [Buffer, Buffer, Buffer];
        assert.is(verifyWithNative(h, signature, publicKey), verifyWithNoble(h, signature, publicKey));
      },
    ),
    { numRuns: scaled(300, 20_000) },
  );
});

comparison('native and noble agree at the edges of the ranges', () => {
  const privateKey = generatePrivateKey();
  const publicKey = publicKeyOf(privateKey);
  const one = Buffer.concat([Buffer.alloc(31), Buffer.from([1])]);
  const last = Buffer.from(ORDER);
  last[31]! -= 1;
  const scalars = [Buffer.alloc(32), one, last, ORDER, Buffer.alloc(32, 0xff)];
  for (const r of scalars) {
    for (const s of scalars) {
      for (const hash of scalars) {
        const der = encodeDer(Buffer.concat([r, s]));
        assert.is(verifyWithNative(hash, der, publicKey), verifyWithNoble(hash, der, publicKey));
      }
    }
  }
  for (const hash of [Buffer.alloc(32), ORDER, Buffer.alloc(32, 0xff)]) {
    expectVerdict(true, hash, sign(hash, privateKey, { grind: false }), publicKey, hash.toString('hex'));
  }
});

comparison('native and noble make the same public keys', () => {
  if (!('curve' in native)) throw new Error(native.unavailable);
  const { curve } = native;
  const equal = (privateKey: Uint8Array): void =>
    assert.equal(Buffer.from(curve.publicKeyOf(privateKey)), Buffer.from(nobleCurve.publicKeyOf(privateKey)));
  const last = Buffer.from(ORDER);
  last[31]! -= 1;
  for (const edge of [Buffer.concat([Buffer.alloc(31), Buffer.from([1])]), last]) equal(edge);
  fc.assert(fc.property(privateKeys, equal), { numRuns: scaled(100, 5000) });
});

comparison('native and noble agree about which 33 bytes are public keys', () => {
  if (!('curve' in native)) throw new Error(native.unavailable);
  const { curve } = native;
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.constantFrom(0, 2, 2, 3, 3, 4, 6, 7),
      (x, tag) => {
        const publicKey = Buffer.concat([Buffer.from([tag]), x]);
        assert.is(curve.isValidPublicKey(publicKey), nobleCurve.isValidPublicKey(publicKey));
      },
    ),
    { numRuns: scaled(300, 20_000) },
  );
});

test('no bytes make verification or recovery throw', () => {
  const anything = fc.uint8Array({ maxLength: 80 });
  fc.assert(
    fc.property(
      fc.oneof(hash32, anything),
      anything,
      fc.oneof(
        fc.constant(publicKeyOf(generatePrivateKey())),
        fc.uint8Array({ minLength: 33, maxLength: 33 }),
        anything,
      ),
      fc.uint8Array({ minLength: 65, maxLength: 65 }),
      (hash, signature, publicKey, recoverable) => {
        for (const backend of backends) assert.not(backend(hash, signature, publicKey));
        recover(hash, recoverable);
        recover(hash, signature);
      },
    ),
    { numRuns: scaled(300, 20_000) },
  );
});

test('recovery gives the key that signed, whatever the unused bits of the header', () => {
  fc.assert(
    fc.property(hash32, privateKeys, (hash, privateKey) => {
      const signature = signCompact(hash, privateKey);
      assert.ok(signature.length === 65 && signature[0]! >= 31 && signature[0]! <= 34);
      assert.equal(recover(hash, signature), publicKeyOf(privateKey));
      signature[0]! += 8;
      assert.equal(recover(hash, signature), publicKeyOf(privateKey));
      signature[0]! -= 4;
      assert.is(recover(hash, signature)?.length, 65);
    }),
    { numRuns: scaled(10, 300) },
  );
});

test('recovery ids 2 and 3 stand for a nonce point whose x is r + n', () => {
  const hash = sha256d(Buffer.from('hash'));
  let keysBeyondOrder = 0;
  for (let r = 1; r <= 16; r++) {
    const compact = Buffer.alloc(64, 1).fill(0, 0, 31);
    compact[31] = r;
    const keys: string[] = [];
    for (const recoveryId of [0, 1, 2, 3]) {
      const publicKey = recover(hash, Buffer.concat([Buffer.from([27 + 4 + recoveryId]), compact]));
      if (publicKey === undefined) continue;
      expectVerdict(true, hash, encodeDer(compact), publicKey, `r ${r}, recovery id ${recoveryId}`);
      keys.push(publicKey.toString('hex'));
      if (recoveryId >= 2) keysBeyondOrder++;
    }
    assert.is(new Set(keys).size, keys.length, 'each recovery id is another key');
  }
  assert.ok(keysBeyondOrder > 0, 'no point with such an x was found');
});

test('signing refuses a hash of a wrong length and a number that is no private key', () => {
  const key = generatePrivateKey();
  assert.throws(() => sign(randomBytes(31), key, { grind: true }), /32 bytes, got 31/);
  assert.throws(() => sign(randomBytes(32), ORDER, { grind: true }), /private key/);
  assert.throws(() => signCompact(randomBytes(33), key), /32 bytes, got 33/);
});

test('verify uses the native library where it loads', () => {
  assert.is(verifier(), 'curve' in native ? 'native' : 'noble');
  const key = generatePrivateKey();
  const hash = randomBytes(32);
  assert.ok(verify(hash, sign(hash, key, { grind: true }), publicKeyOf(key)));
});

test.run();
