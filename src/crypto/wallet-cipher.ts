/**
 * Encryption of a wallet's secrets (spec 07 §17.2). A random master key encrypts every private key;
 * a key derived from the passphrase encrypts the master key. A new passphrase so means one new
 * encryption, whatever the number of keys.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { sha256d } from './hash.js';
import { publicKeyOf } from './keys.js';
import { isValidPrivateKey } from './private-key.js';

/** Sizes in bytes: of the master key and every AES-256 key, of an initialization vector, of the salt. */
export const CIPHER_KEY_SIZE = 32;
const CIPHER_IV_SIZE = 16;
export const SALT_SIZE = 8;

/**
 * How a passphrase becomes a key: the reference's method, which counts iterations of SHA-512, or
 * scrypt, which also costs `128 * cost * blockSize` bytes of memory.
 */
export type KdfParameters =
  | { readonly method: 'sha512'; readonly iterations: number }
  | {
      readonly method: 'scrypt';
      /** N, a power of two. */
      readonly cost: number;
      /** r. */
      readonly blockSize: number;
      /** p. */
      readonly parallelization: number;
    };

/** scrypt with 32 MiB of memory; takes about 0.1 s. */
export const DEFAULT_SCRYPT: KdfParameters = {
  method: 'scrypt',
  cost: 32_768,
  blockSize: 8,
  parallelization: 1,
};

/** Key and initialization vector for AES-256-CBC. Wipe both after use. */
export interface CipherKey {
  /** 32 bytes. */
  readonly key: Buffer;
  /** 16 bytes. */
  readonly iv: Buffer;
}

/** Overwrites a secret. Copies that JavaScript has made of it elsewhere cannot be reached. */
export function wipe(secret: Uint8Array): void {
  secret.fill(0);
}

/**
 * Derives the key that encrypts the master key.
 *
 * @param passphrase - its UTF-8 bytes.
 * @param salt - {@link SALT_SIZE} random bytes.
 * @throws RangeError when the parameters are outside of what the method allows.
 */
export async function deriveCipherKey(
  passphrase: Uint8Array,
  salt: Uint8Array,
  parameters: KdfParameters,
): Promise<CipherKey> {
  const derived =
    parameters.method === 'sha512'
      ? iterateSha512(passphrase, salt, parameters.iterations)
      : await deriveScrypt(passphrase, salt, parameters);
  return {
    key: derived.subarray(0, CIPHER_KEY_SIZE),
    iv: derived.subarray(CIPHER_KEY_SIZE, CIPHER_KEY_SIZE + CIPHER_IV_SIZE),
  };
}

/** OpenSSL's EVP_BytesToKey with SHA-512; key and vector fit into its first digest. */
function iterateSha512(passphrase: Uint8Array, salt: Uint8Array, iterations: number): Buffer {
  if (!Number.isSafeInteger(iterations) || iterations < 1) {
    throw new RangeError(`the number of iterations is a positive integer, got ${iterations}`);
  }
  let digest = createHash('sha512').update(passphrase).update(salt).digest();
  for (let i = 1; i < iterations; i++) {
    const next = createHash('sha512').update(digest).digest();
    wipe(digest);
    digest = next;
  }
  return digest;
}

const scryptAsync = promisify<Uint8Array, Uint8Array, number, ScryptLimits, Buffer>(scrypt);

interface ScryptLimits {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
  readonly maxmem: number;
}

function deriveScrypt(
  passphrase: Uint8Array,
  salt: Uint8Array,
  { cost, blockSize, parallelization }: Extract<KdfParameters, { method: 'scrypt' }>,
): Promise<Buffer> {
  // The exact need of the algorithm is 128 * r * (N + p) bytes and a little; Node's default is less.
  const maxmem = 128 * blockSize * (cost + parallelization + 2);
  const size = CIPHER_KEY_SIZE + CIPHER_IV_SIZE;
  return scryptAsync(passphrase, salt, size, { cost, blockSize, parallelization, maxmem });
}

/** Encrypts the master key with AES-256-CBC and PKCS#7 padding: 32 bytes become 48. */
export function encryptMasterKey(masterKey: Uint8Array, wrapping: CipherKey): Buffer {
  return encryptCbc(masterKey, wrapping.key, wrapping.iv);
}

/**
 * Decrypts the master key.
 *
 * @returns 32 bytes, or `undefined` for a wrong key: the whole last block must decrypt to padding,
 *   which happens with a wrong key once in 2^128.
 */
export function decryptMasterKey(encrypted: Uint8Array, wrapping: CipherKey): Buffer | undefined {
  const masterKey = decryptCbc(encrypted, wrapping.key, wrapping.iv);
  return masterKey?.length === CIPHER_KEY_SIZE ? masterKey : undefined;
}

/**
 * Encrypts a private key under the master key. The initialization vector comes from the public key,
 * so that it need not be stored.
 *
 * @param publicKey - 33 bytes, of that private key.
 */
export function encryptSecret(privateKey: Uint8Array, publicKey: Uint8Array, masterKey: Uint8Array): Buffer {
  return encryptCbc(privateKey, masterKey, secretIv(publicKey));
}

/**
 * Decrypts a private key and makes sure that it belongs to the public key, which is the test of a
 * passphrase (spec 07 §17.2, check on unlock).
 *
 * @returns 32 bytes, or `undefined` when the master key is not the right one.
 */
export function decryptSecret(
  encrypted: Uint8Array,
  publicKey: Uint8Array,
  masterKey: Uint8Array,
): Buffer | undefined {
  const privateKey = decryptCbc(encrypted, masterKey, secretIv(publicKey));
  if (privateKey === undefined || !isValidPrivateKey(privateKey)) return undefined;
  return publicKeyOf(privateKey).equals(publicKey) ? privateKey : undefined;
}

const NONCE_SIZE = 12;
const TAG_SIZE = 16;

/**
 * Encrypts a secret that is no private key, such as the entropy of a mnemonic: AES-256-GCM, as
 * nonce ‖ encrypted ‖ tag.
 */
export function encryptBytes(plain: Uint8Array, masterKey: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_SIZE);
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @returns `undefined` when the master key is not the right one, or the bytes are not those that were made */
export function decryptBytes(encrypted: Uint8Array, masterKey: Uint8Array): Buffer | undefined {
  if (encrypted.length < NONCE_SIZE + TAG_SIZE) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', masterKey, encrypted.subarray(0, NONCE_SIZE), {
    authTagLength: TAG_SIZE,
  });
  decipher.setAuthTag(encrypted.subarray(encrypted.length - TAG_SIZE));
  const plain = decipher.update(encrypted.subarray(NONCE_SIZE, encrypted.length - TAG_SIZE));
  try {
    decipher.final();
    return plain;
  } catch {
    // The only reason that this cipher has: the tag does not fit.
    wipe(plain);
    return undefined;
  }
}

function secretIv(publicKey: Uint8Array): Buffer {
  return sha256d(publicKey).subarray(0, CIPHER_IV_SIZE);
}

function encryptCbc(plain: Uint8Array, key: Uint8Array, iv: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  return Buffer.concat([cipher.update(plain), cipher.final()]);
}

/** The error code with which OpenSSL reports a padding that the key does not produce. */
const BAD_PADDING = new Set(['ERR_OSSL_BAD_DECRYPT', 'ERR_OSSL_WRONG_FINAL_BLOCK_LENGTH']);

function decryptCbc(encrypted: Uint8Array, key: Uint8Array, iv: Uint8Array): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-cbc', key, iv);
  try {
    return Buffer.concat([decipher.update(encrypted), decipher.final()]);
  } catch (error) {
    if (error instanceof Error && 'code' in error && BAD_PADDING.has(String(error.code))) return undefined;
    throw error;
  }
}
