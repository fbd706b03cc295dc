import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prefetchNamed } from '../src/chain/prefetch.js';
import { regIdUid } from '../src/codec/uid.js';
import { DEVELOPMENT_PUBLIC_KEYS } from '../src/config/networks/development-keys.js';
import { REGTEST } from '../src/config/networks/regtest.js';
import { NetworkLedger } from '../src/ledger/ledger.js';
import type { BlockContext } from '../src/ledger/types.js';
import { STATE_SCHEMA } from '../src/state/schema.js';
import type { StateWriter } from '../src/state/state.js';
import { StateStore } from '../src/state/state-store.js';
import { ACCOUNTS, newAccount, REGIDS } from '../src/state/tables/accounts.js';
import { putUtxo, type UtxoId } from '../src/state/tables/utxos.js';
import type { KeyValueStore } from '../src/storage/key-value-store.js';
import { openStore } from '../src/storage/open.js';
import { type PreparedTransaction, prepareTransaction } from '../src/tx/envelope.js';
import { BASE_COIN } from '../src/tx/symbols.js';
import { TX } from '../src/tx/transactions.js';
import type { UtxoTransfer } from '../src/tx/types/utxo-transfer.js';
import { CONDITION_TYPES } from '../src/tx/utxo.js';
import type { BenchmarkResult } from './result.js';
import { volume } from './support/volumes.js';

/*
 * What spending outputs costs in the ledger, on the disk, with few outputs in the state and with
 * many: transfers of 1, 10 and 100 inputs with an address each, and one output. Outputs are read as a
 * chain does it, for a whole block at once; signatures count as valid. `--outputs=` sets how many are many.
 */

const FEW = 20_000;
const MANY = volume('outputs', 1_000_000);
const SPENDERS = 1_000;
const INPUT_COUNTS = [1, 10, 100] as const;
/** Inputs of a block that is measured; of each kind of transfer there is the best of some blocks. */
const INPUTS_OF_BLOCK = 2_000;
const BLOCKS = 3;
const OUTPUTS_PER_COMMIT = 50_000;
const OUTPUTS_OF_TRANSACTION = 100;

const SPENDER_HEIGHT = 1_000;
const SIGNATURE = Buffer.alloc(71, 0x30);
const OWNER_KEY = DEVELOPMENT_PUBLIC_KEYS.holder;
const COIN = 100_000_000n;
const NOTHING_RECENT = { has: () => false };

/** A number as hex digits, spread like hashes: neighbours are no neighbours on the disk. */
function spread(number: number, digits: number): string {
  const hash = (BigInt(number + 1) * 0x9e37_79b9_7f4a_7c15n) & 0xffff_ffff_ffff_ffffn;
  return hash.toString(16).padStart(16, '0').padEnd(digits, '5');
}

const spenderRegId = (spender: number) => ({ height: SPENDER_HEIGHT, index: spender });

/** The outputs have an order in which they are spent, which is not that of the disk. */
function outputId(position: number): UtxoId {
  return [spread(Math.floor(position / OUTPUTS_OF_TRANSACTION), 64), position % OUTPUTS_OF_TRANSACTION];
}

function addSpender(state: StateWriter, spender: number): void {
  const keyId = spread(spender, 40);
  const regId = spenderRegId(spender);
  const token = { free: 1000n * COIN, frozen: 0n, staked: 0n, voted: 0n, pledged: 0n };
  state.put(REGIDS, regId, keyId);
  state.put(ACCOUNTS, keyId, {
    ...newAccount(keyId),
    regId,
    ownerKey: OWNER_KEY,
    tokens: new Map([[BASE_COIN, token]]),
  });
}

/** An output for the spender whose turn it is when it is spent. */
function addOutput(state: StateWriter, position: number, height: number): void {
  const uid = regIdUid(spenderRegId(spenderOf(position)));
  putUtxo(state, outputId(position), {
    coinSymbol: BASE_COIN,
    output: { coinAmount: COIN, conds: [{ type: CONDITION_TYPES.OP2SA, uid }] },
    creator: spread(0, 40),
    height,
  });
}

/** A hundred outputs in a row are for the same spender, so that transfers of any size can have them. */
function spenderOf(position: number): number {
  return Math.floor(position / OUTPUTS_OF_TRANSACTION) % SPENDERS;
}

/** Transfers that spend the outputs from a position on. */
function spends(first: number, inputs: number, height: number): PreparedTransaction[] {
  return Array.from({ length: INPUTS_OF_BLOCK / inputs }, (_, i) => {
    const position = first + i * inputs;
    const tx: UtxoTransfer = {
      type: TX.UTXO_TRANSFER,
      version: 1,
      validHeight: height,
      txUid: regIdUid(spenderRegId(spenderOf(position))),
      feeSymbol: BASE_COIN,
      fees: 10_000n * BigInt(2 * inputs + 1),
      coinSymbol: BASE_COIN,
      vins: Array.from({ length: inputs }, (_unused, input) => {
        const [prevUtxoTxid, prevUtxoVoutIndex] = outputId(position + input);
        return { prevUtxoTxid, prevUtxoVoutIndex, conds: [{ type: CONDITION_TYPES.IP2SA }] };
      }),
      vouts: [{ coinAmount: COIN, conds: [] }],
      memo: new Uint8Array(),
      signature: SIGNATURE,
    };
    return prepareTransaction(tx, { varintPricesFrom: REGTEST.forks.r3 });
  });
}

/** A ledger on the disk with so many outputs. */
class UtxoBench {
  readonly #ledger = new NetworkLedger(REGTEST, { isValid: () => true });
  #store: StateStore;
  #height: number = REGTEST.forks.systemGenesis;
  #nextOutput = 0;

  private constructor(disk: KeyValueStore) {
    this.#store = new StateStore(disk, STATE_SCHEMA);
  }

  /** With nothing in the cache of the state, so that few outputs are read from the disk as many are. */
  static async filled(disk: KeyValueStore, outputs: number): Promise<UtxoBench> {
    const bench = new UtxoBench(disk);
    const store = bench.#store;
    const state = store.overlay();
    const { block } = bench.#ledger.genesis(state);
    bench.#ledger.systemGenesis(state, bench.#context(), block.header.merkleRoot);
    for (let spender = 0; spender < SPENDERS; spender++) addSpender(state, spender);
    await store.commit(state, { height: bench.#height });
    for (let first = 0; first < outputs; first += OUTPUTS_PER_COMMIT) {
      const filling = store.overlay();
      bench.#height++;
      const end = Math.min(first + OUTPUTS_PER_COMMIT, outputs);
      for (let position = first; position < end; position++) addOutput(filling, position, bench.#height);
      await store.commit(filling, { height: bench.#height });
    }
    await store.settled();
    bench.#store = new StateStore(disk, STATE_SCHEMA);
    return bench;
  }

  /** Microseconds of an input in blocks of transfers of one size. */
  async microsecondsOfInput(inputs: number): Promise<number> {
    let best = Number.POSITIVE_INFINITY;
    for (let block = 0; block < BLOCKS; block++) {
      const prepared = spends(this.#nextOutput, inputs, this.#height);
      this.#nextOutput += INPUTS_OF_BLOCK;
      const state = this.#store.overlay();
      this.#height++;
      const start = performance.now();
      prefetchNamed(this.#store, prepared);
      const execution = this.#ledger.begin(state, this.#context(), NOTHING_RECENT);
      for (const tx of prepared) execution.execute(tx);
      execution.end(execution.rewardTransaction());
      execution.state.merge();
      best = Math.min(best, ((performance.now() - start) * 1000) / INPUTS_OF_BLOCK);
      await this.#store.commit(state, { height: this.#height });
    }
    return best;
  }

  #context(): BlockContext {
    const height = this.#height;
    return { height, time: 1_800_000_000 + 3 * height, producer: { height: 0, index: 2 }, fuelRate: 1 };
  }
}

/** Microseconds of an input by the number of inputs of a transfer. */
async function measure(outputs: number): Promise<ReadonlyMap<number, number>> {
  const path = mkdtempSync(join(tmpdir(), 'coind-bench-'));
  const { store: disk } = await openStore({ path, engine: 'auto', cacheBytes: 64 * 1024 * 1024 });
  try {
    const bench = await UtxoBench.filled(disk, outputs);
    const measured = new Map<number, number>();
    for (const inputs of INPUT_COUNTS) measured.set(inputs, await bench.microsecondsOfInput(inputs));
    return measured;
  } finally {
    await disk.close();
    rmSync(path, { recursive: true, force: true });
  }
}

const perSecond = (microseconds: number) => Math.round(1e6 / microseconds);

export async function run(): Promise<BenchmarkResult> {
  const few = await measure(FEW);
  const many = await measure(MANY);
  const rows = INPUT_COUNTS.map(inputs => ({
    'inputs of a transfer': inputs,
    [`inputs/s among ${FEW}`]: perSecond(few.get(inputs)!),
    [`inputs/s among ${MANY}`]: perSecond(many.get(inputs)!),
    'µs each': many.get(inputs)!.toFixed(1),
  }));
  const [, typical] = INPUT_COUNTS;
  return {
    rows,
    figures: {
      inputsPerSecond: perSecond(many.get(typical)!),
      inputsPerSecondByInputsOfTransfer: Object.fromEntries(
        INPUT_COUNTS.map(inputs => [inputs, perSecond(many.get(inputs)!)]),
      ),
      growthRatio: Number((many.get(typical)! / few.get(typical)!).toFixed(2)),
    },
  };
}
