/**
 * A value that has to exist at this point, whatever was asked of the program.
 *
 * @param what - names the value, for the message
 * @throws Error if it is missing: then the program is wrong, not its input
 */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new Error(`${what} is missing`);
  return value;
}
