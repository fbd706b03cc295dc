import { ZERO_HASH } from '../../codec/codec.js';
import { parseRegId } from '../../codec/regid.js';
import { required } from '../../codec/required.js';
import type { Uid } from '../../codec/uid.js';
import type { IndexName } from '../../config/index-names.js';
import { decodeAddress } from '../../crypto/address.js';
import { fromDisplayHex } from '../../crypto/hash.js';
import type { StateReader } from '../../state/state.js';
import { CLOSED_ORDERS } from '../../state/tables/dex-history.js';
import { ORDERS } from '../../state/tables/orders.js';
import type { Receipt } from '../../tx/receipt.js';
import { keyIdOfUid } from '../account-name.js';
import type { BlockContents } from '../block-contents.js';
import { contractsOf, participantsOf } from '../participants.js';
import {
  BLOCK_ITSELF,
  encodeCarriers,
  encodeIndexedTransaction,
  encodeTrade,
  MOST_CARRIERS,
  PAID_REWARD,
  participationBit,
  type ReceiptCarrier,
} from './index-values.js';
import { keyIdSubject, receiptTypeSubject, regIdSubject } from './subjects.js';

/** An entry of an index about what happened in a block. */
export interface IndexEntry {
  readonly subject: Buffer;
  /** Of the transaction, or of what happened, in its block. */
  readonly position: number;
  readonly value: Buffer;
}

export interface EntryContext {
  /** Any state after the block of a chain that contains it. */
  readonly state: StateReader;
  readonly addressVersion: number;
}

/** The indexes about what happened in blocks; {@link IndexName} has the rest. */
export type HistoryIndexName = Exclude<IndexName, 'holders'>;

/** What each index has of a block: the same whenever it is asked. */
export const ENTRIES_OF_BLOCK: Readonly<
  Record<HistoryIndexName, (contents: BlockContents, context: EntryContext) => Iterable<IndexEntry>>
> = {
  addresses: addressEntries,
  contracts: contractEntries,
  orders: orderEntries,
  positions: positionEntries,
  trades: tradeEntries,
  receipts: receiptEntries,
};

function* addressEntries(contents: BlockContents, { state }: EntryContext): Generator<IndexEntry> {
  const { block, receiptsOf, traceOf } = contents;
  const { height } = block.header;
  for (const [position, { tx, txid }] of block.transactions.entries()) {
    const ways = new Map<string, number>();
    const add = (keyId: string | undefined, bit: number): void => {
      if (keyId !== undefined) ways.set(keyId, (ways.get(keyId) ?? 0) | bit);
    };
    for (const { uid, as } of participantsOf(tx, receiptsOf(txid))) {
      add(keyIdAt(state, uid, height), participationBit(as));
    }
    for (const contract of contractsOf(tx, traceOf(txid))) {
      const regId = parseRegId(contract);
      if (regId !== undefined) add(keyIdAt(state, { kind: 'regid', regId }, height), CONTRACT_BIT);
    }
    for (const [keyId, participation] of ways) {
      const value = encodeIndexedTransaction({ type: tx.type, txid, participation });
      yield { subject: keyIdSubject(keyId), position, value };
    }
  }
}

const CONTRACT_BIT = participationBit('contract');

/** The account of a uid after the block of a height: a regid that was given later names nobody yet. */
function keyIdAt(state: StateReader, uid: Uid, height: number): string | undefined {
  if (uid.kind === 'regid' && uid.regId.height > height) return undefined;
  return keyIdOfUid(state, uid);
}

function* contractEntries({ block, traceOf }: BlockContents): Generator<IndexEntry> {
  for (const [position, { tx, txid }] of block.transactions.entries()) {
    for (const contract of contractsOf(tx, traceOf(txid))) {
      const regId = parseRegId(contract);
      if (regId === undefined) continue;
      const value = encodeIndexedTransaction({ type: tx.type, txid, participation: CONTRACT_BIT });
      yield { subject: regIdSubject(regId), position, value };
    }
  }
}

/** The orders that were made in the block, whatever became of them in it. */
function* orderEntries({ block, market }: BlockContents, { state }: EntryContext): Generator<IndexEntry> {
  for (const [position, event] of market.entries()) {
    if (event.event !== 'order') continue;
    const id = event.order_id;
    const order = state.get(ORDERS, id) ?? state.get(CLOSED_ORDERS, id)?.order;
    if (order?.position.height !== block.header.height) continue;
    yield { subject: regIdSubject(order.owner), position, value: fromDisplayHex(id) };
  }
}

/** The debt positions that were opened in the block, whether they are open after it or not. */
function* positionEntries({ market }: BlockContents): Generator<IndexEntry> {
  for (const [position, event] of market.entries()) {
    if (event.event !== 'position' || event.previous_level !== 'none') continue;
    const owner = parseRegId(event.owner);
    if (owner === undefined) continue;
    yield { subject: regIdSubject(owner), position, value: fromDisplayHex(event.cdp_id) };
  }
}

function* tradeEntries({ market }: BlockContents, { addressVersion }: EntryContext): Generator<IndexEntry> {
  for (const [position, event] of market.entries()) {
    if (event.event !== 'trade') continue;
    const value = encodeTrade(event);
    for (const address of new Set([event.buyer, event.seller])) {
      const keyId = address === '' ? undefined : decodeAddress(addressVersion, address);
      if (keyId !== undefined) yield { subject: keyIdSubject(keyId), position, value };
    }
  }
}

function* receiptEntries({ block, receiptsOf, blockReceipts, paid }: BlockContents): Generator<IndexEntry> {
  const byType = new Map<number, ReceiptCarrier[]>();
  const add = (receipts: readonly Receipt[], carrier: ReceiptCarrier): void => {
    for (const { type } of receipts) {
      const carriers = byType.get(type);
      if (carriers === undefined) byType.set(type, [carrier]);
      else if (carriers.at(-1) !== carrier) carriers.push(carrier);
    }
  };
  for (const [position, { txid }] of block.transactions.entries()) add(receiptsOf(txid), { position, txid });
  if (paid !== undefined) add(paid.receipts, { position: PAID_REWARD, txid: paid.txid });
  add(blockReceipts, { position: BLOCK_ITSELF, txid: ZERO_HASH });
  for (const [type, carriers] of byType) {
    for (let first = 0; first < carriers.length; first += MOST_CARRIERS) {
      const part = carriers.slice(first, first + MOST_CARRIERS);
      const position = required(part[0], 'a part has at least one').position;
      yield { subject: receiptTypeSubject(type), position, value: encodeCarriers(part) };
    }
  }
}
