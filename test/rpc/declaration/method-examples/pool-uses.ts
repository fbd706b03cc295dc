import { Mempool } from '../../../../src/chain/mempool.js';

/** What shows or executes what waits; how much that is may be asked at any time. */
const USES = [
  'get',
  'entries',
  'unconfirmed',
  'executedEntries',
  'pendingState',
  'simulate',
  'traceOf',
] as const;
/** Code of a method, in a stack. */
const OF_METHOD = /\/src\/rpc\/(?!dispatch|http)/;

/**
 * Notes whether methods use what waits for a block.
 * @returns whether any has since this was last asked
 */
export function watchPoolUses(): () => boolean {
  let used = false;
  const pool = Mempool.prototype as unknown as Record<string, (...words: unknown[]) => unknown>;
  for (const name of USES) {
    const original = pool[name]!;
    pool[name] = function (...words) {
      // Others use it as well, such as the matcher after a block.
      if (OF_METHOD.test(new Error(name).stack ?? '')) used = true;
      return original.apply(this, words);
    };
  }
  return () => {
    const found = used;
    used = false;
    return found;
  };
}
