import type { NetworkParameters } from '../../../src/config/network.js';
import { type AppliedBlock, applyBlock, type BlockSurroundings } from '../../../src/ledger/apply-block.js';
import { NetworkLedger } from '../../../src/ledger/ledger.js';
import type { BlockOutcome } from '../../../src/ledger/types.js';
import type { StateStore } from '../../../src/state/state-store.js';
import { RecentTransactionIndex } from '../../../src/state/tables/recent-transactions.js';
import { type Block, blockHash, decodeBlock } from '../../../src/tx/block.js';
import { memoryState } from '../stores/memory-state.js';

/** A chain that takes whole blocks, as a node that follows others does. */
export class ReplayChain {
  readonly state: StateStore = memoryState();
  readonly recent: RecentTransactionIndex;
  readonly #ledger: NetworkLedger;
  readonly #blocks: Block[] = [];

  constructor(readonly network: NetworkParameters) {
    this.#ledger = new NetworkLedger(network);
    this.recent = new RecentTransactionIndex(this.state, network.transactionCacheDepth);
  }

  get height(): number {
    return this.#blocks.length - 1;
  }

  /** The newest block. */
  get tip(): Block {
    return this.#blocks.at(-1)!;
  }

  /** Makes block 0. */
  async begin(): Promise<BlockOutcome & { readonly block: Block }> {
    const state = this.state.overlay();
    const outcome = this.#ledger.genesis(state);
    await this.state.commit(state, { height: 0 });
    this.#push(outcome.block);
    return outcome;
  }

  /** Applies the next block and commits it. @throws BlockRejected */
  async connect(
    raw: Uint8Array,
    options: Pick<BlockSurroundings, 'now' | 'spacing' | 'adoptFuelFee'> = {},
  ): Promise<AppliedBlock & { readonly block: Block }> {
    const block = decodeBlock(raw, { varintPricesFrom: this.network.forks.r3 });
    const state = this.state.overlay();
    const { header } = this.tip;
    const parent = { hash: blockHash(header), height: header.height, time: header.time };
    const applied = applyBlock(this.#ledger, state, block, { parent, recent: this.recent, ...options });
    applied.state.merge();
    await this.state.commit(state, { height: block.header.height });
    this.#push(block);
    return { ...applied, block };
  }

  /** Takes the newest block back. */
  async disconnect(): Promise<void> {
    const { height } = this.#blocks.pop()!.header;
    await this.state.disconnect(height);
    this.recent.disconnect(height, this.state);
  }

  #push(block: Block): void {
    this.#blocks.push(block);
    const txids = block.transactions.map(({ txid }) => txid);
    this.recent.connect(block.header.height, txids);
  }
}
