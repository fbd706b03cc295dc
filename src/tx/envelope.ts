import { type Codec, written } from '../codec/codec.js';
import type { JsonObject } from '../codec/json-value.js';
import { ByteReader } from '../codec/reader.js';
import { type Uid, uidText } from '../codec/uid.js';
import type { ByteWriter } from '../codec/writer.js';
import { sha256d, toDisplayHex } from '../crypto/hash.js';
import type { JsonContext, WireRules } from './definition.js';
import { hexText } from './json-members.js';
import { BASE_COIN } from './symbols.js';
import { definitionOf, type Transaction } from './transactions.js';

/**
 * A transaction together with what is derived from it once: its canonical bytes, its size and its
 * id. Nothing is decoded, encoded or hashed twice between a request and a block.
 */
export interface PreparedTransaction<T extends Transaction = Transaction> {
  readonly tx: T;
  /** The canonical encoding, type byte first. This, not the received form, is hashed, stored and measured. */
  readonly raw: Buffer;
  /** The 32 bytes that every signer signs (spec 01 §8.2). */
  readonly sighash: Buffer;
  /** The same hash as 64 hex digits, last byte first. */
  readonly txid: string;
}

/**
 * Encoded only when the bytes are requested: nobody requests those of transactions that an
 * in-memory block adds itself.
 */
class Prepared<T extends Transaction> implements PreparedTransaction<T> {
  readonly #rules: WireRules;
  #raw: Buffer | undefined;

  constructor(
    readonly tx: T,
    readonly sighash: Buffer,
    readonly txid: string,
    rules: WireRules,
  ) {
    this.#rules = rules;
  }

  get raw(): Buffer {
    this.#raw ??= encodeTransaction(this.tx, this.#rules);
    return this.#raw;
  }
}

/** Derives everything from the fields of a transaction. */
export function prepareTransaction<T extends Transaction>(tx: T, rules: WireRules): PreparedTransaction<T> {
  const sighash = sha256d(transactionPreimage(tx, rules));
  return new Prepared(tx, sighash, toDisplayHex(sighash), rules);
}

/**
 * The prepared form after signatures were put in: these change the bytes, but neither hash nor id.
 * @param tx - the same transaction, except for its signatures
 */
export function signedForm<T extends Transaction>(
  { sighash, txid }: PreparedTransaction,
  tx: T,
  rules: WireRules,
): PreparedTransaction<T> {
  return new Prepared(tx, sighash, txid, rules);
}

/** Type byte and body (spec 01 §8.1). */
export function encodeTransaction(tx: Transaction, rules: WireRules): Buffer {
  return written(writer => writeTransaction(writer, tx, rules));
}

function writeTransaction(writer: ByteWriter, tx: Transaction, rules: WireRules): void {
  writer.u8(tx.type);
  definitionOf(tx.type).write(writer, tx as unknown as Record<string, unknown>, rules);
}

/** The bytes whose double SHA-256 is signed and is the txid (spec 01 §8.2). */
export function transactionPreimage(tx: Transaction, rules: WireRules): Buffer {
  const fields = tx as unknown as Record<string, unknown>;
  return written(writer => definitionOf(tx.type).writePreimage(writer, fields, rules));
}

/** Reads a transaction; the reader is after it then. @throws DecodeError */
function readTransaction(reader: ByteReader, rules: WireRules): Transaction {
  const type = reader.u8();
  return definitionOf(type).read(reader, rules) as unknown as Transaction;
}

/**
 * Decodes a raw transaction. Non-canonical forms are read and re-encoded, and bytes after the
 * transaction are ignored, as in the reference (spec 01 O-6).
 * @throws DecodeError with the reference's text
 */
export function decodeTransaction(raw: Uint8Array, rules: WireRules): PreparedTransaction {
  return prepareTransaction(readTransaction(new ByteReader(raw), rules), rules);
}

/** Prepared transactions as elements of a block. */
export function preparedTransactionCodec(rules: WireRules): Codec<PreparedTransaction> {
  return {
    read: reader => prepareTransaction(readTransaction(reader, rules), rules),
    write: (writer, prepared) => writer.bytes(prepared.raw),
  };
}

/** The sender of a transaction; block rewards and system transactions name the producer or no account. */
export function senderOf(tx: Transaction): Uid {
  return tx.txUid;
}

/** The fee that a transaction offers; types without the field are free. */
export function feeOf(tx: Transaction): bigint {
  return 'fees' in tx ? tx.fees : 0n;
}

/**
 * What a block's producer may earn by a transaction: the fee, and what the operator of an exchange
 * order adds to it in the same coin (spec 06 §4).
 */
export function totalFeeOf(tx: Transaction): bigint {
  return 'operatorTxFee' in tx ? tx.fees + tx.operatorTxFee : feeOf(tx);
}

/** The coin in which the fee is paid; types without the field pay in the base coin (spec 01 §8.4). */
export function feeSymbolOf(tx: Transaction): string {
  return 'feeSymbol' in tx ? tx.feeSymbol : BASE_COIN;
}

/**
 * The JSON form of a transaction: decodetxraw, and the start of gettxdetail (spec 01 §9.3,
 * spec 02 §4.1). A universal transaction without inline transactions is an empty object.
 */
export function transactionJson(prepared: PreparedTransaction, context: JsonContext): JsonObject {
  const { tx, txid } = prepared;
  const definition = definitionOf(tx.type);
  const own = definition.json(tx as unknown as Record<string, unknown>, context, txid);
  if (own === undefined) return {};
  if (!definition.baseJson) return { txid, tx_type: definition.name, ...own };
  return {
    txid,
    tx_type: definition.name,
    ver: tx.version,
    tx_uid: uidText(tx.txUid),
    from_addr: context.addressOf(tx.txUid),
    fee_symbol: feeSymbolOf(tx),
    fees: feeOf(tx),
    valid_height: tx.validHeight,
    signature: 'signature' in tx ? hexText(tx.signature) : '',
    ...own,
  };
}
