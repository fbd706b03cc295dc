import { blockInSteps } from '../ledger/apply-block.js';
import { chainDigest, INITIAL_DIGEST } from '../state/digest.js';
import type { Overlay } from '../state/state.js';
import { RecentTransactionIndex } from '../state/tables/recent-transactions.js';
import type { UndoEntry, UndoRecord } from '../state/undo.js';
import { type Block, blockHash, encodeBlock } from '../tx/block.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import type { Chain } from './chain.js';
import { BlockHistory, ChainPast, HistoryUpTo } from './history.js';
import { connectOperations, type KeptRecords } from './index-operations.js';
import { restore } from './state-at-height.js';
import { applyEdits } from './state-edits.js';
import { TaskCancelled, type TaskControl, UNWATCHED } from './tasks.js';
import { inTurns } from './turns.js';
import type { Verification } from './verify-chain.js';

/** Records that executing a block gives again: traces say how long it took, and failures are not in the block. */
const REPEATABLE: KeptRecords = { receipts: true, traces: false, failures: false };
const WITHOUT_RECEIPTS: KeptRecords = { ...REPEATABLE, receipts: false };

/**
 * Disconnects the newest blocks in memory and executes each of them again on the state before it
 * (verifychain): changes, digest and records, receipts included, must be those that are stored.
 * Goes down as far as undo records are kept, at most to block 1.
 *
 * No block is made in the meantime. Between two transactions other tasks get a turn.
 *
 * @param depth - number of blocks; 0 means all of them
 * @throws TaskCancelled
 */
export function reexecuteChain(
  chain: Chain,
  depth: number,
  task: TaskControl = UNWATCHED,
): Promise<Verification> {
  return chain.exclusive.run(async () => {
    await chain.settled();
    const tipHeight = chain.tip.header.height;
    const lowest = depth === 0 ? 1 : Math.max(tipHeight - depth + 1, 1);
    const scratch = new ScratchChain(chain, task);
    for (let height = tipHeight; height >= lowest; height--) {
      const undo = chain.undoRecord(height);
      if (undo === undefined) return { verified: tipHeight - height, problem: undefined };
      const problem = await scratch.stepDown(height, undo);
      if (problem !== undefined) {
        return { verified: tipHeight - height, problem: `block ${height}: ${problem}` };
      }
      task.report(tipHeight - height + 1, tipHeight - lowest + 1);
      await task.turn();
    }
    return { verified: Math.max(tipHeight - lowest + 1, 0), problem: undefined };
  });
}

/** The state and what belongs to it, block by block further down, in memory only. */
class ScratchChain {
  readonly #chain: Chain;
  readonly #task: TaskControl;
  readonly #state: Overlay;
  readonly #recent: RecentTransactionIndex;
  /** All blocks that are stored, those above the state included. */
  readonly #history: BlockHistory;
  /** Digest chain up to the block that is checked next. */
  #digest: Buffer;

  constructor(chain: Chain, task: TaskControl) {
    this.#chain = chain;
    this.#task = task;
    this.#state = chain.overlay();
    this.#recent = new RecentTransactionIndex(this.#state, chain.ledger.network.transactionCacheDepth);
    this.#history = new BlockHistory(chain.blocks, []);
    this.#digest = chain.digest;
  }

  /**
   * Goes to the state before a block and executes the block there.
   * @returns what differs from what is stored
   */
  async stepDown(height: number, { previous, entries }: UndoRecord): Promise<string | undefined> {
    const stored: StoredBlock = {
      digestBefore: previous?.digest ?? INITIAL_DIGEST,
      digestAfter: this.#digest,
      valuesAfter: entries.map(entry => encodedValue(this.#state, entry)),
      entries,
    };
    for (const entry of entries) restore(this.#state, entry);
    this.#recent.disconnect(height, this.#state);
    this.#digest = stored.digestBefore;
    try {
      return await this.#difference(height, stored);
    } catch (error) {
      if (error instanceof TaskCancelled) throw error;
      return `executing it again fails: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  async #difference(height: number, stored: StoredBlock): Promise<string | undefined> {
    const { ledger, blocks } = this.#chain;
    const block = blocks.blockByHeight(height);
    const parent = blocks.header(height - 1);
    if (block === undefined || parent === undefined) return 'it is not stored';
    const after = this.#state.child();
    const edits = blocks.editsOf(blockHash(block.header));
    applyEdits(after, edits);
    const execution = blockInSteps(ledger, after, block, {
      parent: { hash: parent.hash, height: parent.header.height, time: parent.header.time },
      recent: new ChainPast(this.#recent, new HistoryUpTo(this.#history, height - 1)),
      spacing: 'same-second',
    });
    const { outcome, state } = await inTurns(execution, () => this.#task.turn());
    state.merge();
    const digest = chainDigest(stored.digestBefore, height, after.changes());
    if (!digest.equals(stored.digestAfter)) {
      return `it leads to the state digest ${digest.toString('hex')}, stored is ${stored.digestAfter.toString('hex')}`;
    }
    const wrong = stored.entries.find((entry, i) => encodedValue(after, entry) !== stored.valuesAfter[i]);
    if (wrong !== undefined) {
      const key = Buffer.from(wrong.key, 'latin1').toString('hex');
      return `the stored value of ${key} in table ${wrong.table.name} is not the one that it leads to`;
    }
    const executed = { ...encoded(block, this.#chain), outcome, state: after, failures: [], edits };
    if (!blocks.rawBlock(height)?.equals(executed.raw)) return 'its bytes are not those that it encodes to';
    // Blocks of the time when the node kept no receipts are as good.
    const record =
      blocks.firstDifference(connectOperations(executed, WITHOUT_RECEIPTS)) &&
      blocks.firstDifference(connectOperations(executed, REPEATABLE));
    after.discard();
    return record && `its record ${record.toString('hex')} is not the one that executing it gives`;
  }
}

/** What is stored for a block and the state after it. */
interface StoredBlock {
  readonly digestBefore: Buffer;
  readonly digestAfter: Buffer;
  /** What the block has changed, with the values before it. */
  readonly entries: readonly UndoEntry[];
  /** The encoded values after it, in the order of `entries`. */
  readonly valuesAfter: readonly (string | undefined)[];
}

/** The value of an entry as it is encoded, undefined where there is none. */
function encodedValue(state: Overlay, { table, key }: UndoEntry): string | undefined {
  const value = state.get(table, table.key.decode(key));
  return value === undefined ? undefined : table.value.encode(value).toString('latin1');
}

function encoded(block: Block, { ledger }: Chain) {
  return { block, hash: blockHash(block.header), raw: encodeBlock(block, wireRulesOf(ledger.network)) };
}
