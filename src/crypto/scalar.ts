/**
 * Numbers modulo the order n of secp256k1, as 32 big-endian bytes. Checks of keys and signatures
 * need only these, so they work without loading a curve library.
 */

/** Size in bytes of a private key and of each half of a signature. */
export const SCALAR_SIZE = 32;

/** n, the order of the curve's group. */
export const ORDER = Buffer.from('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', 'hex');

/** (n - 1) / 2: the largest s of a low-s signature. */
const HALF_ORDER = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex');

/** Whether 32 big-endian bytes are below the order. */
export function isBelowOrder(scalar: Uint8Array): boolean {
  return Buffer.compare(scalar, ORDER) < 0;
}

/** Whether the scalar is in the upper half of the range, as s must not be in a canonical signature. */
export function isHigh(scalar: Uint8Array): boolean {
  return Buffer.compare(scalar, HALF_ORDER) > 0;
}

/** Replaces a scalar k, 0 < k < n, by n - k in place. */
export function negateInPlace(scalar: Uint8Array): void {
  let borrow = 0;
  for (let i = SCALAR_SIZE - 1; i >= 0; i--) {
    const difference = ORDER[i]! - scalar[i]! - borrow;
    borrow = difference < 0 ? 1 : 0;
    scalar[i] = difference & 0xff;
  }
}

/** Adds a scalar to another one modulo n, in place: both below n. */
export function addInPlace(scalar: Uint8Array, addend: Uint8Array): void {
  let carry = 0;
  for (let i = SCALAR_SIZE - 1; i >= 0; i--) {
    const sum = scalar[i]! + addend[i]! + carry;
    scalar[i] = sum & 0xff;
    carry = sum >> 8;
  }
  if (carry === 1 || !isBelowOrder(scalar)) subtractOrder(scalar);
}

function subtractOrder(scalar: Uint8Array): void {
  let borrow = 0;
  for (let i = SCALAR_SIZE - 1; i >= 0; i--) {
    const difference = scalar[i]! - ORDER[i]! - borrow;
    borrow = difference < 0 ? 1 : 0;
    scalar[i] = difference & 0xff;
  }
}
