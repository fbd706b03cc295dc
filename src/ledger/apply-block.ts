import { atOnce, type Steps } from '../codec/steps.js';
import type { Overlay } from '../state/state.js';
import type { Block } from '../tx/block.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import { TransactionRejected } from '../tx/reject.js';
import { definitionOf } from '../tx/transactions.js';
import { refuseBlock } from './block-rejected.js';
import { checkBlock } from './check-block.js';
import { type BlockSpacing, checkHeader, checkProducer, type ParentBlock } from './check-header.js';
import type { FuelFeeDifference } from './fuel-difference.js';
import type { BlockContext, BlockExecution, BlockOutcome, Ledger, RecentTransactions } from './types.js';

/** What a block is validated against in addition to the rules of its network. */
export interface BlockSurroundings {
  readonly parent: ParentBlock;
  /** Transactions of the blocks before. */
  readonly recent: RecentTransactions;
  /** Seconds since 1970; omitted for blocks of the past, whose time is not compared with a clock. */
  readonly now?: number;
  /** Default: `interval`. */
  readonly spacing?: BlockSpacing;
  /**
   * Called where the fuel fee in the header differs from the one computed here and the block calls
   * Lua contracts: true accepts the header's. For chains that the reference made, whose garbage
   * collector influences the fuel (decision D25); without it such a block is rejected.
   */
  readonly adoptFuelFee?: (difference: FuelFeeDifference) => boolean;
}

/** A block that the rules accept. */
export interface AppliedBlock {
  readonly context: BlockContext;
  readonly outcome: BlockOutcome;
  /** The changes of the block, on top of the state it was applied to. */
  readonly state: Overlay;
}

/**
 * Validates and executes a whole block that another node made (spec 08 §8): for the replay of a
 * chain and for blocks from outside. Block 0 is not applied but made, by `Ledger.genesis`.
 *
 * @param state - after the parent; it is not modified, the caller merges or commits the result
 * @throws BlockRejected
 */
export function applyBlock(
  ledger: Ledger,
  state: Overlay,
  block: Block,
  surroundings: BlockSurroundings,
): AppliedBlock {
  return atOnce(blockInSteps(ledger, state, block, surroundings));
}

/** As {@link applyBlock}, with a pause after each transaction. */
export function* blockInSteps(
  ledger: Ledger,
  state: Overlay,
  block: Block,
  { parent, recent, now, spacing = 'interval', adoptFuelFee }: BlockSurroundings,
): Steps<AppliedBlock> {
  const { network } = ledger;
  const { header, transactions } = block;
  checkBlock(network, block, now);
  checkHeader(network, state, header, parent, spacing);
  const producer = checkProducer(ledger, state, block);
  const { height, time, fuelRate } = header;
  const context: BlockContext = { height, time, producer, fuelRate };
  if (height === network.forks.systemGenesis) return applySystemGenesis(ledger, state, context, block);

  const execution = ledger.begin(state, context, recent);
  const fuelFee = yield* executeTransactions(execution, transactions.slice(1));
  const difference = { height, recorded: header.fuelFee, computed: fuelFee };
  const adopts = fuelFee !== header.fuelFee && callsLuaContract(block) && adoptFuelFee?.(difference);
  if (adopts) execution.adoptFuelFee(header.fuelFee);
  else checkFuelFee(block, fuelFee);
  const outcome = endBlock(execution, transactions[0]!);
  return { context, outcome, state: execution.state };
}

/** Executes the transactions after the reward. @returns the sum of their fuel fees in sawi */
function* executeTransactions(
  execution: BlockExecution,
  transactions: readonly PreparedTransaction[],
): Steps<bigint> {
  let fuelFee = 0n;
  for (const [i, prepared] of transactions.entries()) {
    fuelFee += refusingBlock(() => execution.execute(prepared).fuelFee, i + 1, prepared.txid);
    yield;
  }
  return fuelFee;
}

/** Whether fuel of Lua's memory is part of the block's fuel. */
function callsLuaContract({ transactions }: Block): boolean {
  return transactions.some(({ tx }) => definitionOf(tx.type).contract === 'call');
}

/** Decision D36: compared in full, not in the reference's 32 bits. */
function checkFuelFee({ header }: Block, fuelFee: bigint): void {
  if (header.fuelFee !== fuelFee) {
    refuseBlock(
      'fuel-fee-unmatched',
      `fuel fee ${header.fuelFee} in the header, ${fuelFee} by the transactions`,
    );
  }
}

function endBlock(execution: BlockExecution, reward: PreparedTransaction): BlockOutcome {
  return refusingBlock(() => execution.end(reward), 0, reward.txid);
}

/** The network determines every transaction of the system genesis block, so there is only one. */
function applySystemGenesis(
  ledger: Ledger,
  state: Overlay,
  context: BlockContext,
  block: Block,
): AppliedBlock {
  const { header } = block;
  const child = state.child();
  const outcome = ledger.systemGenesis(child, context, header.prevBlockHash);
  const expected = outcome.block.header.merkleRoot;
  if (header.merkleRoot !== expected) {
    refuseBlock('bad-merkle-root', `${header.merkleRoot}, the system genesis block has ${expected}`);
  }
  checkFuelFee(block, outcome.fuelFee);
  return { context, outcome, state: child };
}

/** Reasons of a transaction that are also reasons of the block (spec 08 §8.3). */
const REASONS_OF_BLOCK: ReadonlySet<string> = new Set([
  'tx-duplicated',
  'tx-invalid-height',
  'exceed-max-fuel',
  'bad-reward-tx',
  'bad-reward-amount',
]);

/** Makes the refusal of a transaction one of its block. */
function refusingBlock<T>(execute: () => T, index: number, txid: string): T {
  try {
    return execute();
  } catch (error) {
    if (!(error instanceof TransactionRejected)) throw error;
    const { code, reason } = error;
    if (REASONS_OF_BLOCK.has(reason)) refuseBlock(reason, `transaction ${index} (${txid})`, index);
    refuseBlock('tx-execute-failed', `transaction ${index} (${txid}): ${reason}, code ${code}`, index);
  }
}
