import { keyIdUid, regIdUid, type Uid } from '../../../src/codec/uid.js';
import { TX } from '../../../src/tx/transactions.js';
import { checkMemo } from '../../native/transfer/memo.js';
import { checkTransfer, moveCoins, receiverOf } from '../../native/transfer/ucoin-transfer.js';
import { account, type Coins, checksum160, quantity, string } from './field-types.js';
import { type ActingAccount, defineModuleAction } from './module-action.js';
import { defineNativeContract } from './native-contract.js';

/** The contract of transfers in integer form: 0-200. */
export const TRANSFER_CONTRACT = 200n;

const transfer = defineModuleAction({
  name: 'transfer',
  summary: 'Transfers coins to an account that has a regid. Nobody is told of it.',
  fields: { from: account, to: account, quantity, memo: string },
  actor: 'from',
  asType: TX.UCOIN_TRANSFER,
  fuel: { base: 10_000n },
  execute(acting, { to, quantity: coins, memo }) {
    transferTo(acting, regIdUid(to), coins, memo);
  },
});

const transferToKey = defineModuleAction({
  name: 'transferkey',
  summary: 'Transfers coins to the account of a key id, which need not exist yet.',
  fields: { from: account, to: checksum160, quantity, memo: string },
  actor: 'from',
  asType: TX.UCOIN_TRANSFER,
  // An account may come into being.
  fuel: { base: 30_000n },
  execute(acting, { to, quantity: coins, memo }) {
    transferTo(acting, keyIdUid(to), coins, memo);
  },
});

/** 0-200: what UCOIN_TRANSFER_TX does, for one receiver (spec 07 §14.1). */
export const transferContract = defineNativeContract([transfer, transferToKey], {
  title: 'transfers',
  burnsActionSize: true,
});

function transferTo(acting: ActingAccount, toUid: Uid, { symbol, amount }: Coins, memo: Uint8Array): void {
  const { context } = acting;
  checkMemo(memo);
  checkTransfer({ toUid, coinSymbol: symbol, coinAmount: amount }, context);
  moveCoins(context, {
    payer: acting.account.keyId,
    receiver: () => receiverOf(toUid, context),
    symbol,
    amount,
    orderId: () => acting.objectId,
  });
}
