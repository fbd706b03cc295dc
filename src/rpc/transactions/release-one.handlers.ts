import { NULL_UID, publicKeyUid, uidText } from '../../codec/uid.js';
import { isValidPublicKey } from '../../crypto/keys.js';
import type { PreparedTransaction } from '../../tx/envelope.js';
import { hexText } from '../../tx/json-members.js';
import { BASE_COIN } from '../../tx/symbols.js';
import { definitionOf, TX } from '../../tx/transactions.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import type { NodeServices } from '../node/services.js';
import { senderParameter, uidParameter } from '../submission/account-parameters.js';
import { baseCoinFeeParameter } from '../submission/fees.js';
import { prepareGiven } from '../submission/prepare-given.js';
import { signedBySender, UNSIGNED } from '../submission/submit.js';
import { ownWaiting } from '../wallet/own-waiting.js';
import { MOST_SHOWN, type methods } from './release-one.methods.js';
import { transactionDetail } from './transaction.results.js';

/** Sawi that a transfer moves at least. */
const LEAST_AMOUNT = 10_000n;
const PUBLIC_KEY_SIZE = 33;

export const handlers = implement<typeof methods, NodeServices>({
  islocked: (_args, { wallet }) => ({ islock: wallet.isEncrypted ? (wallet.isLocked ? 2 : 1) : 0 }),

  listunconfirmedtx: (_args, services) => ({ UnConfirmTx: ownWaiting(services).map(transactionText) }),

  async getalltxinfo({ count = 0 }, services) {
    const isAll = count <= 0;
    const txids = await services.transactions.confirmed(isAll ? MOST_SHOWN : Math.min(count, MOST_SHOWN));
    return {
      Confirmed: txids.map(txid => transactionDetail(services, txid)),
      ...(isAll && {
        UnConfirmed: ownWaiting(services).map(({ txid }) => transactionDetail(services, txid)),
      }),
    };
  },

  gensendtoaddressraw({ sender, recipient, amount, fee, height }, services) {
    const txUid = senderParameter(services, sender);
    const toUid = uidParameter(services, recipient);
    const fees = baseCoinFeeParameter(services, { symbol: BASE_COIN, amount: fee }, TX.BCOIN_TRANSFER);
    if (amount < LEAST_AMOUNT) {
      throw new RpcError('INVALID_PARAMETER', `amount=${amount} must be at least ${LEAST_AMOUNT} sawi`, {
        about: String(amount),
      });
    }
    const validHeight = height === undefined ? services.tipHeight : requireHeight(height);
    const prepared = prepareGiven(services, {
      type: TX.BCOIN_TRANSFER,
      version: 1,
      validHeight,
      txUid,
      toUid,
      fees,
      coinAmount: amount,
      memo: Buffer.alloc(0),
      ...UNSIGNED,
    });
    return { rawtx: hexText(signedBySender(services, prepared).raw) };
  },

  genregisteraccountraw({ fee, height, publickey, minerpublickey }, services) {
    const fees = baseCoinFeeParameter(services, { symbol: BASE_COIN, amount: fee }, TX.ACCOUNT_REGISTER);
    const prepared = prepareGiven(services, {
      type: TX.ACCOUNT_REGISTER,
      version: 1,
      validHeight: requireHeight(height),
      txUid: publicKeyUid(publicKeyParameter(publickey, 'publickey')),
      minerUid:
        minerpublickey === undefined
          ? NULL_UID
          : publicKeyUid(publicKeyParameter(minerpublickey, 'minerpublickey')),
      fees,
      ...UNSIGNED,
    });
    return { rawtx: hexText(signedBySender(services, prepared).raw) };
  },
});

/** A transaction as release 1 prints it: the members that it has of those that its documents show. */
function transactionText({ tx, txid }: PreparedTransaction): string {
  const parts = [
    `txType=${definitionOf(tx.type).name}`,
    `hash=${txid}`,
    ...('version' in tx ? [`ver=${tx.version}`] : []),
    ...('txUid' in tx ? [`srcId=${uidText(tx.txUid)}`] : []),
    ...('toUid' in tx ? [`desId=${uidText(tx.toUid)}`] : []),
    ...('fees' in tx ? [`llFees=${tx.fees}`] : []),
    ...('arguments' in tx ? [`vContract=${hexText(tx.arguments)}`] : []),
    ...('validHeight' in tx ? [`nValidHeight=${tx.validHeight}`] : []),
  ];
  return parts.join(', ');
}

function requireHeight(height: number): number {
  if (height > 0) return height;
  throw new RpcError('INVALID_PARAMETER', `height=${height} must be above 0`, { about: String(height) });
}

/** The text of a compressed public key. @throws RpcError -8 */
function publicKeyParameter(bytes: Uint8Array, name: string): string {
  const text = Buffer.from(bytes).toString('hex');
  if (bytes.length === PUBLIC_KEY_SIZE && isValidPublicKey(bytes)) return text;
  throw new RpcError('INVALID_PARAMETER', `${name} is no compressed public key of 66 hex digits`, {
    about: text,
  });
}
