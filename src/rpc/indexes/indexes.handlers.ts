import { holdingOf } from '../../chain/indexes/holders-index.js';
import type { IndexPlace } from '../../chain/indexes/index-keys.js';
import {
  decodeIndexedTransaction,
  decodeTrade,
  type IndexedTransaction,
  participationOf,
} from '../../chain/indexes/index-values.js';
import { keyIdSubject, receiptTypeSubject, regIdSubject } from '../../chain/indexes/subjects.js';
import { ZERO_HASH } from '../../codec/codec.js';
import type { JsonObject } from '../../codec/json-value.js';
import { NO_REGID, regIdText } from '../../codec/regid.js';
import { INDEX_NAMES, type IndexName } from '../../config/index-names.js';
import { decodeAddress, encodeAddress } from '../../crypto/address.js';
import { toDisplayHex } from '../../crypto/hash.js';
import { ACCOUNTS, tokenOf } from '../../state/tables/accounts.js';
import { ASSETS } from '../../state/tables/assets.js';
import { CLOSED_CDPS } from '../../state/tables/cdps.js';
import { CLOSED_ORDERS } from '../../state/tables/dex-history.js';
import { ORDERS } from '../../state/tables/orders.js';
import { freeTextFrom } from '../../tx/free-text.js';
import { RECEIPT, receiptJson, receiptTypeText } from '../../tx/receipt.js';
import { definitionOf } from '../../tx/transactions.js';
import { contractRegId } from '../contracts/contracts.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import { closedOrderJson, orderJson } from '../dex/dex.results.js';
import type { NodeServices } from '../node/services.js';
import { addressOfUid, keyIdParameter } from '../submission/account-parameters.js';
import {
  badCursor,
  cursorOf,
  type PageArguments,
  pageJson,
  pageSize,
  placeOfCursor,
  requireIndex,
} from './index-pages.js';
import type { methods } from './indexes.methods.js';

export const handlers = implement<typeof methods, NodeServices>({
  listaddresstransactions({ addr, ...page }, services) {
    const keyId = keyIdParameter(services, addr);
    const { entries, members } = entriesPage(services, 'addresses', keyIdSubject(keyId), page);
    return {
      address: addressOf(services, keyId),
      ...members,
      transactions: entries.map(([place, value]) => {
        const indexed = decodeIndexedTransaction(value);
        return {
          ...transactionJson(services, place, indexed),
          participation: participationOf(indexed.participation),
        };
      }),
    };
  },

  listcontractcalls({ contract_regid: text, ...page }, services) {
    const regId = contractRegId(text, 'INVALID_PARAMETER', 'Invalid contract regid');
    const { entries, members } = entriesPage(services, 'contracts', regIdSubject(regId), page);
    return {
      contract_regid: regIdText(regId),
      ...members,
      transactions: entries.map(([place, value]) =>
        transactionJson(services, place, decodeIndexedTransaction(value)),
      ),
    };
  },

  listaccountorders({ addr, ...page }, services) {
    const owner = ownerParameter(services, addr);
    const { entries, members } = entriesPage(services, 'orders', owner.subject, page);
    const { state } = services;
    return {
      address: owner.address,
      ...members,
      orders: entries.flatMap(([, value]) => {
        const id = toDisplayHex(value);
        const order = state.get(ORDERS, id);
        if (order !== undefined) return [orderJson(id, order)];
        const closed = state.get(CLOSED_ORDERS, id);
        return closed === undefined ? [] : [closedOrderJson(state, id, closed)];
      }),
    };
  },

  listaccounttrades({ addr, ...page }, services) {
    const keyId = keyIdParameter(services, addr);
    const { entries, members } = entriesPage(services, 'trades', keyIdSubject(keyId), page);
    return {
      address: addressOf(services, keyId),
      ...members,
      trades: entries.map(([{ height }, value]) => {
        const { event: _event, ...trade } = decodeTrade(value);
        return { height, time: timeOf(services, height), ...trade };
      }),
    };
  },

  listaccountpositions({ addr, ...page }, services) {
    const owner = ownerParameter(services, addr);
    const { entries, members } = entriesPage(services, 'positions', owner.subject, page);
    return {
      address: owner.address,
      ...members,
      positions: entries.map(([{ height }, value]) => {
        const id = toDisplayHex(value);
        const closed = services.state.get(CLOSED_CDPS, id);
        return {
          cdp_id: id,
          height,
          time: timeOf(services, height),
          is_open: closed === undefined,
          ...(closed && { close_txid: closed.txid, close_type: closed.type }),
        };
      }),
    };
  },

  listassetholders({ symbol, ...page }, services) {
    const { state, network, indexes, amountFormat } = services;
    const from = requireIndex(services, 'holders');
    if (state.get(ASSETS, freeTextFrom(symbol)) === undefined) {
      throw new RpcError('INVALID_PARAMETER', `there is no coin ${symbol} (listassets has all)`, {
        about: symbol,
      });
    }
    const count = pageSize(page);
    const found = indexes.holders(symbol, count + 1, holderOfCursor(services, page));
    const { entries, members } = pageJson(
      found,
      count,
      from,
      ({ amount, keyId }) => `${amount}:${encodeAddress(network.addressVersion, keyId)}`,
    );
    return {
      symbol,
      ...members,
      holders: entries.map(({ keyId }) => {
        const account = state.get(ACCOUNTS, keyId);
        const token = account && tokenOf(account, symbol);
        return {
          address: addressOf(services, keyId),
          regid: regIdText(account?.regId ?? NO_REGID),
          free_amount: amountFormat(token?.free ?? 0n),
          total_amount: amountFormat(token === undefined ? 0n : holdingOf(token)),
        };
      }),
    };
  },

  listreceipts({ receipt_type: text, ...page }, services) {
    const type = receiptTypeParameter(text);
    const from = requireIndex(services, 'receipts');
    const count = pageSize(page);
    const found = services.indexes.receiptCarriers(receiptTypeSubject(type), {
      count: count + 1,
      before: placeOfCursor(page),
    });
    const { entries, members } = pageJson(found, count, from, cursorOf);
    return {
      receipt_type: type,
      ...members,
      transactions: entries.map(({ height, txid }) => ({
        txid: txid === ZERO_HASH ? '' : txid,
        height,
        time: timeOf(services, height),
        receipts: receiptsOf(services, height, txid)
          .filter(receipt => receipt.type === type)
          .map(receipt => receiptJson(receipt, uid => addressOfUid(services, uid))),
      })),
    };
  },

  getindexinfo: (_args, { indexes }) =>
    Object.fromEntries(
      INDEX_NAMES.map(name => {
        const { state, done, total, from } = indexes.status(name);
        return [name, { state, done, total, from_height: from }];
      }),
    ),

  async dropindex({ name }, { keptIndexes }) {
    await keptIndexes.drop(name);
    return { dropped: name };
  },
});

type PageOf = ReturnType<typeof pageJson<readonly [IndexPlace, Buffer]>>;

/** A page of what an index has of a subject. */
function entriesPage(
  services: NodeServices,
  name: IndexName,
  subject: Buffer | undefined,
  page: PageArguments,
): PageOf {
  const from = requireIndex(services, name);
  const count = pageSize(page);
  const before = placeOfCursor(page);
  const found =
    subject === undefined ? [] : services.indexes.entries(name, subject, { count: count + 1, before });
  return pageJson(found, count, from, ([place]) => cursorOf(place));
}

/** An account by whose regid an index goes: without one it has nothing there. */
function ownerParameter(
  services: NodeServices,
  text: string,
): { readonly address: string; readonly subject: Buffer | undefined } {
  const keyId = keyIdParameter(services, text);
  const regId = services.state.get(ACCOUNTS, keyId)?.regId;
  return { address: addressOf(services, keyId), subject: regId && regIdSubject(regId) };
}

function transactionJson(
  services: NodeServices,
  { height, position }: IndexPlace,
  { txid, type }: IndexedTransaction,
): JsonObject {
  return {
    txid,
    tx_type: definitionOf(type).name,
    height,
    index: position,
    time: timeOf(services, height),
    confirmations: services.tipHeight - height + 1,
  };
}

function timeOf({ chain }: NodeServices, height: number): number {
  return chain.blocks.header(height)?.header.time ?? 0;
}

function addressOf({ network }: NodeServices, keyId: string): string {
  return encodeAddress(network.addressVersion, keyId);
}

const HOLDER = /^(\d{1,20}):(\w+)$/;

function holderOfCursor({ network }: NodeServices, { cursor = '' }: PageArguments) {
  if (cursor === '') return undefined;
  const [, amount, address] = HOLDER.exec(cursor) ?? [];
  const keyId = address === undefined ? undefined : decodeAddress(network.addressVersion, address);
  if (amount === undefined || keyId === undefined || BigInt(amount) >= 2n ** 64n) {
    throw badCursor(cursor, 'an amount and an address with a colon between');
  }
  return { amount: BigInt(amount), keyId };
}

/** The number of a type of receipts. @throws RpcError -8 */
function receiptTypeParameter(text: string): number {
  const code = /^\d{1,5}$/.test(text) ? Number(text) : (RECEIPT as Record<string, number>)[text];
  if (code !== undefined && receiptTypeText(code) !== '') return code;
  throw new RpcError(
    'INVALID_PARAMETER',
    `there is no type ${text} of receipts; types are named as TRANSFER_ACTUAL_COINS or numbered as 202`,
    { about: text },
  );
}

function receiptsOf({ chain: { blocks } }: NodeServices, height: number, txid: string) {
  if (txid === ZERO_HASH) return blocks.blockReceipts(height) ?? [];
  const isInBlock = blocks.transactionLocation(txid)?.height === height;
  return isInBlock ? (blocks.receiptsInBlock(txid) ?? []) : blocks.receiptsOfPayment(txid);
}
