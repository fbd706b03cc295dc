import { CallRecorder } from '../../vm/call-recorder.js';
import type { CallFrame } from '../../vm/call-tree.js';
import { applyBlock } from '../ledger/apply-block.js';
import { NetworkLedger } from '../ledger/ledger.js';
import type { Chain } from './chain.js';
import { ChainError } from './errors.js';
import { HistoryUpTo } from './history.js';
import { stateAtHeight } from './state-at-height.js';
import { applyEdits } from './state-edits.js';

/** The calls of a confirmed transaction. */
export interface CallTrace {
  readonly height: number;
  /** In order; empty for a transaction that calls no contract. */
  readonly calls: readonly CallFrame[];
}

/**
 * Which contracts a confirmed transaction has called, and what each has done: its block is executed again on the state
 * before it, and nothing of that stays. The further back, the longer it takes.
 *
 * @returns undefined for a transaction that is not in the chain
 * @throws ChainError `not-found`, `pruned` where that state or the block is not kept any more
 */
export async function callTrace(chain: Chain, txid: string): Promise<CallTrace | undefined> {
  const location = chain.blocks.transactionLocation(txid);
  if (location === undefined) return undefined;
  const { height } = location;
  // Block 0 is made, not executed.
  if (height === 0) return { height, calls: [] };
  const block = chain.blocks.blockByHeight(height);
  const [before, summary] = [chain.blocks.header(height - 1), chain.blocks.header(height)];
  if (block === undefined || before === undefined || summary === undefined) {
    throw new ChainError('not-found', `block ${height} is not kept any more`);
  }
  const state = await stateAtHeight(chain, height - 1);
  applyEdits(state, chain.blocks.editsOf(summary.hash));
  const recorder = new CallRecorder();
  const { network } = chain.ledger;
  applyBlock(new NetworkLedger(network, undefined, { observer: recorder }), state, block, {
    parent: { hash: before.hash, height: before.header.height, time: before.header.time },
    recent: { has: () => false, history: new HistoryUpTo(chain.recent.history, height - 1) },
    spacing: 'same-second',
    // What was recorded of the block is what it has cost, whoever made it.
    adoptFuelFee: () => true,
  });
  return { height, calls: recorder.callsOf(txid) };
}
