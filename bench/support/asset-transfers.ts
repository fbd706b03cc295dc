import { regIdInteger, regIdText } from '../../src/codec/regid.js';
import { regIdUid } from '../../src/codec/uid.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { type PreparedTransaction, prepareTransaction } from '../../src/tx/envelope.js';
import { BASE_COIN } from '../../src/tx/symbols.js';
import { TX } from '../../src/tx/transactions.js';
import { assetContract } from '../../vm/universal/asset-contract.js';
import { parseName } from '../../vm/wasm/abi/name.js';
import { packAction } from '../../vm/wasm/abi/pack.js';
import { ASSET_CONTRACT, OWNER_PERMISSION } from '../../vm/wasm/inline-authorization.js';
import { BLOCK_SIZE, FIRST_HEIGHT, HOLDERS, holder, SIGNATURE, timeTransactions } from './holder-ledger.js';

function transfers(block: number): PreparedTransaction[] {
  const { schema } = assetContract();
  return Array.from({ length: BLOCK_SIZE }, (_, i) => {
    const index = (i * 7919 + block) % HOLDERS;
    const [from, to] = [holder(index), holder((index + 1_234) % HOLDERS)];
    const quantity = `0.0000${String(1000 + block)} ${BASE_COIN}`;
    const data = packAction(schema, 'transfer', [regIdText(from), regIdText(to), quantity, '']);
    const authorization = [{ account: regIdInteger(from), permission: OWNER_PERMISSION }];
    return prepareTransaction(
      {
        type: TX.UNIVERSAL,
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

/** Microseconds of an asset transfer through the whole ledger, its trace included. */
export function timeAssetTransfers(): Promise<number> {
  return timeTransactions(() => {}, transfers);
}
