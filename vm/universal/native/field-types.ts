import type { StreamReader } from '../../wasm/abi/stream.js';

/** A type of an argument: its name in ABIs, and how it is read from the data of an action. */
export interface FieldType<T> {
  readonly abiType: string;
  read(reader: StreamReader): T;
}

/** An account or contract in integer form. */
export const regid: FieldType<bigint> = { abiType: 'regid', read: reader => reader.u64() };
export const uint8: FieldType<number> = { abiType: 'uint8', read: reader => reader.u8() };
export const int64: FieldType<bigint> = {
  abiType: 'int64',
  read: reader => BigInt.asIntN(64, reader.u64()),
};
export const bytes: FieldType<Buffer> = { abiType: 'bytes', read: reader => reader.bytes() };
/** The bytes of a text, whatever they are. */
export const string: FieldType<Buffer> = { abiType: 'string', read: reader => reader.bytes() };
