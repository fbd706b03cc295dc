import { atOnce, type Steps } from '../codec/steps.js';
import { type BlockSurroundings, blockInSteps } from '../ledger/apply-block.js';
import { BlockRejected } from '../ledger/block-rejected.js';
import type { BlockSpacing } from '../ledger/check-header.js';
import { type Block, blockHash, encodeBlock } from '../tx/block.js';
import { REJECT } from '../tx/reject.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import type { Chain } from './chain.js';
import type { ExecutedBlock } from './executed-block.js';
import { applyEdits, type StateEdit } from './state-edits.js';
import { inTurns } from './turns.js';

export interface AcceptOptions extends Pick<BlockSurroundings, 'adoptFuelFee'> {
  /** How far apart blocks of this chain are. */
  readonly spacing: BlockSpacing;
  /** Seconds since 1970; if omitted, the block's time is not compared with a clock. */
  readonly now?: number;
  /** What the block sets without a transaction; default: what is stored of the block. */
  readonly edits?: readonly StateEdit[];
}

/**
 * Verifies and executes a block on the newest one, ready to be connected (spec 08 §8).
 * @throws BlockRejected
 */
export function executeBlock(chain: Chain, block: Block, options: AcceptOptions): ExecutedBlock {
  return atOnce(executionSteps(chain, block, options));
}

/**
 * As {@link executeBlock}. Others have their turns between two transactions, so it is for the tasks of
 * `chain.exclusive`.
 */
export function executeBlockInTurns(
  chain: Chain,
  block: Block,
  options: AcceptOptions,
): Promise<ExecutedBlock> {
  return inTurns(executionSteps(chain, block, options));
}

function* executionSteps(
  chain: Chain,
  block: Block,
  { spacing, now, adoptFuelFee, edits = chain.blocks.editsOf(blockHash(block.header)) }: AcceptOptions,
): Steps<ExecutedBlock> {
  const { ledger, head, recent } = chain;
  const hash = blockHash(block.header);
  const state = chain.overlay();
  applyEdits(state, edits);
  const parent = { hash: head.hash, height: head.header.height, time: head.header.time };
  const applied = yield* blockInSteps(ledger, state, block, {
    parent,
    recent,
    spacing,
    ...(now !== undefined && { now }),
    ...(adoptFuelFee !== undefined && { adoptFuelFee }),
  });
  applied.state.merge();
  return {
    block,
    hash,
    raw: encodeBlock(block, wireRulesOf(ledger.network)),
    outcome: applied.outcome,
    state,
    failures: [],
    ...(edits.length > 0 && { edits }),
  };
}

/**
 * Connects a block from elsewhere, which must follow the newest one (submitblock, spec 08 §17).
 * Resolves with its hash when it is on the disk.
 * @throws BlockRejected
 */
export function submitBlock(chain: Chain, block: Block, options: AcceptOptions): Promise<string> {
  return chain.exclusive.run(async () => {
    const hash = blockHash(block.header);
    if (chain.blocks.heightOf(hash) !== undefined || hash === chain.head.hash) {
      throw new BlockRejected(REJECT.REJECT_DUPLICATE, 'duplicated', `block ${hash} is in the chain`);
    }
    if (chain.stale.isInvalid(hash)) {
      const detail = `block ${hash} was marked as invalid; reconsiderblock takes the mark off`;
      throw new BlockRejected(REJECT.REJECT_INVALID, 'marked-invalid', detail);
    }
    await chain.connect(await executeBlockInTurns(chain, block, options));
    return hash;
  });
}
