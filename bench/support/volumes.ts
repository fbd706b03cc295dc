/** What can be set on the command line, as `--transfers=1000`: a benchmark takes those that it knows. */
export const VOLUMES = [
  'accounts',
  'blocks',
  'cache',
  'instant',
  'outputs',
  'silent',
  'singles',
  'starts',
  'subscribers',
  'transfers',
  'waiting',
] as const;
export type Volume = (typeof VOLUMES)[number];

/** The number after `--name=` on the command line, or a default. @throws RangeError for what is no count */
export function volume(name: Volume, defaultValue: number): number {
  const prefix = `--${name}=`;
  const word = process.argv.find(argument => argument.startsWith(prefix));
  if (word === undefined) return defaultValue;
  const value = Number(word.slice(prefix.length).replaceAll('_', ''));
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new RangeError(`${word}: the value is a whole number from 1 on, such as ${prefix}1000`);
}
