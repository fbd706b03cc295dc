import type { Uid } from '../../../src/codec/uid.js';
import { keyIdOf } from '../../../src/crypto/keys.js';
import { type Account, isRegistered } from '../../../src/state/tables/accounts.js';
import { DUST_AMOUNT, isInCoinRange } from '../../../src/tx/coin-range.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { type Transfer, type UcoinTransfer, ucoinTransfer } from '../../../src/tx/types/ucoin-transfer.js';
import type { TransactionContext } from '../../context.js';
import { requireFee } from '../fee.js';
import { defineHandler } from '../handler.js';
import { isPointOnCurve, requireValidSenderKey } from '../public-key.js';
import { requireTransferable } from '../ways.js';
import { chargeFriction, type FrictionBase, frictionOrderId } from './friction.js';
import { checkMemo } from './memo.js';

const MAX_TRANSFERS = 100;

/** UCOIN_TRANSFER_TX (spec 07 §14.1). */
export const ucoinTransferHandler = defineHandler(ucoinTransfer, {
  summary: 'Transfers coins of any kind to one or up to a hundred accounts.',

  /** The minimum counts for each transfer. */
  checkFee({ fees, transfers }, minimum) {
    requireFee(fees, minimum * BigInt(transfers.length));
  },

  check({ txUid, transfers, memo }, context) {
    checkMemo(memo);
    if (transfers.length === 0 || transfers.length > MAX_TRANSFERS) {
      const detail = `there are ${transfers.length} transfers, 1 to ${MAX_TRANSFERS} are allowed`;
      reject(REJECT.REJECT_INVALID, 'invalid-transfers', detail);
    }
    for (const [index, transfer] of transfers.entries()) checkTransfer(transfer, context, index);
    requireValidSenderKey(txUid);
  },

  /** One after the other; each sees what those before it did. */
  execute(tx, context) {
    tx.transfers.forEach(({ toUid, coinSymbol, coinAmount }, position) => {
      moveCoins(context, {
        payer: context.sender().keyId,
        receiver: () => registerReceiver(tx, receiverOf(toUid, context), context),
        symbol: coinSymbol,
        amount: coinAmount,
        orderId: () => frictionOrderId(context.prepared.txid, coinSymbol, position),
      });
    });
  },
});

/** A transfer of coins from one account to another. */
export interface CoinMovement extends FrictionBase {
  /** Finds the receiver, after the friction was taken. */
  readonly receiver: () => Account;
}

/**
 * Moves coins to another account, less what friction takes. The terms have been checked.
 * @throws TransactionRejected
 */
export function moveCoins(context: TransactionContext, movement: CoinMovement): void {
  const { payer, receiver, symbol, amount } = movement;
  const friction = chargeFriction(context, movement);
  context.operate(
    {
      keyId: payer,
      operation: 'SUB_FREE',
      symbol,
      amount: amount - friction,
      receiptType: RECEIPT.TRANSFER_ACTUAL_COINS,
      peer: receiver().keyId,
    },
    [REJECT.UPDATE_ACCOUNT_FAIL, 'transfer-coin-failed'],
  );
}

/**
 * The checks of what is transferred and to whom (spec 07 §14.1).
 * @param index - of the transfer, from 0 on, for what is said about it
 * @throws TransactionRejected
 */
export function checkTransfer(
  { toUid, coinSymbol, coinAmount }: Transfer,
  context: TransactionContext,
  index = 0,
): void {
  if (toUid.kind === 'null') reject(REJECT.REJECT_INVALID, 'invalid-toUid');
  requireTransferable(context, coinSymbol);
  if (coinAmount < DUST_AMOUNT || !isInCoinRange(coinSymbol, coinAmount)) {
    reject(REJECT.REJECT_DUST, 'invalid-coin-amount', amountDetail(coinAmount, index));
  }
}

function amountDetail(amount: bigint, index: number): string {
  return amount < DUST_AMOUNT
    ? `transfer ${index + 1} has ${amount} sawi, at least ${DUST_AMOUNT} are needed`
    : `transfer ${index + 1} has ${amount} sawi, which is more than there can be of the coin`;
}

/**
 * The account to transfer to: a new one where a key or a key id names none yet.
 * @throws TransactionRejected `account-not-exist`
 */
export function receiverOf(toUid: Uid, context: TransactionContext): Account {
  switch (toUid.kind) {
    case 'keyid':
      return context.accountOrNew(toUid.keyId);
    case 'pubkey':
      return context.accountOrNew(keyIdOf(Buffer.from(toUid.publicKey, 'hex')));
    case 'regid':
    case 'null':
      return context.account(toUid) ?? reject(REJECT.READ_ACCOUNT_FAIL, 'account-not-exist');
  }
}

/**
 * A transaction assigns at most one regid. If its sender does not need it, and it has a single
 * transfer to a key, the receiver gets it (spec 07 §8.3). A key that is no point on the curve could
 * never sign, so its account stays unregistered (spec 07 A9).
 */
function registerReceiver(
  { txUid, transfers }: UcoinTransfer,
  receiver: Account,
  context: TransactionContext,
): Account {
  const toUid = transfers[0]?.toUid;
  if (txUid.kind !== 'regid' || transfers.length !== 1 || toUid?.kind !== 'pubkey') return receiver;
  if (isRegistered(receiver) || !isPointOnCurve(toUid.publicKey)) return receiver;
  return context.registerAccount(receiver, toUid.publicKey);
}
