/**
 * How much a test does, chosen by env SCALE: unset gives the normal amount, `long` the long one, a
 * number that many times the normal one.
 *
 * @throws RangeError when SCALE is anything else, so that a misspelt long run does not pass as one.
 */
export function scaled(normal: number, long: number): number {
  const scale = process.env.SCALE;
  if (scale === undefined || scale === '') return normal;
  if (scale === 'long') return long;
  const factor = Number(scale);
  if (!(factor > 0)) throw new RangeError(`SCALE is "long" or a positive number, got "${scale}"`);
  return Math.max(1, Math.round(normal * factor));
}
