import { BlockRejected } from '../ledger/block-rejected.js';
import { type Block, decodeBlock } from '../tx/block.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import { executeBlock } from './accept-block.js';
import type { BlockLog, LoggedEvent } from './block-log.js';
import type { Chain } from './chain.js';
import { ChainError } from './errors.js';
import type { ExecutedBlock } from './executed-block.js';
import type { StateEdit } from './state-edits.js';

/** Blocks that may be on their way to the store at the same time. */
const BLOCKS_UNDER_WAY = 16;

/** How far the database has come along the log. */
export interface CatchUpProgress {
  readonly height: number;
  /** Events that were taken over so far. */
  readonly events: number;
}

/**
 * Takes the steps that are in the log and not in the store: executes the blocks again, takes back those
 * that were taken back. Others have their turn between two steps.
 *
 * @param onProgress - is called after each step
 * @returns how many steps there were
 * @throws ChainError `corrupt` where the log does not fit the store, or a block cannot be executed again
 */
export async function catchUpWithLog(
  chain: Chain,
  log: BlockLog,
  onProgress: (progress: CatchUpProgress) => void = () => undefined,
): Promise<number> {
  let events = 0;
  const underWay: Promise<unknown>[] = [];
  for await (const logged of log.eventsAfter(chain.logPosition)) {
    const step = follow(chain, logged);
    // It may fail before it is waited for.
    step.catch(() => undefined);
    underWay.push(step);
    if (underWay.length >= BLOCKS_UNDER_WAY || logged.event.type !== 'connected') {
      await Promise.all(underWay.splice(0));
    }
    events++;
    onProgress({ height: chain.head.header.height, events });
    await new Promise(resolve => setImmediate(resolve));
  }
  await Promise.all(underWay);
  return events;
}

/** @throws ChainError `corrupt` */
function executeAgain(chain: Chain, block: Block, edits: readonly StateEdit[]): ExecutedBlock {
  try {
    return executeBlock(chain, block, { spacing: 'same-second', edits });
  } catch (error) {
    if (!(error instanceof BlockRejected)) throw error;
    throw new ChainError(
      'corrupt',
      `block ${block.header.height} of the log of blocks was executed before, but is refused now: ${error.message}. ` +
        'Either the database is damaged (-reindex makes it anew from the log), or this program follows other ' +
        'rules than the one that made the block',
      { cause: error },
    );
  }
}

function decoded({ ledger }: Chain, raw: Uint8Array): Block {
  return decodeBlock(Buffer.from(raw), wireRulesOf(ledger.network));
}

async function follow(chain: Chain, logged: LoggedEvent): Promise<void> {
  const { event } = logged;
  switch (event.type) {
    case 'connected': {
      const executed = executeAgain(chain, decoded(chain, event.raw), event.edits);
      await chain.connect({ ...executed, failures: event.failures }, logged);
      return;
    }
    case 'disconnected':
      if (chain.head.hash !== event.hash) {
        throw new ChainError(
          'corrupt',
          `the log of blocks takes back block ${event.hash} of height ${event.height}, but the newest block is ` +
            `${chain.head.hash} of height ${chain.head.header.height}`,
        );
      }
      await chain.disconnectTip(logged);
      return;
    case 'marked':
      await chain.mark(event.hash, logged);
      return;
    case 'unmarked':
      await chain.unmark(event.hashes, logged);
      return;
    case 'switching':
      await chain.beginSwitch(event.intent, logged);
      return;
    case 'switched':
      await chain.endSwitch(logged);
      return;
    case 'loaded':
      throw new ChainError(
        'corrupt',
        `the log of blocks begins with the snapshot of block ${event.height}, which the database does not have; ` +
          '-reindex makes the database anew from the snapshot and the log',
      );
    case 'known':
      await chain.know(decoded(chain, event.raw), event.edits, logged);
  }
}
