import type { BlockWork } from '../../vm/block-work.js';
import type { ContractObserver, RunTally, SignatureCheck, TraceClock } from '../../vm/context.js';
import type { JitPolicyName } from '../../vm/lua/jit/policy.js';
import type { NetworkParameters } from '../config/network.js';
import type { Overlay } from '../state/state.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import { REJECT, reject } from '../tx/reject.js';
import { definitionOf } from '../tx/transactions.js';
import { isValidHeight } from './type-rules.js';
import type { BlockContext, RecentTransactions } from './types.js';

/** What transactions are executed with, the same for all of them. */
export interface ExecutionRules {
  readonly network: NetworkParameters;
  readonly signatures: SignatureCheck;
  /** Sees the runs of contracts; left out where nobody looks. */
  readonly observer?: ContractObserver | undefined;
  /** Counts the runs of contracts; left out where nobody counts. */
  readonly runs?: RunTally | undefined;
  /** Measures `elapsed` of call trees; left out, that is 0. */
  readonly traceClock?: TraceClock | undefined;
  /** When functions of Lua contracts are compiled; default: when they are hot. */
  readonly luaJit?: JitPolicyName | undefined;
}

/** Position in a block of the first transaction after the reward, which is executed last. */
export const FIRST_INDEX = 1;

/** Where transactions are executed one after the other: a block, the pending transactions, a simulation. */
export interface ExecutionSite {
  readonly rules: ExecutionRules;
  readonly context: BlockContext;
  /** Gets the effects of every transaction that is not refused. */
  readonly state: Overlay;
  readonly recent: RecentTransactions;
  /** Position of the next transaction in the block. */
  readonly nextIndex: number;
  /** Fuel that counts towards the limit of the block before the next transaction. */
  readonly fuel: bigint;
  /** Work that counts towards the limit of the block before the next transaction. */
  readonly work: BlockWork;
  /** Whether a transaction is in this block already, or in one of the last ones. */
  contains(txid: string): boolean;
}

type SiteCheck = (transaction: PreparedTransaction, site: ExecutionSite) => void;

/**
 * In what a mode of execution differs from the others. Everything else is the same in all of them (see
 * `executeTransaction`), so that the memory pool takes no transaction that a block refuses.
 */
export interface ExecutionMode {
  /** What is required before the transaction itself is checked. */
  readonly beforeChecks: SiteCheck;
  /** What is required between the checks of the transaction and its effects. */
  readonly afterChecks: SiteCheck;
  /** Whether the sender is given the fee first. */
  readonly endowsFee: boolean;
}

/** As a part of a block: duplicates and `valid_height` are checked first (spec 08 §8.3, step 3). */
export const BLOCK: ExecutionMode = {
  beforeChecks({ tx, txid }, site) {
    if (site.contains(txid)) reject(REJECT.REJECT_INVALID, 'tx-duplicated');
    requireValidHeight(tx, site);
  },
  afterChecks: nothing,
  endowsFee: false,
};

/**
 * For the memory pool: what only producers make is refused first; `valid_height` and duplicates are
 * checked after the transaction itself, and in this order (spec 07 §16, steps 2 and 4 to 7). The window
 * of `valid_height` is that of blocks (spec 07 A1).
 */
export const ADMISSION: ExecutionMode = {
  beforeChecks({ tx }) {
    if (definitionOf(tx.type).system) reject(REJECT.REJECT_INVALID, 'tx-coinbase-to-mempool');
  },
  afterChecks({ tx, txid }, site) {
    requireValidHeight(tx, site);
    if (site.contains(txid)) reject(REJECT.REJECT_INVALID, 'tx-duplicate-confirmed');
  },
  endowsFee: false,
};

/** Shows what a transaction would do at any time and regardless of who pays its fee. */
export const SIMULATION: ExecutionMode = {
  beforeChecks: nothing,
  afterChecks: nothing,
  endowsFee: true,
};

function nothing(): void {}

function requireValidHeight(
  { type, validHeight }: PreparedTransaction['tx'],
  { context, rules }: ExecutionSite,
): void {
  if (!isValidHeight(type, validHeight, context.height, rules.network.transactionCacheDepth)) {
    const range = Math.floor(rules.network.transactionCacheDepth / 2);
    const detail = `valid_height is ${validHeight}, the newest block is ${context.height - 1}; they may be ${range} apart at most`;
    reject(REJECT.REJECT_INVALID, 'tx-invalid-height', detail);
  }
}
