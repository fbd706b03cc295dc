import { UsageError } from '../sub-command.js';

/** A number from the command line, a percent sign behind it or not. @throws UsageError */
export function numberOption(
  name: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (text === undefined) return undefined;
  const n = text.trim() === '' ? Number.NaN : Number(text.replace(/%$/, ''));
  if (n >= least && n <= most) return n;
  throw new UsageError(`--${name} ${text}: a number from ${least} to ${most} is expected`);
}

/** @throws UsageError */
export function wholeNumberOption(
  name: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined {
  const n = numberOption(name, text, least, most);
  if (n === undefined || Number.isInteger(n)) return n;
  throw new UsageError(`--${name} ${text}: a whole number is expected`);
}

/** `1500` or `1500ms` are milliseconds, `2s` seconds. */
export function millisecondsOption(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s)?$/.exec(text) ?? [];
  const value = Number(number) * (unit === 's' ? 1000 : 1);
  if (number !== undefined && value >= 1 && value <= 2 ** 31 - 1) return value;
  throw new UsageError(`--timeout ${text}: milliseconds such as 5000 are expected, or seconds such as 5s`);
}
