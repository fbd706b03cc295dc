import { readFileSync } from 'node:fs';
import { regIdUid } from '../../src/codec/uid.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { encodeAddress } from '../../src/crypto/address.js';
import type { StateWriter } from '../../src/state/state.js';
import { CONTRACT_ACCOUNTS } from '../../src/state/tables/contract-accounts.js';
import { CONTRACTS } from '../../src/state/tables/contracts.js';
import { VM_LUA } from '../../src/tx/enums.js';
import { type PreparedTransaction, prepareTransaction } from '../../src/tx/envelope.js';
import { TX } from '../../src/tx/transactions.js';
import {
  BLOCK_SIZE,
  endow,
  FIRST_HEIGHT,
  HOLDERS,
  holder,
  holderKeyId,
  SIGNATURE,
  timeTransactions,
} from './holder-ledger.js';

const TOKEN = { height: 1_500, index: 1 } as const;
const TOKEN_KEY_ID = 'c0'.repeat(20);
/** Tokens that every holder has, and how much a send moves. */
const BALANCE = 1_000_000_000_000n;
const AMOUNT = 1_000n;
/** More than what a send burns, about 20,000 units at rate 1. */
const FEE = 1_000_000n;

function addressOf(index: number): string {
  return encodeAddress(REGTEST.addressVersion, holderKeyId(index));
}

/** The sample token, and balances in it. */
function deployToken(state: StateWriter): void {
  endow(state, TOKEN_KEY_ID, TOKEN);
  state.put(CONTRACTS, TOKEN, {
    vmType: VM_LUA,
    maintainer: holder(0),
    upgradable: false,
    code: readFileSync('contracts/lua/token.lua'),
    memo: Buffer.alloc(0),
    abi: Buffer.alloc(0),
  });
  for (let index = 0; index < HOLDERS; index++) {
    state.put(CONTRACT_ACCOUNTS, [TOKEN, addressOf(index)], { free: BALANCE, frozen: [] });
  }
}

function sends(block: number): PreparedTransaction[] {
  return Array.from({ length: BLOCK_SIZE }, (_, i) => {
    const index = (i * 7919 + block) % HOLDERS;
    const amount = Buffer.alloc(8);
    amount.writeBigInt64LE(AMOUNT + BigInt(block));
    return prepareTransaction(
      {
        type: TX.LCONTRACT_INVOKE,
        version: 1,
        validHeight: FIRST_HEIGHT,
        txUid: regIdUid(holder(index)),
        appUid: regIdUid(TOKEN),
        fees: FEE + BigInt(i),
        coinAmount: 0n,
        arguments: Buffer.concat([
          Buffer.from([0xf0, 0x16, 0, 0]),
          Buffer.from(addressOf((index + 1_234) % HOLDERS)),
          amount,
        ]),
        signature: SIGNATURE,
      },
      { varintPricesFrom: REGTEST.forks.r3 },
    );
  });
}

/** Microseconds of a send of the sample token through the whole ledger. */
export function timeTokenSends(): Promise<number> {
  return timeTransactions(deployToken, sends);
}
