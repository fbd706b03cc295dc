/** As in Node.js; only what the client uses. */
export function setTimeout<T>(milliseconds: number, value: T): Promise<T> {
  return new Promise(resolve => globalThis.setTimeout(resolve, milliseconds, value));
}
