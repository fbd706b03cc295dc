/**
 * Fixed-point arithmetic on big integers for the correctly rounded functions (decision D29): a real
 * number r is held as an integer near r * 2^bits. Each function gives a result that is off by a few
 * hundred units in the last place at most.
 */

export const one = (bits: number): bigint => 1n << BigInt(bits);

/** Integer square root, rounded down. */
export function squareRoot(n: bigint): bigint {
  if (n < 2n) return n;
  let x = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (x + n / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}

/** A constant that is computed once for each precision. */
function cached(compute: (bits: number) => bigint): (bits: number) => bigint {
  const known = new Map<number, bigint>();
  return bits => {
    let value = known.get(bits);
    if (value === undefined) {
      value = compute(bits);
      known.set(bits, value);
    }
    return value;
  };
}

/** The sum z + s z^3 / 3 + z^5 / 5 + s ...: the inverse hyperbolic tangent for s = 1, the inverse tangent for s = -1. */
function oddSeries(z: bigint, bits: number, sign: 1n | -1n): bigint {
  const shift = BigInt(bits);
  const square = (z * z) >> shift;
  let term = z;
  let sum = z;
  for (let k = 3n; term !== 0n && term !== -1n; k += 2n) {
    term = sign * ((term * square) >> shift);
    sum += term / k;
  }
  return sum;
}

const GUARD = 32;

/** ln 2 = 2 atanh(1/3). */
export const ln2 = cached(
  bits => (2n * oddSeries(one(bits + GUARD) / 3n, bits + GUARD, 1n)) >> BigInt(GUARD),
);

/** pi = 16 atan(1/5) - 4 atan(1/239). */
export const pi = cached(bits => {
  const wide = bits + GUARD;
  const sum = 16n * oddSeries(one(wide) / 5n, wide, -1n) - 4n * oddSeries(one(wide) / 239n, wide, -1n);
  return sum >> BigInt(GUARD);
});

/** e^r for |r| <= 1. */
export function expSmall(r: bigint, bits: number): bigint {
  // Halving the argument a few times shortens the series; squaring undoes it.
  const halvings = 8;
  const wide = bits + GUARD;
  const shift = BigInt(wide);
  const x = (r << BigInt(GUARD)) >> BigInt(halvings);
  let term = one(wide);
  let sum = term;
  for (let k = 1n; term !== 0n && term !== -1n; k++) {
    term = ((term * x) >> shift) / k;
    sum += term;
  }
  for (let i = 0; i < halvings; i++) sum = (sum * sum) >> shift;
  return sum >> BigInt(GUARD);
}

/** ln m for m between 1/2 and 2. */
export function logSmall(m: bigint, bits: number): bigint {
  const unit = one(bits);
  const z = ((m - unit) << BigInt(bits)) / (m + unit);
  return 2n * oddSeries(z, bits, 1n);
}

/** sin r and cos r for |r| <= 1. */
export function sinCosSmall(r: bigint, bits: number): { sin: bigint; cos: bigint } {
  const shift = BigInt(bits);
  let term = one(bits);
  let cos = term;
  let sin = 0n;
  for (let k = 1n; term !== 0n && term !== -1n; k++) {
    term = ((term * r) >> shift) / k;
    if (k % 2n === 0n) cos += k % 4n === 0n ? term : -term;
    else sin += k % 4n === 1n ? term : -term;
  }
  return { sin, cos };
}

/** atan z for 0 <= z <= 1. */
export function atanSmall(z: bigint, bits: number): bigint {
  const unit = one(bits);
  const shift = BigInt(bits);
  // atan z = 2 atan(z / (1 + sqrt(1 + z^2))): three times brings z below 1/8.
  let x = z;
  for (let i = 0; i < 3; i++) {
    const root = squareRoot((unit << shift) + x * x);
    x = (x << shift) / (unit + root);
  }
  return 8n * oddSeries(x, bits, -1n);
}
