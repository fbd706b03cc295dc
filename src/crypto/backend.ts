/**
 * The two implementations of secp256k1 behind one interface. Everything that decides whether bytes
 * are acceptable happens before them, in this module's own code, so that both give the same
 * answers.
 *
 * noble is one small file and is imported at once. The native library costs several milliseconds
 * to load, so it is loaded by the first verification, signature or public key: noble's tables for one
 * key take longer.
 */
import { createHash, createHmac } from 'node:crypto';
import { createRequire } from 'node:module';
import * as noble from '@noble/secp256k1';

export { noble };

// noble has no synchronous hashes of its own; without these its sign() throws.
noble.hashes.sha256 = message => new Uint8Array(createHash('sha256').update(message).digest());
noble.hashes.hmacSha256 = (key, message) =>
  new Uint8Array(createHmac('sha256', key).update(message).digest());

/** What this module needs from a curve library. No method throws for any bytes of the stated sizes. */
export interface Curve {
  readonly name: 'native' | 'noble';
  /**
   * Whether a signature verifies.
   *
   * @param compact - 64 bytes: r and s, big-endian, both below the order, s in the lower half.
   * @param hash32 - the 32 bytes that were signed.
   * @param publicKey - 33 bytes; a key that is no point of the curve verifies nothing.
   */
  verify(compact: Uint8Array, hash32: Uint8Array, publicKey: Uint8Array): boolean;
  /** The compressed public key, 33 bytes, of a private key: 32 bytes within the order. */
  publicKeyOf(privateKey: Uint8Array): Uint8Array;
  /** Whether 33 bytes are the compressed form of a point on the curve. */
  isValidPublicKey(publicKey: Uint8Array): boolean;
  /**
   * A signature with the nonce of RFC 6979 and low s.
   *
   * @param hash32 - the 32 bytes to sign, below the order of the curve.
   * @param privateKey - 32 bytes within the order.
   * @param extraEntropy - 32 bytes that change the nonce.
   * @returns 64 bytes: r and s, big-endian.
   */
  sign(hash32: Uint8Array, privateKey: Uint8Array, extraEntropy?: Uint8Array): Uint8Array;
}

/** The reference implementation, in JavaScript. */
export const nobleCurve: Curve = {
  name: 'noble',
  verify: (compact, hash32, publicKey) => noble.verify(compact, hash32, publicKey, { prehash: false }),
  publicKeyOf: privateKey => noble.getPublicKey(privateKey, true),
  isValidPublicKey: publicKey => noble.utils.isValidPublicKey(publicKey, true),
  sign: (hash32, privateKey, extraEntropy) =>
    noble.sign(hash32, privateKey, { prehash: false, ...(extraEntropy && { extraEntropy }) }),
};

/** The part of the package `secp256k1` that is used here; the package has no type declarations. */
interface Bindings {
  ecdsaVerify(compact: Uint8Array, hash32: Uint8Array, publicKey: Uint8Array): boolean;
  publicKeyCreate(privateKey: Uint8Array): Uint8Array;
  publicKeyVerify(publicKey: Uint8Array): boolean;
  ecdsaSign(
    hash32: Uint8Array,
    privateKey: Uint8Array,
    options: { data?: Uint8Array },
  ): { readonly signature: Uint8Array };
}

/** The error with which the bindings report a public key that is not on the curve. */
const NOT_A_PUBLIC_KEY = 'Public Key could not be parsed';

function curveOf(bindings: Bindings): Curve {
  return {
    name: 'native',
    verify(compact, hash32, publicKey) {
      try {
        return bindings.ecdsaVerify(compact, hash32, publicKey);
      } catch (error) {
        if (error instanceof Error && error.message === NOT_A_PUBLIC_KEY) return false;
        throw error;
      }
    },
    publicKeyOf: privateKey => bindings.publicKeyCreate(privateKey),
    isValidPublicKey: publicKey => bindings.publicKeyVerify(publicKey),
    sign: (hash32, privateKey, extraEntropy) =>
      bindings.ecdsaSign(hash32, privateKey, extraEntropy ? { data: extraEntropy } : {}).signature,
  };
}

/** The native library, or the reason why it cannot be used on this machine. */
export type NativeCurve = { readonly curve: Curve } | { readonly unavailable: string };

let loaded: NativeCurve | undefined;

/** Loads the native library on the first call. It is optional: where it is missing, noble does the work. */
export function nativeCurve(): NativeCurve {
  loaded ??= loadNativeCurve();
  return loaded;
}

function loadNativeCurve(): NativeCurve {
  try {
    // The package's main file falls back to slow JavaScript without a word; this file does not.
    const bindings = createRequire(import.meta.url)('secp256k1/bindings.js') as Bindings;
    return { curve: curveOf(bindings) };
  } catch (error) {
    return { unavailable: error instanceof Error ? error.message : String(error) };
  }
}

/** The native library where it loads, else noble. */
export function preferredCurve(): Curve {
  const native = nativeCurve();
  return 'curve' in native ? native.curve : nobleCurve;
}
