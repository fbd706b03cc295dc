import { regIdUid } from '../src/codec/uid.js';
import { DEVELOPMENT_PUBLIC_KEYS } from '../src/config/networks/development-keys.js';
import { REGTEST } from '../src/config/networks/regtest.js';
import { NetworkLedger } from '../src/ledger/ledger.js';
import { SignatureCache } from '../src/ledger/signature-cache.js';
import { type BlockContext, NOTHING_RECENT } from '../src/ledger/types.js';
import { STATE_SCHEMA } from '../src/state/schema.js';
import { StateStore } from '../src/state/state-store.js';
import { ACCOUNTS, newAccount, REGIDS } from '../src/state/tables/accounts.js';
import { openMemory } from '../src/storage/memory.js';
import { type PreparedTransaction, prepareTransaction } from '../src/tx/envelope.js';
import { BASE_COIN } from '../src/tx/symbols.js';
import { TX } from '../src/tx/transactions.js';
import type { UcoinTransfer } from '../src/tx/types/ucoin-transfer.js';
import type { SignatureCheck } from '../vm/context.js';
import type { BenchmarkResult } from './result.js';

/*
 * What the ledger alone costs: transfers between registered accounts that are in the cache of the
 * state. Signatures count as verified; preparing, which happens on the way in, is not measured.
 */

const HOLDERS = 20_000;
const BLOCK_TRANSFERS = 10_000;
const BLOCKS = 8;
const OWNER_HEIGHT = 1_000;
const FIRST_HEIGHT = 2_000;
const SIGNATURE = Buffer.alloc(71, 0x30);
const OWNER_KEY = DEVELOPMENT_PUBLIC_KEYS.holder;

const everythingIsSigned: SignatureCheck = { isValid: () => true };

/** Accounts 1000-0 and following, each with a thousand coins. */
async function filledStore(): Promise<StateStore> {
  const store = new StateStore(openMemory(), STATE_SCHEMA);
  const state = store.overlay();
  new NetworkLedger(REGTEST).genesis(state);
  for (let index = 0; index < HOLDERS; index++) {
    const keyId = (index + 1).toString(16).padStart(40, '0');
    const regId = { height: OWNER_HEIGHT, index };
    const tokens = new Map([
      [BASE_COIN, { free: 100_000_000_000n, frozen: 0n, staked: 0n, voted: 0n, pledged: 0n }],
    ]);
    state.put(REGIDS, regId, keyId);
    state.put(ACCOUNTS, keyId, { ...newAccount(keyId), regId, ownerKey: OWNER_KEY, tokens });
  }
  await store.commit(state, { height: 0 });
  return store;
}

function transfers(block: number): PreparedTransaction[] {
  return Array.from({ length: BLOCK_TRANSFERS }, (_, i) => {
    const from = (i * 7919 + block) % HOLDERS;
    const tx: UcoinTransfer = {
      type: TX.UCOIN_TRANSFER,
      version: 1,
      validHeight: FIRST_HEIGHT,
      txUid: regIdUid({ height: OWNER_HEIGHT, index: from }),
      feeSymbol: BASE_COIN,
      fees: 10_000n + BigInt(i),
      transfers: [
        {
          toUid: regIdUid({ height: OWNER_HEIGHT, index: (from + 12_345) % HOLDERS }),
          coinSymbol: BASE_COIN,
          coinAmount: 10_000n + BigInt(block),
        },
      ],
      memo: new Uint8Array(),
      signature: SIGNATURE,
    };
    return prepareTransaction(tx, { varintPricesFrom: REGTEST.forks.r3 });
  });
}

function contextAt(height: number): BlockContext {
  return { height, time: 1_800_000_000 + 3 * height, producer: { height: 0, index: 2 }, fuelRate: 1 };
}

/** Microseconds of a transfer, from the best of the blocks: the others met the garbage collector. */
async function measure(signatures: SignatureCheck): Promise<number> {
  const store = await filledStore();
  const ledger = new NetworkLedger(REGTEST, signatures);
  let best = Number.POSITIVE_INFINITY;
  for (let block = 0; block < BLOCKS; block++) {
    const prepared = transfers(block);
    if (signatures instanceof SignatureCache) {
      for (const { txid } of prepared) signatures.remember(txid, SIGNATURE, OWNER_KEY);
    }
    const state = store.overlay();
    const start = process.hrtime.bigint();
    const execution = ledger.begin(state, contextAt(FIRST_HEIGHT + block), NOTHING_RECENT);
    for (const tx of prepared) execution.execute(tx);
    execution.end(execution.rewardTransaction());
    execution.state.merge();
    const elapsed = Number(process.hrtime.bigint() - start) / 1000;
    best = Math.min(best, elapsed / BLOCK_TRANSFERS);
    await store.commit(state, { height: block + 1 });
  }
  return best;
}

export async function run(): Promise<BenchmarkResult> {
  const plain = await measure(everythingIsSigned);
  const remembered = await measure(new SignatureCache());
  const perSecond = (microseconds: number) => Math.round(1e6 / microseconds);
  return {
    rows: [
      row('transfers, signatures taken for valid', plain),
      row('transfers, signatures remembered', remembered),
    ],
    figures: {
      transfersPerSecond: perSecond(plain),
      transfersRememberedPerSecond: perSecond(remembered),
    },
  };

  function row(what: string, microseconds: number) {
    return { what, 'µs each': microseconds.toFixed(2), 'per second': perSecond(microseconds) };
  }
}
