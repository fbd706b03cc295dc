import type { Json } from '../../codec/json-value.js';
import type { Uid } from '../../codec/uid.js';
import { encodeAddress } from '../../crypto/address.js';
import { ACCOUNTS, tokenOf } from '../../state/tables/accounts.js';
import { REJECT } from '../../tx/reject.js';
import { BASE_COIN } from '../../tx/symbols.js';
import { TX } from '../../tx/transactions.js';
import type { Transfer } from '../../tx/types/ucoin-transfer.js';
import type { Money } from '../../tx/units.js';
import { RpcError } from '../declaration/errors.js';
import { type AfterTurn, implement } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import { converted } from '../declaration/refused-value.js';
import type { NodeServices } from '../node/services.js';
import { requireAccount, senderParameter, uidParameter } from '../submission/account-parameters.js';
import { requireCoin, requireNotZero } from '../submission/coins.js';
import { feeParameter } from '../submission/fees.js';
import { member, objectElements } from '../submission/json-members.js';
import { SimulatedBalance } from '../submission/simulated-balance.js';
import { signAndSubmit, standardFields, UNSIGNED } from '../submission/submit.js';
import type { methods } from './transfers.methods.js';

export const handlers = implement<typeof methods, NodeServices>({
  submitsendtx: ({ from, to, amount, fee, memo }, services) =>
    send(services, { from, to, amount, fee, memo }),

  submitsendmultitx({ from, transfer_array, fee: givenFee, memo }, services) {
    const sender = senderParameter(services, from);
    // Even a list that is refused for being empty names the fee of one transfer.
    const units = BigInt(Math.max(1, transfer_array.length));
    const fee = feeParameter(services, givenFee, TX.UCOIN_TRANSFER, units);
    const balance = new SimulatedBalance(services.state, requireAccount(services.state, sender));
    const transfers = transferParameters(services, transfer_array, balance);
    balance.take(fee);
    return submitTransfers(services, sender, transfers, fee, memo);
  },

  sendtoaddress({ sender_or_to, to_or_amount, amount }, services) {
    if (amount !== undefined) {
      return send(services, {
        from: sender_or_to,
        to: converted(p.uid, to_or_amount, { index: 1, name: 'to' }),
        amount: { symbol: BASE_COIN, amount },
        more: hashToo,
      });
    }
    return sendFromAny(services, sender_or_to, amountParameter(to_or_amount), undefined);
  },

  sendtoaddresswithfee({ sender_or_to, to_or_amount, amount_or_fee, fee }, services) {
    if (fee !== undefined) {
      return send(services, {
        from: sender_or_to,
        to: converted(p.uid, to_or_amount, { index: 1, name: 'to' }),
        amount: { symbol: BASE_COIN, amount: amount_or_fee },
        fee: { symbol: BASE_COIN, amount: fee },
        more: hashToo,
      });
    }
    const given = { symbol: BASE_COIN, amount: amount_or_fee };
    return sendFromAny(services, sender_or_to, amountParameter(to_or_amount), given);
  },
});

interface Sending {
  readonly from: string;
  readonly to: string;
  readonly amount: Money;
  readonly fee?: Money | undefined;
  readonly memo?: string | undefined;
  /** Members of the result besides `txid`. */
  readonly more?: typeof hashToo;
}

/** One transfer, with the checks of submitsendtx in their order (spec 02 §5.6). */
function send(services: NodeServices, { from, to, amount, fee: givenFee, memo, more }: Sending): AfterTurn {
  const sender = senderParameter(services, from);
  const toUid = uidParameter(services, to);
  const fee = feeParameter(services, givenFee, TX.UCOIN_TRANSFER);
  requireCoin(services, amount.symbol);
  requireNotZero(amount);
  const balance = new SimulatedBalance(services.state, requireAccount(services.state, sender));
  balance.take(amount);
  balance.take(fee);
  const transfers = [{ toUid, coinSymbol: amount.symbol, coinAmount: amount.amount }];
  return submitTransfers(services, sender, transfers, fee, memo, more);
}

/** A transfer from the first address of the wallet whose free base coins suffice (spec 02 §6.5). */
function sendFromAny(services: NodeServices, to: string, amount: bigint, fee: Money | undefined): AfterTurn {
  const needed = amount + feeParameter(services, fee, TX.UCOIN_TRANSFER).amount;
  const payer = services.wallet.entries().find(({ keyId, publicKey }) => {
    const account = services.state.get(ACCOUNTS, keyId);
    return publicKey !== undefined && account !== undefined && tokenOf(account, BASE_COIN).free >= needed;
  });
  if (!payer) {
    throw new RpcError('INSUFFICIENT_FUNDS', `No address of the wallet has ${needed} sawi ${BASE_COIN}`);
  }
  const from = encodeAddress(services.network.addressVersion, payer.keyId);
  return send(services, { from, to, amount: { symbol: BASE_COIN, amount }, fee, more: hashToo });
}

function submitTransfers(
  services: NodeServices,
  sender: Uid,
  transfers: readonly Transfer[],
  fee: Money,
  memo = '',
  more?: typeof hashToo,
): AfterTurn {
  return signAndSubmit(
    services,
    {
      type: TX.UCOIN_TRANSFER,
      ...standardFields(services, sender, fee),
      transfers,
      memo: Buffer.from(memo, 'utf8'),
      ...UNSIGNED,
    },
    more,
  );
}

/** Elements of transfer_array; each is taken from the sender's balance. */
function transferParameters(
  services: NodeServices,
  elements: readonly Json[],
  balance: SimulatedBalance,
): Transfer[] {
  return objectElements(elements, 'transfer_array').map(element => {
    const to = member(element, 'to_uid', p.uid);
    const amount = member(element, 'symbol_amount_unit', p.comboMoney(BASE_COIN));
    const toUid = uidParameter(services, to);
    requireNotZero(amount);
    requireCoin(services, amount.symbol);
    if (!balance.tryTake(amount)) {
      throw new RpcError(REJECT.REJECT_INVALID, `${amount.symbol} Insufficient coins`);
    }
    return { toUid, coinSymbol: amount.symbol, coinAmount: amount.amount };
  });
}

function amountParameter(value: string | bigint): bigint {
  if (typeof value === 'bigint') return converted(p.amount, value, { index: 1, name: 'amount' });
  throw new RpcError('MISC_ERROR', 'value is type str, expected int');
}

/** Release 1 calls the txid a hash. */
function hashToo(txid: string) {
  return { hash: txid };
}
