import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ZERO_HASH } from '../src/codec/codec.js';
import { regIdUid } from '../src/codec/uid.js';
import { DEVELOPMENT_PUBLIC_KEYS } from '../src/config/networks/development-keys.js';
import { REGTEST } from '../src/config/networks/regtest.js';
import { NetworkLedger } from '../src/ledger/ledger.js';
import { type BlockContext, type BlockExecution, NOTHING_RECENT } from '../src/ledger/types.js';
import { STATE_SCHEMA } from '../src/state/schema.js';
import type { StateWriter } from '../src/state/state.js';
import { StateStore } from '../src/state/state-store.js';
import { ACCOUNTS, newAccount, REGIDS } from '../src/state/tables/accounts.js';
import { MEDIAN_PRICES } from '../src/state/tables/prices.js';
import { openStore } from '../src/storage/open.js';
import { type PreparedTransaction, prepareTransaction } from '../src/tx/envelope.js';
import { BASE_COIN, STABLE_COIN } from '../src/tx/symbols.js';
import { TX } from '../src/tx/transactions.js';
import type { CdpStake } from '../src/tx/types/cdp-stake.js';
import { addPosition } from '../vm/native/cdp/positions.js';
import type { BenchmarkResult } from './result.js';

/*
 * What debt positions cost in the ledger, on the disk: stakes per second, and the block that liquidates
 * the most positions that a block may, among few and among a million. Signatures count as valid.
 */

const STAKES = 10_000;
const LIQUIDATED = 1_000;
const FEW = 10_000;
const MANY = 1_000_000;
const POSITIONS_PER_COMMIT = 20_000;

const SIGNATURE = Buffer.alloc(71, 0x30);
const OWNER_KEY = DEVELOPMENT_PUBLIC_KEYS.holder;
/** Regids of owners: the first parts are those of accounts, the others of positions that nothing touches. */
const ACCOUNT_HEIGHT = 1_000;
const PRICE = 25_000_000n;
const COIN = 100_000_000n;
/** Collateral for one stable coin that is worth 100 %, and 200 %. */
const UNSAFE = 4n * COIN;
const SAFE = 8n * COIN;

/** A store in a directory of its own, past the genesis blocks. */
class BenchLedger {
  readonly ledger = new NetworkLedger(REGTEST, { isValid: () => true });
  #height: number = REGTEST.forks.systemGenesis;

  private constructor(readonly store: StateStore) {}

  static async filled(store: StateStore, positions: number): Promise<BenchLedger> {
    const bench = new BenchLedger(store);
    const state = store.overlay();
    const { block } = bench.ledger.genesis(state);
    bench.ledger.systemGenesis(state, bench.#context(), block.header.merkleRoot);
    for (let i = 0; i < STAKES; i++) addAccount(state, i);
    await store.commit(state, { height: bench.#height });
    for (let start = 0; start < positions; start += POSITIONS_PER_COMMIT) {
      const end = Math.min(start + POSITIONS_PER_COMMIT, positions);
      await bench.#commit(filling => {
        for (let i = start; i < end; i++) place(filling, i, bench.#height);
      });
    }
    return bench;
  }

  /** Executes a block. @returns milliseconds until it is executed, and until it is durable */
  async time(fill: (execution: BlockExecution) => void): Promise<{ executed: number; durable: number }> {
    const state = this.store.overlay();
    this.#height++;
    state.put(MEDIAN_PRICES, undefined, [price('WGRT', 1_000_000n), price(BASE_COIN, PRICE)]);
    const start = performance.now();
    const execution = this.ledger.begin(state, this.#context(), NOTHING_RECENT);
    execution.execute(execution.medianTransaction()!);
    fill(execution);
    execution.end(execution.rewardTransaction());
    execution.state.merge();
    const executed = performance.now() - start;
    await this.store.commit(state, { height: this.#height });
    return { executed, durable: performance.now() - start };
  }

  async #commit(change: (state: StateWriter) => void): Promise<void> {
    const state = this.store.overlay();
    change(state);
    this.#height++;
    await this.store.commit(state, { height: this.#height });
  }

  #context(): BlockContext {
    const height = this.#height;
    return { height, time: 1_800_000_000 + 3 * height, producer: { height: 0, index: 2 }, fuelRate: 1 };
  }
}

function price(baseSymbol: string, amount: bigint) {
  return { baseSymbol, quoteSymbol: 'USD', price: amount, lastFeedHeight: 1_000_000 };
}

/** A number as hex digits. */
function idOf(index: number, digits: number): string {
  return index.toString(16).padStart(8, '0').padEnd(digits, '5');
}

function addAccount(state: StateWriter, index: number): void {
  const keyId = idOf(index, 40);
  const regId = { height: ACCOUNT_HEIGHT, index };
  const wicc = { free: 1000n * COIN, frozen: 0n, staked: 0n, voted: 0n, pledged: UNSAFE };
  state.put(REGIDS, regId, keyId);
  const tokens = new Map([[BASE_COIN, wicc]]);
  state.put(ACCOUNTS, keyId, { ...newAccount(keyId), regId, ownerKey: OWNER_KEY, tokens });
}

/** The position of a number: the first are those that the system liquidates; their owners have accounts. */
function place(state: StateWriter, i: number, height: number): void {
  const isUnsafe = i < LIQUIDATED;
  addPosition(state, idOf(i, 64), {
    owner: isUnsafe
      ? { height: ACCOUNT_HEIGHT, index: i }
      : { height: ACCOUNT_HEIGHT + 1 + (i >> 16), index: i & 0xffff },
    height,
    bcoinSymbol: BASE_COIN,
    scoinSymbol: STABLE_COIN,
    staked: isUnsafe ? UNSAFE : SAFE + BigInt(i),
    owed: COIN,
  });
}

/** New positions of the accounts that have none. */
function stakes(height: number): PreparedTransaction[] {
  return Array.from({ length: STAKES - LIQUIDATED }, (_, i) => {
    const tx: CdpStake = {
      type: TX.CDP_STAKE,
      version: 1,
      validHeight: height,
      txUid: regIdUid({ height: ACCOUNT_HEIGHT, index: LIQUIDATED + i }),
      feeSymbol: BASE_COIN,
      fees: 100_000n,
      cdpTxid: ZERO_HASH,
      assetsToStake: new Map([[BASE_COIN, 100n * COIN]]),
      scoinSymbol: STABLE_COIN,
      scoinsToMint: 10n * COIN,
      signature: SIGNATURE,
    };
    return prepareTransaction(tx, { varintPricesFrom: REGTEST.forks.r3 });
  });
}

interface Measured {
  readonly executed: number;
  readonly durable: number;
  readonly perStake: number;
}

async function measure(positions: number): Promise<Measured> {
  const path = mkdtempSync(join(tmpdir(), 'coind-bench-'));
  const { store: disk } = await openStore({ path, engine: 'auto', cacheBytes: 64 * 1024 * 1024 });
  try {
    const bench = await BenchLedger.filled(new StateStore(disk, STATE_SCHEMA), positions);
    const prepared = stakes(bench.store.height!);
    const liquidation = await bench.time(({ state }) => {
      const example = state.get(ACCOUNTS, idOf(0, 40))!;
      if (example.tokens.get(BASE_COIN)?.pledged !== 0n) throw new Error('nothing was liquidated');
    });
    const staking = await bench.time(execution => {
      for (const tx of prepared) execution.execute(tx);
    });
    return { ...liquidation, perStake: staking.executed / prepared.length };
  } finally {
    await disk.close();
    rmSync(path, { recursive: true, force: true });
  }
}

export async function run(): Promise<BenchmarkResult> {
  const few = await measure(FEW);
  const many = await measure(MANY);
  const row = (positions: number, { executed, durable, perStake }: Measured) => ({
    positions,
    [`${LIQUIDATED} liquidations, ms`]: executed.toFixed(0),
    'until durable, ms': durable.toFixed(0),
    'stake, µs': (perStake * 1000).toFixed(1),
  });
  return {
    rows: [row(FEW, few), row(MANY, many)],
    figures: {
      stakesPerSecond: Math.round(1000 / many.perStake),
      liquidationBlockMs: Math.round(many.executed),
      growthRatio: Number((many.executed / few.executed).toFixed(2)),
    },
  };
}
