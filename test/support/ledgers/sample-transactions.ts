import { publicKeyUid, type Uid } from '../../../src/codec/uid.js';
import { balanceOperationCode } from '../../../src/tx/balance-operation.js';
import { BASE_COIN } from '../../../src/tx/symbols.js';
import { TX } from '../../../src/tx/transactions.js';
import type { AccountPermsClear } from '../../../src/tx/types/account-perms-clear.js';
import type { AccountRegister } from '../../../src/tx/types/account-register.js';
import type { BcoinTransfer } from '../../../src/tx/types/bcoin-transfer.js';
import type { UcoinStake } from '../../../src/tx/types/ucoin-stake.js';
import type { UcoinTransfer } from '../../../src/tx/types/ucoin-transfer.js';
import { ALICE, BOB, HEIGHT, signatureOf } from './scratch-ledger.js';

/* Valid transactions of ALICE on a scratch ledger; a test changes what it is about. */

const STANDARD = {
  version: 1,
  validHeight: HEIGHT - 1,
  txUid: ALICE.uid,
  feeSymbol: BASE_COIN,
  fees: 10_000n,
  signature: signatureOf(ALICE.publicKey),
} as const;

const { feeSymbol: _feeSymbol, ...OLD_STANDARD } = STANDARD;

/** A transfer of a thousand base coins to BOB. */
export function transferTx(changes: Partial<UcoinTransfer> = {}): UcoinTransfer {
  return {
    type: TX.UCOIN_TRANSFER,
    ...STANDARD,
    transfers: [transferTo(BOB.uid)],
    memo: new Uint8Array(),
    ...changes,
  };
}

/** One entry of a transfer. */
export function transferTo(
  toUid: Uid,
  coinSymbol: string = BASE_COIN,
  coinAmount = 100_000_000_000n,
): UcoinTransfer['transfers'][number] {
  return { toUid, coinSymbol, coinAmount };
}

/** A transfer of the old kind. */
export function baseTransferTx(changes: Partial<BcoinTransfer> = {}): BcoinTransfer {
  return {
    type: TX.BCOIN_TRANSFER,
    ...OLD_STANDARD,
    toUid: BOB.uid,
    coinAmount: 100_000_000_000n,
    memo: new Uint8Array(),
    ...changes,
  };
}

/** A stake of a thousand base coins. */
export function stakeTx(changes: Partial<UcoinStake> = {}): UcoinStake {
  return {
    type: TX.UCOIN_STAKE,
    ...STANDARD,
    stakeType: balanceOperationCode('STAKE'),
    coinSymbol: BASE_COIN,
    coinAmount: 100_000_000_000n,
    ...changes,
  };
}

export function clearPermissionsTx(changes: Partial<AccountPermsClear> = {}): AccountPermsClear {
  return { type: TX.ACCOUNT_PERMS_CLEAR, ...STANDARD, ...changes };
}

/** The registration of a key, which has to have an account with coins for the fee. */
export function registerTx(publicKey: string, changes: Partial<AccountRegister> = {}): AccountRegister {
  return {
    type: TX.ACCOUNT_REGISTER,
    ...OLD_STANDARD,
    txUid: publicKeyUid(publicKey),
    signature: signatureOf(publicKey),
    minerUid: { kind: 'null' },
    ...changes,
  };
}
