/**
 * A value of a parsed answer as a literal of a test would be written: objects with the usual
 * prototype, so that `assert.equal` compares members only. Text, numbers and bigints stay.
 */
export function plain<T>(value: T): T {
  if (Array.isArray(value)) return value.map(plain) as T;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)])) as T;
}
