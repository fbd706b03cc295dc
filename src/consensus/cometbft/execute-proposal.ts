import { requireRelayable } from '../../chain/admission-rules.js';
import type { Chain } from '../../chain/chain.js';
import type { BlockFailure, ExecutedBlock } from '../../chain/executed-block.js';
import { isBeforeMedian } from '../../chain/mempool-entry.js';
import { DecodeError } from '../../codec/errors.js';
import type { Steps } from '../../codec/steps.js';
import { PROTOCOL } from '../../config/network.js';
import { sha256 } from '../../crypto/hash.js';
import type { BlockContext, BlockExecution, BlockOutcome } from '../../ledger/types.js';
import { unsignedBlock } from '../../ledger/unsigned-block.js';
import type { Overlay } from '../../state/state.js';
import { type Block, blockHash, encodeBlock } from '../../tx/block.js';
import { decodeTransaction, type PreparedTransaction } from '../../tx/envelope.js';
import { REJECT, reject, TransactionRejected } from '../../tx/reject.js';
import { wireRulesOf } from '../../tx/wire-rules.js';

/** Bytes of a block that its header and the transactions of the system take at most. */
const SYSTEM_BYTES = 10_000;
/** Bytes of all transactions of users in a block, so that the block keeps the limit of the protocol. */
export const CONTENT_BYTES = PROTOCOL.maxBlockSize - SYSTEM_BYTES;

/** What became of a transaction that the engine handed over, in the engine's order. */
export type ProposedResult =
  | { readonly txid: string; readonly fuel: bigint }
  | { readonly refusal: TransactionRejected };

/** A block of the engine, executed. */
export interface ExecutedProposal {
  readonly executed: ExecutedBlock;
  readonly results: readonly ProposedResult[];
}

/**
 * Reads a transaction that came from outside: in the only form in which it can be written.
 * @throws TransactionRejected `bad-tx-encoding`
 */
export function readTransaction({ ledger }: Pick<Chain, 'ledger'>, raw: Uint8Array): PreparedTransaction {
  let prepared: PreparedTransaction;
  try {
    prepared = decodeTransaction(raw, wireRulesOf(ledger.network));
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return reject(REJECT.REJECT_MALFORMED, 'bad-tx-encoding', error.message);
  }
  if (prepared.raw.equals(raw)) return prepared;
  return reject(
    REJECT.REJECT_MALFORMED,
    'bad-tx-encoding',
    'bytes follow, or a number is not written in its shortest form',
  );
}

/**
 * Executes the transactions of a block of the engine and what the system adds to them (spec 08 §19, §22): the
 * block that clients see. A transaction that is refused has no effect and no place in it; whether there may be
 * one is for the caller to decide. Depends on the state and the arguments alone.
 *
 * @param context - of the block, with the producer that the engine names
 */
export function* proposalSteps(
  chain: Chain,
  context: BlockContext,
  raws: readonly Uint8Array[],
): Steps<ExecutedProposal> {
  const state = chain.overlay();
  if (context.height === chain.ledger.network.forks.systemGenesis) {
    return systemGenesis(chain, state, context, raws);
  }
  const proposal = new ProposalExecution(chain, chain.ledger.begin(state, context, chain.recent));
  for (const raw of raws) {
    proposal.execute(raw);
    yield;
  }
  return proposal.finish(state);
}

/** The network determines the block; it has no room for anything else (spec 08 §16.2). */
function systemGenesis(
  chain: Chain,
  state: Overlay,
  context: BlockContext,
  raws: readonly Uint8Array[],
): ExecutedProposal {
  const { block, ...outcome } = chain.ledger.systemGenesis(state, context, chain.head.hash);
  const refusal = new TransactionRejected(REJECT.REJECT_INVALID, 'no-room-in-system-genesis');
  const results = raws.map(() => ({ refusal }));
  return { executed: executedBlock(chain, block, outcome, state, failuresOf(raws, results)), results };
}

/** The block as the chain takes it, from what executing it gave. */
export function executedBlock(
  { ledger }: Chain,
  block: Block,
  outcome: BlockOutcome,
  state: Overlay,
  failures: readonly BlockFailure[],
): ExecutedBlock {
  const raw = encodeBlock(block, wireRulesOf(ledger.network));
  return { block, hash: blockHash(block.header), raw, outcome, state, failures };
}

/** The block of an execution that has ended, whose commit the engine signs in place of its producer. */
export function blockOf({ head }: Chain, context: BlockContext, { executed, fuelFee }: BlockOutcome): Block {
  const transactions = executed.map(({ prepared }) => prepared);
  return unsignedBlock(context, transactions, { prevBlockHash: head.hash, nonce: 0, fuelFee });
}

class ProposalExecution {
  readonly #chain: Chain;
  readonly #execution: BlockExecution;
  readonly #raws: Uint8Array[] = [];
  readonly #results: ProposedResult[] = [];
  #bytes = 0;
  /** Whether the prices and the settlement are there already, behind which no price may be fed. */
  #isAfterMedian = false;

  constructor(chain: Chain, execution: BlockExecution) {
    this.#chain = chain;
    this.#execution = execution;
  }

  execute(raw: Uint8Array): void {
    this.#raws.push(raw);
    try {
      const prepared = readTransaction(this.#chain, raw);
      requireRelayable(prepared);
      this.#takePlace(prepared);
      const { fuel } = this.#execution.execute(prepared);
      this.#bytes += raw.length;
      this.#results.push({ txid: prepared.txid, fuel });
    } catch (error) {
      if (!(error instanceof TransactionRejected)) throw error;
      this.#results.push({ refusal: error });
    }
  }

  finish(state: Overlay): ExecutedProposal {
    this.#addSystemTransactions();
    const execution = this.#execution;
    const outcome = execution.end(execution.rewardTransaction());
    execution.state.merge();
    const block = blockOf(this.#chain, execution.context, outcome);
    const failures = failuresOf(this.#raws, this.#results);
    return { executed: executedBlock(this.#chain, block, outcome, state, failures), results: this.#results };
  }

  #takePlace(prepared: PreparedTransaction): void {
    if (this.#bytes + prepared.raw.length > CONTENT_BYTES) reject(REJECT.REJECT_INVALID, 'bad-blk-length');
    if (!isBeforeMedian(prepared)) this.#addSystemTransactions();
    else if (this.#isAfterMedian) reject(REJECT.REJECT_INVALID, 'price-feed-after-median');
  }

  /** The median of the prices, then the interest that is due: without the latter a block is one too. */
  #addSystemTransactions(): void {
    if (this.#isAfterMedian) return;
    this.#isAfterMedian = true;
    const median = this.#execution.medianTransaction();
    if (median !== undefined) this.#execution.execute(median);
    const settlement = this.#execution.settlementTransaction();
    if (settlement === undefined) return;
    try {
      this.#execution.execute(settlement);
    } catch (error) {
      if (!(error instanceof TransactionRejected)) throw error;
    }
  }
}

/** What getblockfailures tells; what cannot be read is named by the hash of its bytes. */
function failuresOf(raws: readonly Uint8Array[], results: readonly ProposedResult[]): BlockFailure[] {
  return results.flatMap((result, i) => {
    const raw = raws[i];
    if (!('refusal' in result) || raw === undefined) return [];
    const { code, reason } = result.refusal;
    return [{ txid: sha256(raw).toString('hex'), code, reason }];
  });
}
