import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<string>();

/** Something was about to be changed on behalf of somebody who may only read. */
export class ReadOnlyError extends Error {
  override readonly name = 'ReadOnlyError';
}

/**
 * Runs work that must not change anything that outlives it: neither the chain, nor the pool, nor the wallet, nor a
 * file. What the work begins and waits for is included.
 * @param who - for whom it is done, for the message of an attempt
 */
export function runReadOnly<T>(who: string, work: () => T): T {
  return scope.run(who, work);
}

/**
 * Stands where something that outlives a call is changed.
 * @param what - what is about to be changed, such as `the wallet`
 * @throws ReadOnlyError within {@link runReadOnly}
 */
export function requireWriting(what: string): void {
  const who = scope.getStore();
  if (who !== undefined) throw new ReadOnlyError(`${who} may only read, and would have changed ${what}`);
}
