import { createHash } from 'node:crypto';
import type { BlockContext } from '../../ledger/types.js';
import type { ExecutedProposal } from './execute-proposal.js';

/** Proposals of a height that are kept: of so many rounds none has to be executed twice. */
const MOST_KEPT = 8;

/**
 * Proposals of the next height that were executed already, so that none is executed when it is proposed, when it is
 * looked at and when it is decided (spec 08 §20.5). They lie on the state after the newest block: with the next one
 * all of them are forgotten.
 */
export class ExecutedProposals {
  readonly #byKey = new Map<string, ExecutedProposal>();

  get(context: BlockContext, raws: readonly Uint8Array[]): ExecutedProposal | undefined {
    return this.#byKey.get(keyOf(context, raws));
  }

  keep(context: BlockContext, raws: readonly Uint8Array[], executed: ExecutedProposal): void {
    const [oldest] = this.#byKey.keys();
    if (this.#byKey.size >= MOST_KEPT && oldest !== undefined) this.#byKey.delete(oldest);
    this.#byKey.set(keyOf(context, raws), executed);
  }

  forget(): void {
    this.#byKey.clear();
  }
}

/** All that the execution of a proposal depends on, besides the state. */
function keyOf({ height, time, producer }: BlockContext, raws: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  const size = Buffer.alloc(4);
  for (const raw of raws) {
    size.writeUInt32BE(raw.length);
    hash.update(size).update(raw);
  }
  return `${height} ${time} ${producer.height}-${producer.index} ${hash.digest('hex')}`;
}
