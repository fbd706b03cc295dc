import { type Assembly, assemble } from '../../chain/assemble.js';
import type { Chain } from '../../chain/chain.js';
import type { BlockFailure, ExecutedBlock } from '../../chain/executed-block.js';
import type { FeedSource } from '../../chain/feed-source.js';
import type { Mempool } from '../../chain/mempool.js';
import { recordEdits } from '../../chain/state-edits.js';
import { isNoRegId, regIdText } from '../../codec/regid.js';
import type { BlockContext } from '../../ledger/types.js';
import { unsignedBlock } from '../../ledger/unsigned-block.js';
import type { Overlay, StateWriter } from '../../state/state.js';
import { ACCOUNTS, REGIDS } from '../../state/tables/accounts.js';
import { type Block, blockHash, blockSighash, encodeBlock } from '../../tx/block.js';
import { wireRulesOf } from '../../tx/wire-rules.js';
import { ProductionError } from '../errors.js';
import type { BlockSigner, ProducerKeys } from './producer-keys.js';
import type { SoloEvents } from './solo-events.js';

/** The nonce of every block (spec 08 §17), unless that makes a block again that was marked as invalid. */
const USUAL_NONCE = 0;

export interface BlockRequest {
  /** Seconds since 1970. */
  readonly time: number;
  /** Whether a block without transactions of users is wanted too. */
  readonly allowEmpty: boolean;
  /** Sets something in the state before the first transaction; development networks only. */
  readonly change?: ((state: StateWriter) => void) | undefined;
}

/** What an attempt to build a block gave. */
export interface Attempt {
  /** Undefined when the block would have been empty and was not wanted. */
  readonly executed: ExecutedBlock | undefined;
  /** Resolves when the block is on the disk. */
  readonly written: Promise<void>;
  /** Transactions that were skipped because the rules reject them. */
  readonly failures: readonly BlockFailure[];
}

export interface BlockBuilderParts {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly keys: ProducerKeys;
  /** Bytes of a block; undefined takes the default. */
  readonly maxBlockSize: number | undefined;
  /** Price feeds that are made for each block; a block with nothing but them counts as empty. */
  readonly ownFeeds: FeedSource | undefined;
  readonly events: Pick<SoloEvents, 'transactionFailed' | 'blockBuilt'>;
}

/**
 * Builds blocks on the newest one: content, execution, signature. Others have their turns meanwhile, as requests of
 * readers, but nothing may change the chain: it is for the caller to exclude that.
 */
export class BlockBuilder {
  readonly #parts: BlockBuilderParts;

  constructor(parts: BlockBuilderParts) {
    this.#parts = parts;
  }

  /**
   * Builds the next block and connects it, as one of the tasks of `chain.exclusive`.
   * @throws ProductionError, ChainError; the transactions then still wait
   */
  async build({ time, allowEmpty, change }: BlockRequest): Promise<Attempt> {
    const { chain } = this.#parts;
    const context = chain.contextAt(time);
    const signer = this.#signerOf(context);
    if (context.height === chain.ledger.network.forks.systemGenesis) {
      return this.#buildSystemGenesis(context, signer);
    }
    const state = chain.overlay();
    const edits = change && recordEdits(state, change);
    const { outcome, failures } = await this.#assembled(context, state);
    const isEmpty = outcome.executed.every(({ prepared }) => !this.#parts.mempool.has(prepared.txid));
    if (isEmpty && !allowEmpty) return { executed: undefined, written: Promise.resolve(), failures };
    const block = unsignedBlock(
      context,
      outcome.executed.map(({ prepared }) => prepared),
      { prevBlockHash: chain.head.hash, nonce: USUAL_NONCE, fuelFee: outcome.fuelFee },
    );
    return this.#connect(block, signer, { outcome, state, failures, ...(edits && { edits }) });
  }

  /** The network determines this block; it has no room for transactions of users (spec 08 §16.2). */
  #buildSystemGenesis(context: BlockContext, signer: BlockSigner): Attempt {
    const { chain } = this.#parts;
    const state = chain.overlay();
    const { block, ...outcome } = chain.ledger.systemGenesis(state, context, chain.head.hash);
    return this.#connect(block, signer, { outcome, state, failures: [] });
  }

  async #assembled(context: BlockContext, state: Overlay): Promise<Assembly> {
    const { chain, mempool, maxBlockSize, ownFeeds, events } = this.#parts;
    const candidates = await mempool.executedEntries();
    const execution = chain.ledger.begin(state, context, chain.recent);
    const stillWaits = (txid: string): boolean => mempool.has(txid);
    const assembly = await assemble(execution, candidates, { maxSize: maxBlockSize, ownFeeds, stillWaits });
    execution.state.merge();
    for (const { txid, error } of assembly.refusals) mempool.failedInBlock(txid, error);
    for (const { txid, error } of assembly.faults) {
      events.transactionFailed(txid, error);
      mempool.drop(txid, error instanceof Error ? error : new Error(String(error)));
    }
    return assembly;
  }

  #connect(
    unsigned: Block,
    signer: BlockSigner,
    content: Pick<ExecutedBlock, 'outcome' | 'state' | 'failures' | 'edits'>,
  ): Attempt {
    const { chain } = this.#parts;
    let { header } = unsigned;
    while (chain.stale.isInvalid(blockHash(header))) header = { ...header, nonce: header.nonce + 1 };
    const block = { ...unsigned, header: { ...header, signature: signer(blockSighash(header)) } };
    const raw = encodeBlock(block, wireRulesOf(chain.ledger.network));
    const executed = { block, hash: blockHash(header), raw, ...content };
    this.#parts.events.blockBuilt(executed.hash);
    return { executed, written: chain.connect(executed), failures: content.failures };
  }

  /** The producer whose turn it is signs (spec 08 §6); without its key no block is made. */
  #signerOf({ producer, time, height }: BlockContext): BlockSigner {
    if (isNoRegId(producer)) {
      throw new ProductionError(
        'no-producer',
        `block ${height} cannot be made: the chain has no active producers`,
      );
    }
    const { chain, keys } = this.#parts;
    const state = chain.overlay();
    const keyId = state.get(REGIDS, producer);
    const account = keyId === undefined ? undefined : state.get(ACCOUNTS, keyId);
    const signer = account && keys.signerOf(account);
    if (signer !== undefined) return signer;
    throw new ProductionError(
      'no-key',
      `block ${height} cannot be made: at ${time} it is the turn of producer ${regIdText(producer)} ` +
        `(key id ${keyId}), whose key is not among the ${keys.size} producer keys of this node`,
    );
  }
}
