import { regIdInteger, regIdText } from '../../src/codec/regid.js';
import { regIdUid } from '../../src/codec/uid.js';
import { DEVELOPMENT_PUBLIC_KEYS } from '../../src/config/networks/development-keys.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { NetworkLedger } from '../../src/ledger/ledger.js';
import { StateStore } from '../../src/state/state-store.js';
import { ACCOUNTS, newAccount, REGIDS } from '../../src/state/tables/accounts.js';
import { openMemory } from '../../src/storage/memory.js';
import { type SealedTransaction, sealTransaction } from '../../src/tx/envelope.js';
import { BASE_COIN } from '../../src/tx/symbols.js';
import { assetContract } from '../../vm/universal/asset-contract.js';
import { parseName } from '../../vm/wasm/abi/name.js';
import { packAction } from '../../vm/wasm/abi/pack.js';
import { ASSET_CONTRACT, OWNER_PERMISSION } from '../../vm/wasm/inline-authorization.js';

const HOLDERS = 5_000;
const BLOCK_TRANSFERS = 2_000;
const BLOCKS = 6;
const OWNER_HEIGHT = 1_000;
const FIRST_HEIGHT = 2_000;
const SIGNATURE = Buffer.alloc(71, 0x30);
const NOTHING_RECENT = { has: () => false };

/** Accounts 1000-0 and following, each with a thousand coins. */
async function filledStore(): Promise<StateStore> {
  const store = new StateStore(openMemory());
  const state = store.overlay();
  new NetworkLedger(REGTEST).genesis(state);
  for (let index = 0; index < HOLDERS; index++) {
    const keyId = (index + 1).toString(16).padStart(40, '0');
    const regId = { height: OWNER_HEIGHT, index };
    const coins = { free: 100_000_000_000n, frozen: 0n, staked: 0n, voted: 0n, pledged: 0n };
    const ownerKey = DEVELOPMENT_PUBLIC_KEYS.holder;
    state.put(REGIDS, regId, keyId);
    state.put(ACCOUNTS, keyId, {
      ...newAccount(keyId),
      regId,
      ownerKey,
      tokens: new Map([[BASE_COIN, coins]]),
    });
  }
  await store.commit(state, { height: 0 });
  return store;
}

function transfers(block: number): SealedTransaction[] {
  const { schema } = assetContract();
  return Array.from({ length: BLOCK_TRANSFERS }, (_, i) => {
    const from = { height: OWNER_HEIGHT, index: (i * 7919 + block) % HOLDERS };
    const to = { height: OWNER_HEIGHT, index: (from.index + 1_234) % HOLDERS };
    const quantity = `0.0000${String(1000 + block)} ${BASE_COIN}`;
    const data = packAction(schema, 'transfer', [regIdText(from), regIdText(to), quantity, '']);
    const authorization = [{ account: regIdInteger(from), permission: OWNER_PERMISSION }];
    return sealTransaction(
      {
        type: 100,
        version: 1,
        validHeight: FIRST_HEIGHT,
        txUid: regIdUid(from),
        feeSymbol: BASE_COIN,
        fees: 10_000n + BigInt(i),
        inlineTransactions: [
          { contract: ASSET_CONTRACT, action: parseName('transfer'), authorization, data },
        ],
        signaturePairs: [],
        signature: SIGNATURE,
      },
      { varintPricesFrom: REGTEST.forks.r3 },
    );
  });
}

/**
 * Microseconds of an asset transfer through the whole ledger, its trace included, from the best of the
 * blocks. Signatures count as valid; the fuel rate is 1, so that a block holds what it can.
 */
export async function timeAssetTransfers(): Promise<number> {
  const store = await filledStore();
  const ledger = new NetworkLedger(REGTEST, { isValid: () => true });
  let best = Number.POSITIVE_INFINITY;
  for (let block = 0; block < BLOCKS; block++) {
    const sealed = transfers(block);
    const state = store.overlay();
    const height = FIRST_HEIGHT + block;
    const context = {
      height,
      time: 1_800_000_000 + 3 * height,
      producer: { height: 0, index: 2 },
      fuelRate: 1,
    };
    const start = performance.now();
    const execution = ledger.begin(state, context, NOTHING_RECENT);
    for (const tx of sealed) execution.execute(tx);
    execution.end(execution.rewardTransaction());
    execution.state.merge();
    best = Math.min(best, ((performance.now() - start) * 1000) / BLOCK_TRANSFERS);
    await store.commit(state, { height: block + 1 });
  }
  return best;
}
