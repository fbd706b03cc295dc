import { REGTEST } from '../../../src/config/networks/regtest.js';
import { NetworkLedger } from '../../../src/ledger/ledger.js';
import { type BlockContext, NOTHING_RECENT } from '../../../src/ledger/types.js';
import { STATE_SCHEMA } from '../../../src/state/schema.js';
import type { StateReader } from '../../../src/state/state.js';
import { StateStore } from '../../../src/state/state-store.js';
import { ACCOUNTS } from '../../../src/state/tables/accounts.js';
import { UTXOS } from '../../../src/state/tables/utxos.js';
import { openMemory } from '../../../src/storage/memory.js';
import { type PreparedTransaction, prepareTransaction } from '../../../src/tx/envelope.js';
import { TransactionRejected } from '../../../src/tx/reject.js';
import type { Transaction } from '../../../src/tx/transactions.js';
import type { SignatureCheck } from '../../../vm/context.js';
import { type Actor, HEIGHT } from '../ledgers/scratch-ledger.js';

const everythingIsSigned: SignatureCheck = { isValid: () => true };

/** How transactions of a block ended: the reason of each that was refused. */
export type Outcomes = readonly (string | undefined)[];

/**
 * The development chain from a height of the tests on, block by block on a committed state. Fees
 * stay on their way: its blocks have no rewards.
 */
export class UtxoChain {
  readonly #store = new StateStore(openMemory(), STATE_SCHEMA, { ltHash: true });
  readonly #ledger = new NetworkLedger(REGTEST, everythingIsSigned);
  #height = HEIGHT - 1;

  /** Begins with the same coins of each kind for each of the actors. */
  async begin(actors: readonly Actor[], coins: Readonly<Record<string, bigint>>): Promise<void> {
    const state = this.#store.overlay();
    const { block } = this.#ledger.genesis(state);
    this.#ledger.systemGenesis(state, contextAt(1), block.header.merkleRoot);
    const tokens = new Map(
      Object.entries(coins).map(([symbol, free]) => [
        symbol,
        { free, frozen: 0n, staked: 0n, voted: 0n, pledged: 0n },
      ]),
    );
    for (const { keyId } of actors) {
      state.put(ACCOUNTS, keyId, { ...state.get(ACCOUNTS, keyId)!, tokens });
    }
    await this.#store.commit(state, { height: this.#height });
  }

  /** Height of the newest block. */
  get height(): number {
    return this.#height;
  }

  get state(): StateReader {
    return this.#store;
  }

  /** Digest of all that the nodes of a network agree on. */
  get digest(): string {
    return this.#store.stateDigest!.toString('hex');
  }

  /** What the memory pool answers to transactions that come one after the other. */
  admit(transactions: readonly Transaction[]): Outcomes {
    const pending = this.#store.overlay();
    const execution = this.#ledger.beginPending(pending, contextAt(this.#height + 1), NOTHING_RECENT);
    const outcomes = transactions.map(tx => reasonOf(() => execution.execute(prepare(tx))));
    pending.discard();
    return outcomes;
  }

  /**
   * Makes the next block of those transactions that are not refused.
   * @throws Error when a refused one has left a trace
   */
  async connect(transactions: readonly Transaction[]): Promise<Outcomes> {
    const height = this.#height + 1;
    const state = this.#store.overlay();
    const block = this.#ledger.begin(state, contextAt(height), NOTHING_RECENT);
    const outcomes = transactions.map(tx => {
      const before = block.state.changes().length;
      const reason = reasonOf(() => block.execute(prepare(tx)));
      if (reason !== undefined && block.state.changes().length !== before) {
        throw new Error(`a transaction was refused for ${reason}, but has changed the state`);
      }
      return reason;
    });
    block.state.merge();
    await this.#store.commit(state, { height });
    this.#height = height;
    return outcomes;
  }

  /** Takes the newest block back. */
  async disconnect(): Promise<void> {
    await this.#store.disconnect(this.#height);
    this.#height--;
  }

  /** Coins in the balances of everybody, and in outputs. */
  total(symbol: string): bigint {
    let sum = 0n;
    for (const [, { tokens }] of this.#store.iterate(ACCOUNTS)) {
      const token = tokens.get(symbol);
      if (token !== undefined) sum += token.free + token.frozen + token.staked + token.voted + token.pledged;
    }
    for (const [, { coinSymbol, output }] of this.#store.iterate(UTXOS)) {
      if (coinSymbol === symbol) sum += output.coinAmount;
    }
    return sum;
  }
}

export function prepare(tx: Transaction): PreparedTransaction {
  return prepareTransaction(tx, { varintPricesFrom: REGTEST.forks.r3 });
}

function contextAt(height: number): BlockContext {
  const time = REGTEST.genesis.time + 3 * height;
  return { height, time, producer: { height: 0, index: 2 }, fuelRate: 100 };
}

function reasonOf(attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (error instanceof TransactionRejected) return error.reason;
    throw error;
  }
}
