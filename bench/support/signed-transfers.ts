import { regIdUid } from '../../src/codec/uid.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { sign } from '../../src/crypto/signature.js';
import { type PreparedTransaction, prepareTransaction } from '../../src/tx/envelope.js';
import { BASE_COIN } from '../../src/tx/symbols.js';
import { TX } from '../../src/tx/transactions.js';
import { wireRulesOf } from '../../src/tx/wire-rules.js';
import { keyOfAccount, regIdOfAccount } from './accounts.js';

const RULES = wireRulesOf(REGTEST);
/** Two primes, so that senders and receivers run through all accounts in no order that a cache could use. */
const SENDER_STEP = 7_919;
const RECEIVER_STEP = 104_729;

export interface TransferSeries {
  readonly count: number;
  /** Accounts of the chain, of which all take part. */
  readonly accounts: number;
  /** valid_height of the first transfer, and by how much it grows from one to the next; default 0. */
  readonly validHeight: number;
  readonly heightStep?: number;
  /** Number of the first transfer; series that do not overlap in it have no transfer in common. */
  readonly first?: number;
}

/** Number of the account that sends the transfer with this number. */
export function senderOf(number: number, accounts: number): number {
  return (number * SENDER_STEP) % accounts;
}

/** Signed transfers of base coins between registered accounts, each different from every other one. */
export function signedTransfers({
  count,
  accounts,
  validHeight,
  heightStep = 0,
  first = 0,
}: TransferSeries): PreparedTransaction[] {
  return Array.from({ length: count }, (_, i) => {
    const number = first + i;
    const sender = senderOf(number, accounts);
    const unsigned = {
      type: TX.UCOIN_TRANSFER,
      version: 1,
      validHeight: validHeight + i * heightStep,
      txUid: regIdUid(regIdOfAccount(sender)),
      feeSymbol: BASE_COIN,
      fees: 10_000n,
      transfers: [
        {
          toUid: regIdUid(regIdOfAccount((number * RECEIVER_STEP + 1) % accounts)),
          coinSymbol: BASE_COIN,
          coinAmount: 10_000n,
        },
      ],
      memo: Buffer.from(`${number}`),
      signature: Buffer.alloc(0),
    } as const;
    const { sighash } = prepareTransaction(unsigned, RULES);
    const signature = sign(sighash, keyOfAccount(sender).privateKey, { grind: false });
    return prepareTransaction({ ...unsigned, signature }, RULES);
  });
}
