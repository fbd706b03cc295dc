import { type Curve, nativeCurve, noble, nobleCurve, preferredCurve } from './backend.js';
import { COMPACT_SIZE, encodeDer, parseDerLax } from './der.js';
import { HASH256_SIZE } from './hash.js';
import { isValidPrivateKey, PUBLIC_KEY_SIZE } from './keys.js';
import { isBelowOrder, isHigh, negateInPlace, SCALAR_SIZE } from './scalar.js';

/** Header byte of a recoverable signature: 27 + recovery id, plus 4 for a compressed public key. */
const RECOVERABLE_HEADER = 27;
const COMPRESSED_HEADER_FLAG = 4;

/** Size in bytes of a recoverable signature: header, r, s. */
const RECOVERABLE_SIZE = 1 + COMPACT_SIZE;

/** How {@link sign} chooses between the signatures that a key can make. */
export interface SignOptions {
  /**
   * Whether to go on until the first byte of r is below 0x80, which saves a byte. The reference
   * node does, wallet SDKs do not (spec 01 §7, §16.2).
   */
  readonly grind: boolean;
}

/**
 * Signs a hash: ECDSA with the deterministic nonce of RFC 6979 and low s, as strict DER of 70 to 72
 * bytes, rarely less. With `grind`, attempts after the first take 32 bytes of extra entropy, the
 * attempt's number as little-endian u32 followed by zeros (spec 01 §7).
 *
 * @param hash32 - the 32 bytes to sign, in the order in which SHA-256 gives them.
 * @param privateKey - 32 bytes.
 * @throws RangeError when the hash or the key has a wrong length or the key is out of range.
 */
export function sign(hash32: Uint8Array, privateKey: Uint8Array, { grind }: SignOptions): Buffer {
  return signWith(signingCurve(hash32), hash32, privateKey, grind);
}

/** {@link sign} by the reference implementation in JavaScript. */
export function signWithNoble(hash32: Uint8Array, privateKey: Uint8Array, { grind }: SignOptions): Buffer {
  return signWith(nobleCurve, hash32, privateKey, grind);
}

/**
 * The libraries draw different nonces for a number beyond the order of the curve, which no hash in
 * practice is; there the reference implementation decides.
 */
function signingCurve(hash32: Uint8Array): Curve {
  return hash32.length === HASH256_SIZE && isBelowOrder(hash32) ? preferredCurve() : nobleCurve;
}

function signWith(curve: Curve, hash32: Uint8Array, privateKey: Uint8Array, grind: boolean): Buffer {
  checkSigningInput(hash32, privateKey);
  let compact = curve.sign(hash32, privateKey);
  const extraEntropy = Buffer.alloc(32);
  for (let attempt = 1; grind && compact[0]! >= 0x80; attempt++) {
    extraEntropy.writeUInt32LE(attempt);
    compact = curve.sign(hash32, privateKey, extraEntropy);
  }
  return encodeDer(compact);
}

function checkSigningInput(hash32: Uint8Array, privateKey: Uint8Array): void {
  if (hash32.length !== HASH256_SIZE) {
    throw new RangeError(`the hash to sign has ${HASH256_SIZE} bytes, got ${hash32.length}`);
  }
  if (!isValidPrivateKey(privateKey)) {
    throw new RangeError('a private key has 32 bytes and is between 1 and the order of the curve');
  }
}

/**
 * Whether a DER signature over a hash is that of a public key. What counts as DER is lax and a high
 * s is accepted, as in the reference (spec 01 §7, spec 07 §12.1). Bytes of any content and length
 * have an answer: nothing that arrives from the network makes this throw.
 */
export function verify(hash32: Uint8Array, derSignature: Uint8Array, publicKey: Uint8Array): boolean {
  return verifyWith(preferredCurve(), hash32, derSignature, publicKey);
}

/** {@link verify} by the reference implementation in JavaScript. */
export function verifyWithNoble(
  hash32: Uint8Array,
  derSignature: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  return verifyWith(nobleCurve, hash32, derSignature, publicKey);
}

/**
 * {@link verify} by the native library.
 *
 * @throws Error with the reason when that library cannot be loaded on this machine.
 */
export function verifyWithNative(
  hash32: Uint8Array,
  derSignature: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  const native = nativeCurve();
  if ('unavailable' in native) throw new Error(`native secp256k1 cannot be loaded: ${native.unavailable}`);
  return verifyWith(native.curve, hash32, derSignature, publicKey);
}

/** Which implementation {@link verify} uses on this machine. The first call loads the native library. */
export function verifier(): Curve['name'] {
  return preferredCurve().name;
}

function verifyWith(
  curve: Curve,
  hash32: Uint8Array,
  derSignature: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  if (hash32.length !== HASH256_SIZE || publicKey.length !== PUBLIC_KEY_SIZE) return false;
  const compact = parseDerLax(derSignature);
  if (compact === undefined) return false;
  const s = compact.subarray(SCALAR_SIZE);
  if (isHigh(s)) negateInPlace(s);
  return curve.verify(compact, hash32, publicKey);
}

/**
 * A signature from which the public key can be recovered: 65 bytes, header, r, s. RFC 6979 and low s,
 * never with grinding (spec 01 §7, compact signature).
 *
 * @throws RangeError as {@link sign}.
 */
export function signCompact(hash32: Uint8Array, privateKey: Uint8Array): Buffer {
  checkSigningInput(hash32, privateKey);
  const signature = Buffer.from(noble.sign(hash32, privateKey, { prehash: false, format: 'recovered' }));
  signature[0] = RECOVERABLE_HEADER + COMPRESSED_HEADER_FLAG + signature[0]!;
  return signature;
}

/**
 * The public key that made a recoverable signature over a hash.
 *
 * @param signature - 65 bytes: header, r, s. Of the header only the recovery id and the flag for the
 * compressed form count, whatever its other bits are.
 * @returns 33 bytes, or 65 when the header lacks the flag; `undefined` when no key made this signature.
 */
export function recover(hash32: Uint8Array, signature: Uint8Array): Buffer | undefined {
  if (hash32.length !== HASH256_SIZE || signature.length !== RECOVERABLE_SIZE) return undefined;
  const header = signature[0]! - RECOVERABLE_HEADER;
  const recovered = Buffer.from(signature);
  recovered[0] = header & 3;
  const isCompressed = (header & COMPRESSED_HEADER_FLAG) !== 0;
  try {
    return Buffer.from(noble.recoverPublicKey(recovered, hash32, { prehash: false, isCompressed }));
  } catch {
    // Lengths and recovery id are right, so noble's only complaint is that r and s belong to no key.
    return undefined;
  }
}
