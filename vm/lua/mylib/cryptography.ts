import { createCipheriv, createDecipheriv } from 'node:crypto';
import { sha256, sha256d } from '../../../src/crypto/hash.js';
import { verify } from '../../../src/crypto/signature.js';
import { toBytes } from '../value/string.js';
import type { ApiFunction } from './api-function.js';
import { toUint16 } from './number-conversion.js';
import { MAX_BYTES, type TableReader } from './table-reader.js';

/** Hashes, a cipher and signatures for contracts (spec 03 §8.3). */

const HASH_UNIT = 32;
/** Work of hashing a text of at most 500 bytes, of DES with the making of a cipher, and of verifying a signature. */
const HASH_WORK = 400;
const DES_WORK = 3000;
const SIGNATURE_WORK = 8000;

function hashFunction(
  name: string,
  fuel: number,
  fuelPerUnit: number,
  hash: (bytes: Uint8Array) => Uint8Array,
): ApiFunction {
  return {
    name,
    needsRun: false,
    work: HASH_WORK,
    call(api) {
      const text = api.text();
      if (text === undefined) return undefined;
      if (text.length === 0) return api.refuse(() => 'the text is empty, or begins with a zero byte');
      api.burnData(fuel, text.length, HASH_UNIT, fuelPerUnit);
      return hash(toBytes(text));
    },
  };
}

export const doubleSha256 = hashFunction('Sha256', 50, 10, sha256d);
export const singleSha256 = hashFunction('Sha256Once', 30, 6, sha256);

const DES_BLOCK = 8;
const DES_FUEL = 50;
const DES_FUEL_PER_BLOCK = 2;

export const des: ApiFunction = {
  name: 'Des',
  needsRun: false,
  work: DES_WORK,
  call(api) {
    const fields = api.fields();
    if (fields === undefined) return undefined;
    const data = sizedBytes(fields, 'dataLen', 'data');
    if (data === undefined) return undefined;
    const key = sizedBytes(fields, 'keyLen', 'key');
    if (key === undefined) return undefined;
    const flag = fields.uint32('flag');
    // Keys of 16 bytes are refused too, by a mistake that contracts can see (spec 03 O-8).
    if (flag === undefined) return undefined;
    if (key.length !== DES_BLOCK) {
      return api.refuse(() => `the key has ${key.length} bytes, ${DES_BLOCK} are expected`);
    }
    api.burnData(DES_FUEL, data.length, DES_BLOCK, DES_FUEL_PER_BLOCK);
    return desEcb(data, key, flag !== 0).subarray(0, MAX_BYTES);
  },
};

/** DES of blocks one by one, the last one filled up with zero bytes. */
function desEcb(data: Uint8Array, key: Uint8Array, encrypting: boolean): Uint8Array {
  // OpenSSL has no plain DES any more: triple DES with one key three times is the same.
  const tripleKey = Buffer.concat([key, key, key]);
  const make = encrypting ? createCipheriv : createDecipheriv;
  const cipher = make('des-ede3-ecb', tripleKey, null).setAutoPadding(false);
  const blocks = Buffer.alloc(Math.ceil(data.length / DES_BLOCK) * DES_BLOCK);
  blocks.set(data);
  return Buffer.concat([cipher.update(blocks), cipher.final()]);
}

const PUBLIC_KEY_SIZE = 33;

export const verifySignature: ApiFunction = {
  name: 'VerifySignature',
  needsRun: false,
  work: SIGNATURE_WORK,
  call(api) {
    const fields = api.fields();
    if (fields === undefined) return undefined;
    const data = sizedBytes(fields, 'dataLen', 'data');
    if (data === undefined) return undefined;
    const publicKey = sizedBytes(fields, 'pubKeyLen', 'pubKey');
    if (publicKey === undefined) return undefined;
    const signature = sizedBytes(fields, 'signatureLen', 'signature');
    if (signature === undefined) return undefined;
    if (publicKey.length !== PUBLIC_KEY_SIZE) {
      return api.refuse(
        () => `the public key has ${publicKey.length} bytes, ${PUBLIC_KEY_SIZE} are expected`,
      );
    }
    api.burnData(200, data.length, HASH_UNIT, 10);
    return verify(sha256d(data), signature, publicKey);
  },
};

/** An array of bytes whose length is another field. */
function sizedBytes(fields: TableReader, lengthName: string, name: string): Uint8Array | undefined {
  const length = fields.uint32(lengthName);
  // Read as a signed number, which must be positive; only its lower 16 bits count then (spec 03 §8.3).
  if (length === undefined) return undefined;
  if ((length | 0) <= 0) return fields.refuse(() => `field "${lengthName}" is ${length | 0}, 1 is the least`);
  return fields.bytes(name, toUint16(length));
}
