import { randomBytes } from 'node:crypto';
import {
  CIPHER_KEY_SIZE,
  type CipherKey,
  decryptMasterKey,
  deriveCipherKey,
  encryptMasterKey,
  type KdfParameters,
  SALT_SIZE,
  wipe,
} from '../crypto/wallet-cipher.js';
import type { StoredEncryption } from './wallet-document.js';

/** A new random master key, 32 bytes. */
export function newMasterKey(): Buffer {
  return randomBytes(CIPHER_KEY_SIZE);
}

/** Encrypts a master key with a passphrase and a new salt. Takes about 0.1 s, most of it off this thread. */
export async function wrapMasterKey(
  masterKey: Uint8Array,
  passphrase: string,
  kdf: KdfParameters,
): Promise<StoredEncryption> {
  const salt = randomBytes(SALT_SIZE);
  const encrypted = await withCipherKey(passphrase, salt, kdf, key => encryptMasterKey(masterKey, key));
  return { kdf, salt: salt.toString('hex'), masterKey: encrypted.toString('hex') };
}

/** The master key, or undefined when the passphrase is wrong. */
export function unwrapMasterKey(
  { kdf, salt, masterKey }: StoredEncryption,
  passphrase: string,
): Promise<Buffer | undefined> {
  const encrypted = Buffer.from(masterKey, 'hex');
  return withCipherKey(passphrase, Buffer.from(salt, 'hex'), kdf, key => decryptMasterKey(encrypted, key));
}

async function withCipherKey<T>(
  passphrase: string,
  salt: Buffer,
  kdf: KdfParameters,
  work: (key: CipherKey) => T,
): Promise<T> {
  const secret = Buffer.from(passphrase, 'utf8');
  const derived = await deriveCipherKey(secret, salt, kdf);
  try {
    return work(derived);
  } finally {
    wipe(secret);
    wipe(derived.key);
    wipe(derived.iv);
  }
}
