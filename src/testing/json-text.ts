import { isJsonObject, type Json, JsonReal } from '../codec/json-value.js';

/**
 * JSON of any result of a test: bigints as texts of their digits, so that no digit is lost, bytes in hex.
 *
 * @param space - blanks a level, or the text for one
 */
export function stringify(value: unknown, space?: number | string): string {
  return JSON.stringify(plain(value), undefined, space);
}

/** Lets JSON.stringify take a value that has bigints somewhere in it, which it refuses otherwise. @returns the value */
export function printable<T extends object>(value: T): T {
  // A member that a contract calls so is its own.
  if (Object.hasOwn(value, 'toJSON')) return value;
  return Object.defineProperty(value, 'toJSON', { value: plainSelf, enumerable: false, configurable: true });
}

/** The same for a call tree, which is the node's own: it is copied at the top. */
export function printableTrace<T extends Json | undefined>(trace: T): T {
  return isJsonObject(trace) ? (printable({ ...(trace as object) }) as T) : trace;
}

function plainSelf(this: object): unknown {
  return membersOf(this);
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'object' && value !== null ? membersOf(value) : value;
}

function membersOf(value: object): unknown {
  if (value instanceof JsonReal) return value.value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(plain);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(entries.map(([name, member]) => [name, plain(member)]));
}
