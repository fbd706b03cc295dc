import type { BlockContext } from '../../vm/context.js';
import { forgetOldPrices } from '../../vm/native/price/price-window.js';
import type { NetworkParameters } from '../config/network.js';
import type { Overlay } from '../state/state.js';
import { rememberTransactions } from '../state/tables/recent-transactions.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import type { Receipt } from '../tx/receipt.js';
import { processDelegates } from './delegates.js';
import { recordFuel } from './fuel-rate.js';
import { accrueInflatedReward, matureReward, recordReward } from './rewards.js';
import type { MaturedReward } from './types.js';
import { processValidators } from './validators.js';
import { migrateVotes } from './vote-migration.js';

/** What a block holds after its last transaction. */
export interface CompletedBlock {
  /** Its reward transaction, checked. */
  readonly reward: PreparedTransaction;
  /** Ids of its transactions in their order, the reward first. */
  readonly txids: readonly string[];
  /** Sum of the fuel fees in sawi. */
  readonly fuelFee: bigint;
}

/** What the end of a block produces in addition to its state changes. */
export interface EndOfBlock {
  readonly blockReceipts: readonly Receipt[];
  readonly maturedReward: MaturedReward | undefined;
}

/**
 * The work that the system does at the end of every block, block 0 included (spec 08 §8.3, steps 6 to
 * 9): from here on the state is that after the block.
 *
 * @param state - of the block after its last transaction; is changed
 */
export function endOfBlock(
  network: NetworkParameters,
  state: Overlay,
  context: BlockContext,
  block: CompletedBlock,
): EndOfBlock {
  const { height, fuelRate } = context;
  if (height > 0) recordReward(state, height, block.reward);
  const blockReceipts =
    height === network.mended.voteMigrationHeight ? migrateVotes(network, state, context) : [];
  accrueInflatedReward(network, state);
  processDelegates(network, state, height);
  processValidators(network, state, height);
  const maturedReward = matureReward(network, state, height);
  recordFuel(state, height, { fuelFee: block.fuelFee, fuelRate });
  rememberTransactions(state, height, block.txids, network.transactionCacheDepth);
  forgetOldPrices(state, height);
  return { blockReceipts, maturedReward };
}
