import {
  CheckTxType,
  type RequestApplySnapshotChunk,
  type RequestCheckTx,
  type RequestFinalizeBlock,
  type RequestInitChain,
  type RequestLoadSnapshotChunk,
  type RequestPrepareProposal,
  type RequestProcessProposal,
  type RequestQuery,
  type ResponseApplySnapshotChunk,
  ResponseApplySnapshotChunk_Result,
  type ResponseCheckTx,
  type ResponseCommit,
  type ResponseFinalizeBlock,
  type ResponseInfo,
  type ResponseInitChain,
  type ResponseListSnapshots,
  type ResponseLoadSnapshotChunk,
  type ResponseOfferSnapshot,
  ResponseOfferSnapshot_Result,
  type ResponsePrepareProposal,
  type ResponseProcessProposal,
  ResponseProcessProposal_ProposalStatus,
  type ResponseQuery,
  ResponseVerifyVoteExtension_VerifyStatus,
} from 'cosmjs-types/tendermint/abci/types';
import { assemble } from '../../chain/assemble.js';
import type { Chain } from '../../chain/chain.js';
import type { ExecutedBlock } from '../../chain/executed-block.js';
import type { Mempool } from '../../chain/mempool.js';
import { inTurns } from '../../chain/turns.js';
import { required } from '../../codec/required.js';
import { PROTOCOL } from '../../config/network.js';
import { fromDisplayHex } from '../../crypto/hash.js';
import type { BlockContext } from '../../ledger/types.js';
import { type ValidatorUpdate, validatorsAt, validatorUpdates } from '../../ledger/validators.js';
import type { PreparedTransaction } from '../../tx/envelope.js';
import { TransactionRejected } from '../../tx/reject.js';
import { definitionOf } from '../../tx/transactions.js';
import type { Application } from './abci/application.js';
import { appHash } from './app-hash.js';
import {
  blockOf,
  CONTENT_BYTES,
  type ExecutedProposal,
  executedBlock,
  type ProposedResult,
  proposalSteps,
  readTransaction,
} from './execute-proposal.js';
import { ExecutedProposals } from './executed-proposals.js';
import { type AppState, readAppState } from './genesis-state.js';
import type { KeptSnapshots } from './state-sync/kept-snapshots.js';

/** Number of the rules that this program follows: the engine puts it into every header. */
export const APP_VERSION = 1n;
/** Names the codes of refusals (spec 08 §20.3). */
const CODESPACE = 'wayki';
/** A refusal that the rules do not have: the program failed. */
const PROGRAM_FAILED = 255;
/** Milliseconds that a proposal may take to be put together: well below the engine's time for proposals. */
const ASSEMBLY_MILLISECONDS = 1000;
/** Of the bytes for transactions that the engine names, what the lengths before them leave (one or two in a hundred). */
const SHARE_OF_CONTENT = 0.95;

export interface LedgerApplicationParts {
  readonly chain: Chain;
  /** Follows the chain. */
  readonly mempool: Mempool;
  /** Admits a transaction to the pool. @throws TransactionRejected (rejects) */
  readonly admit: (prepared: PreparedTransaction) => Promise<unknown>;
  /** Bytes of a block that is proposed here. */
  readonly maxBlockSize: number | undefined;
  /** Newest blocks that the engine has to keep; undefined: all of them. */
  readonly keptBlocks: number | undefined;
  /** What nodes can begin with that join the network; undefined where none are made here. */
  readonly snapshots: KeptSnapshots | undefined;
  /** Resolves when blocks may be connected; undefined where they may. */
  readonly released: () => Promise<void> | undefined;
  /** Gets what goes wrong although the chain goes on. */
  readonly onProblem: (problem: Error) => void;
}

/**
 * The ledger as the application of a consensus engine (spec 08 §20): which transactions and proposals the rules
 * allow, and what a decided block does. Everything that it answers about blocks depends on the chain and the
 * question alone, but for what it proposes itself.
 */
export class LedgerApplication implements Application {
  readonly #parts: LedgerApplicationParts;
  readonly #proposals = new ExecutedProposals();
  /** The decided block, until the engine has it committed. */
  #decided: ExecutedBlock | undefined;

  constructor(parts: LedgerApplicationParts) {
    this.#parts = parts;
  }

  /** The newest block that is on the disk; the engine hands over those behind it again (spec 08 §20.1). */
  async info(): Promise<ResponseInfo> {
    const { chain } = this.#parts;
    await chain.written();
    const { header } = chain.head;
    return {
      data: 'coind',
      version: '',
      appVersion: APP_VERSION,
      lastBlockHeight: BigInt(header.height),
      lastBlockAppHash: header.height === 0 ? new Uint8Array() : this.#appHash(),
    };
  }

  initChain({ initialHeight, appStateBytes }: RequestInitChain): ResponseInitChain {
    const { chain } = this.#parts;
    if (initialHeight !== 1n) {
      throw new Error(`the genesis file of the engine begins at height ${initialHeight}; it must be 1`);
    }
    requireSameGenesis(readAppState(appStateBytes), chain);
    return {
      consensusParams: undefined,
      validators: validatorsAt(chain.state, 1).map(({ publicKey }) => updateOf({ publicKey, power: 1 })),
      appHash: this.#appHash(),
    };
  }

  query({ path }: RequestQuery): ResponseQuery {
    const { height } = this.#parts.chain.tip.header;
    const isKnown = path === '/info';
    const value = isKnown ? Buffer.from(JSON.stringify({ height })) : new Uint8Array();
    const log = isKnown ? '' : `unknown path ${JSON.stringify(path)}; JSON-RPC answers questions`;
    return {
      code: isKnown ? 0 : 1,
      log,
      info: '',
      index: 0n,
      key: new Uint8Array(),
      value,
      height: BigInt(height),
      codespace: CODESPACE,
      proofOps: undefined,
    };
  }

  async checkTx({ tx, type }: RequestCheckTx): Promise<ResponseCheckTx> {
    const { mempool, chain, onProblem } = this.#parts;
    try {
      await this.#parts.released();
      const prepared = readTransaction(chain, tx);
      if (type === CheckTxType.RECHECK) {
        await mempool.ready();
        if (mempool.holds(prepared)) return checked(0, '');
        return checked(1, 'no longer in the memory pool');
      }
      if (!mempool.holds(prepared)) await this.#parts.admit(prepared);
      return checked(0, '');
    } catch (error) {
      if (error instanceof TransactionRejected) return checked(error.code || 1, error.reason);
      onProblem(new Error('a transaction of another node made the program fail', { cause: error }));
      return checked(PROGRAM_FAILED, 'internal error');
    }
  }

  /** Proposes what waits here; what others sent to the engine is in the pool too (spec 08 §20.4). */
  async prepareProposal(request: RequestPrepareProposal): Promise<ResponsePrepareProposal> {
    await this.#parts.released();
    const { chain } = this.#parts;
    return chain.exclusive.run(async () => {
      const context = this.#contextOf(request);
      if (context.height === chain.ledger.network.forks.systemGenesis) return { txs: [] };
      const { raws, proposal } = await this.#assembled(context, Number(request.maxTxBytes));
      this.#proposals.keep(context, raws, proposal);
      return { txs: raws };
    });
  }

  /** Whether a proposal keeps the rules: the same for every node, whatever it knows otherwise (spec 08 §20.5). */
  async processProposal(request: RequestProcessProposal): Promise<ResponseProcessProposal> {
    await this.#parts.released();
    const problem = await this.#parts.chain.exclusive.run(() => this.#problemOf(request));
    if (problem === undefined) return { status: ResponseProcessProposal_ProposalStatus.ACCEPT };
    const proposer = Buffer.from(request.proposerAddress).toString('hex');
    const what = `the proposal of ${proposer} for block ${request.height} is refused`;
    this.#parts.onProblem(new Error(`${what}: ${problem.message}`, { cause: problem }));
    return { status: ResponseProcessProposal_ProposalStatus.REJECT };
  }

  /** What a decided block does; nothing of it is written before the engine says so (spec 08 §20.6). */
  async finalizeBlock(request: RequestFinalizeBlock): Promise<ResponseFinalizeBlock> {
    await this.#parts.released();
    const { chain } = this.#parts;
    for (const { type, height, validator } of request.misbehavior) {
      const who = Buffer.from(validator.address).toString('hex');
      this.#parts.onProblem(
        new Error(`validator ${who} signed twice at height ${height} (evidence of kind ${type})`),
      );
    }
    return chain.exclusive.run(async () => {
      const { executed, results } = await this.#executed(this.#contextOf(request), request.txs);
      this.#decided = executed;
      const { height } = executed.block.header;
      return {
        events: [],
        txResults: results.map(resultOf),
        validatorUpdates: validatorUpdates(executed.state, height).map(updateOf),
        consensusParamUpdates: undefined,
        appHash: appHash(height, executed.hash, chain.stateDigestAfter(executed.state)),
      };
    });
  }

  /** Writes the decided block, and answers when it is on the disk. */
  async commit(): Promise<ResponseCommit> {
    const { chain, snapshots } = this.#parts;
    const decided = required(this.#decided, 'the decided block');
    await chain.exclusive.run(async () => {
      // They lie on the state before it.
      this.#proposals.forget();
      this.#decided = undefined;
      await chain.connect(decided);
    });
    snapshots?.committed(chain.head.header.height);
    return { retainHeight: BigInt(this.#retainHeight()) };
  }

  extendVote() {
    return { voteExtension: new Uint8Array() };
  }

  /** Votes are not extended here, so that no vote has to be refused for what is in its extension. */
  verifyVoteExtension() {
    return { status: ResponseVerifyVoteExtension_VerifyStatus.ACCEPT };
  }

  listSnapshots(): ResponseListSnapshots {
    return { snapshots: this.#parts.snapshots?.list() ?? [] };
  }

  async loadSnapshotChunk({
    height,
    format,
    chunk: index,
  }: RequestLoadSnapshotChunk): Promise<ResponseLoadSnapshotChunk> {
    const chunk = await this.#parts.snapshots?.chunk(Number(height), format, index);
    return { chunk: chunk ?? new Uint8Array() };
  }

  /** A node begins with the state of others only where it has no chain: see `SnapshotReceiver`. */

  offerSnapshot(): ResponseOfferSnapshot {
    return { result: ResponseOfferSnapshot_Result.ABORT };
  }

  applySnapshotChunk(_request: RequestApplySnapshotChunk): ResponseApplySnapshotChunk {
    return { result: ResponseApplySnapshotChunk_Result.ABORT, refetchChunks: [], rejectSenders: [] };
  }

  /**
   * The height from which on the engine keeps its blocks: whoever begins with a snapshot that is offered here must
   * find those behind it. 0: all of them.
   */
  #retainHeight(): number {
    const { chain, keptBlocks, snapshots } = this.#parts;
    if (keptBlocks === undefined) return 0;
    const { height } = chain.head.header;
    return Math.max(0, Math.min(height - keptBlocks + 1, snapshots?.oldestHeight ?? height));
  }

  #appHash(): Buffer {
    const { hash, header } = this.#parts.chain.head;
    return appHash(header.height, hash, this.#parts.chain.stateDigest);
  }

  /**
   * The block that the engine speaks of. Its time is that of the engine in whole seconds, and never before that
   * of the block before (spec 08 §22).
   */
  #contextOf({
    height,
    time,
    proposerAddress,
  }: Pick<RequestFinalizeBlock, 'height' | 'time' | 'proposerAddress'>): BlockContext {
    const { chain } = this.#parts;
    const context = chain.contextAt(Math.max(Number(time.seconds), chain.head.header.time));
    if (height !== BigInt(context.height)) {
      throw new Error(`the engine speaks of block ${height}, the next one here is ${context.height}`);
    }
    const address = Buffer.from(proposerAddress).toString('hex');
    const proposer = validatorsAt(chain.overlay(), context.height).find(
      validator => validator.address === address,
    );
    if (proposer !== undefined) return { ...context, producer: proposer.regId };
    throw new Error(`${address}, who proposes block ${height}, is no validator of this height`);
  }

  async #executed(context: BlockContext, raws: readonly Uint8Array[]): Promise<ExecutedProposal> {
    const known = this.#proposals.get(context, raws);
    if (known !== undefined) return known;
    const proposal = await inTurns(proposalSteps(this.#parts.chain, context, raws));
    this.#proposals.keep(context, raws, proposal);
    return proposal;
  }

  async #problemOf(request: RequestProcessProposal): Promise<Error | undefined> {
    try {
      const { results } = await this.#executed(this.#contextOf(request), request.txs);
      const index = results.findIndex(result => 'refusal' in result);
      const result = results[index];
      if (result === undefined || !('refusal' in result)) return undefined;
      const { code, reason, detail } = result.refusal;
      return new Error(
        `transaction ${index}: ${reason}, code ${code}${detail === undefined ? '' : ` (${detail})`}`,
      );
    } catch (error) {
      // Whatever made the program fail is in no block: the others propose one without it.
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async #assembled(
    context: BlockContext,
    maxTxBytes: number,
  ): Promise<{ readonly raws: Buffer[]; readonly proposal: ExecutedProposal }> {
    const { chain, mempool, maxBlockSize = PROTOCOL.defaultBlockSize, onProblem } = this.#parts;
    const state = chain.overlay();
    const candidates = await mempool.executedEntries();
    const execution = chain.ledger.begin(state, context, chain.recent);
    const deadline = performance.now() + ASSEMBLY_MILLISECONDS;
    const { outcome, refusals, faults, failures } = await assemble(execution, candidates, {
      maxSize: Math.min(maxBlockSize, CONTENT_BYTES, Math.floor(maxTxBytes * SHARE_OF_CONTENT)),
      stillWaits: txid => performance.now() < deadline && mempool.has(txid),
    });
    execution.state.merge();
    for (const { txid, error } of refusals) mempool.failedInBlock(txid, error);
    for (const { txid, error: cause } of faults) {
      const error = new Error(`executing transaction ${txid} failed, it was dropped`, { cause });
      onProblem(error);
      mempool.drop(txid, error);
    }
    const executed = executedBlock(chain, blockOf(chain, context, outcome), outcome, state, failures);
    const ofUsers = outcome.executed
      .slice(1)
      .filter(({ prepared }) => !definitionOf(prepared.tx.type).system);
    return {
      raws: ofUsers.map(({ prepared }) => prepared.raw),
      proposal: { executed, results: ofUsers.map(({ prepared: { txid }, fuel }) => ({ txid, fuel })) },
    };
  }
}

function requireSameGenesis({ network, genesis }: AppState, chain: Chain): void {
  const ours = required(chain.blocks.header(0), 'block 0').hash;
  if (genesis === ours && network === chain.ledger.network.name) return;
  throw new Error(
    `the genesis file of the engine is for network ${network} with block 0 ${genesis}; this node has network ` +
      `${chain.ledger.network.name} with block 0 ${ours}`,
  );
}

function checked(code: number, log: string): ResponseCheckTx {
  const nothing = { data: new Uint8Array(), info: '', gasWanted: 0n, gasUsed: 0n, events: [] };
  return { code, log, ...nothing, codespace: code === 0 ? '' : CODESPACE };
}

/** Code, data and gas are hashed by the engine, so they depend on the block alone (spec 08 §20.6). */
function resultOf(result: ProposedResult) {
  const nothing = { info: '', gasWanted: 0n, events: [] };
  if ('txid' in result) {
    const data = fromDisplayHex(result.txid);
    return { code: 0, data, log: '', gasUsed: result.fuel, codespace: '', ...nothing };
  }
  const { code, reason } = result.refusal;
  return {
    code: code || 1,
    data: new Uint8Array(),
    log: reason,
    gasUsed: 0n,
    codespace: CODESPACE,
    ...nothing,
  };
}

function updateOf({ publicKey, power }: ValidatorUpdate) {
  return { pubKey: { secp256k1: Buffer.from(publicKey, 'hex') }, power: BigInt(power) };
}
