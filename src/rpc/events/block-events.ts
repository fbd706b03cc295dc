import { keyIdOfUid } from '../../chain/account-name.js';
import type { BlockContents } from '../../chain/block-contents.js';
import { contractsOf, participantsOf } from '../../chain/participants.js';
import { stringifyJson } from '../../codec/json.js';
import type { JsonObject } from '../../codec/json-value.js';
import { type Uid, uidText } from '../../codec/uid.js';
import { encodeAddress } from '../../crypto/address.js';
import type { StateReader } from '../../state/state.js';
import { senderOf } from '../../tx/envelope.js';
import { type Receipt, receiptJson } from '../../tx/receipt.js';
import { definitionOf } from '../../tx/transactions.js';
import { cursorText } from './cursor.js';
import { keysOfEvent } from './event-keys.js';
import type { EventBlock, SentEvent } from './event-messages.js';

export interface AddressContext {
  /** Any state after the block of a chain that contains it. */
  readonly state: StateReader;
  readonly addressVersion: number;
}

/**
 * The events of a block, in their order: the block, each transaction with its receipts, the receipts of the block
 * itself, what it did to orders, trades and positions. The same bytes whenever they are made.
 */
export function eventsOfBlock(source: BlockContents, context: AddressContext): EventBlock {
  const { header } = source.block;
  const events: SentEvent[] = [];
  for (const { event, ...members } of membersOf(source, context)) {
    const cursor = cursorText({ height: header.height, hash: source.hash, seen: events.length + 1 });
    const whole = { event, cursor, ...members } as JsonObject;
    events.push({ text: stringifyJson(whole), keys: keysOfEvent(whole) });
  }
  return { height: header.height, hash: source.hash, previousHash: header.prevBlockHash, events };
}

function* membersOf(source: BlockContents, context: AddressContext): Generator<JsonObject> {
  const { block, hash, size, receiptsOf, traceOf, blockReceipts, paid, market } = source;
  const { height, prevBlockHash, time } = block.header;
  const addressOf = addressesAt(context, height);
  const receipt = (txid: string, one: Receipt): JsonObject => ({
    event: 'receipt',
    height,
    txid,
    ...receiptJson(one, addressOf),
  });
  yield {
    event: 'block',
    height,
    hash,
    previous_hash: prevBlockHash,
    time,
    producer: uidText(senderOf(block.transactions[0]!.tx)),
    size,
    tx_count: block.transactions.length,
  };
  for (const [index, { tx, txid }] of block.transactions.entries()) {
    const receipts = receiptsOf(txid);
    const addresses = new Set(participantsOf(tx, receipts).map(({ uid }) => addressOf(uid)));
    addresses.delete('');
    yield {
      event: 'transaction',
      height,
      index,
      txid,
      tx_type: definitionOf(tx.type).name,
      addresses: [...addresses],
      contracts: contractsOf(tx, traceOf(txid)),
    };
    for (const one of receipts) yield receipt(txid, one);
  }
  for (const one of blockReceipts) yield receipt('', one);
  for (const one of paid?.receipts ?? []) yield receipt(paid?.txid ?? '', one);
  yield* market;
}

/**
 * Addresses by uid as they were after the block of a height: a regid that was given later names nobody yet. An empty
 * text for nobody.
 */
function addressesAt({ state, addressVersion }: AddressContext, height: number): (uid: Uid) => string {
  return uid => {
    if (uid.kind === 'regid' && uid.regId.height > height) return '';
    const keyId = keyIdOfUid(state, uid);
    return keyId === undefined ? '' : encodeAddress(addressVersion, keyId);
  };
}
