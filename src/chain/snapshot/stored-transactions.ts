import { decode } from '../../codec/codec.js';
import { toDisplayHex } from '../../crypto/hash.js';
import type { KeyValueStore } from '../../storage/key-value-store.js';
import { kindRange, recordKey, type TransactionLocation, transactionRecordCodec } from '../block-records.js';

/** Bytes in front of the id in a key: prefix and kind. */
const ID_OFFSET = 2;

/** Every transaction of a chain with its place, in the order of the database. */
export function* placesIn(
  store: KeyValueStore,
): Generator<readonly [txid: string, place: TransactionLocation]> {
  for (const [key, value] of store.iterate(kindRange('transaction'))) {
    yield [toDisplayHex(key.subarray(ID_OFFSET)), decode(transactionRecordCodec, value)];
  }
}

/** The bytes of a transaction whose block is not kept, if contracts can ask about them. */
export function pastBytesIn(store: KeyValueStore, txid: string): Buffer | undefined {
  const [bytes] = store.getMany([recordKey('past', txid)]);
  return bytes;
}
