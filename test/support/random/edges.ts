import type { SeededRandom } from './seeded-random.js';

/** The numbers around which integers of some width begin to behave otherwise. */
const CORNERS = [0n, 1n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 63n, 2n ** 64n];
const MAX_U64 = 2n ** 64n - 1n;

/** Every edge of unsigned 64-bit integers with its neighbours. */
export const EDGES: readonly bigint[] = [
  ...new Set(CORNERS.flatMap(corner => [corner - 1n, corner, corner + 1n])),
].filter(value => value >= 0n && value <= MAX_U64);

/** One of the elements of a list. */
export function pick<T>(random: SeededRandom, list: readonly T[]): T {
  return list[random.integer(0, list.length - 1)]!;
}

/** Mostly a number with up to so many digits, one time in five an edge. */
export function edgy(random: SeededRandom, digits: number): bigint {
  if (random.integer(0, 4) === 0) return pick(random, EDGES);
  return BigInt(random.integer(0, 999_999_999)) * 10n ** BigInt(random.integer(0, Math.max(0, digits - 9)));
}

/** Mostly an edge of a range, or something within it. */
export function edgyWithin(random: SeededRandom, [low, high]: readonly [bigint, bigint]): bigint {
  const inside = EDGES.filter(edge => edge >= low && edge <= high);
  return pick(random, [low, low, high, high, (low + high) / 2n, ...inside]);
}
