import { type RegId, regIdOfInteger } from '../../../src/codec/regid.js';
import type { AbiStruct } from '../../wasm/abi/definition.js';
import type { StreamReader } from '../../wasm/abi/stream.js';
import { isSymbolCode, symbolCodeText, symbolOf } from '../../wasm/abi/symbol.js';
import { ContractException, type ExceptionName } from '../../wasm/exception.js';

/** A type of an argument: its name in ABIs, and how it is read from the data of an action. */
export interface FieldType<T> {
  readonly abiType: string;
  /** The structs that the ABI needs for it, those inside it first. */
  readonly structs?: readonly AbiStruct[];
  read(reader: StreamReader): T;
}

/** Arguments or members by name, in the order of their bytes. */
export type Fields = Readonly<Record<string, FieldType<unknown>>>;
export type ValuesOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends FieldType<infer T> ? T : never;
};

/** An account or contract in integer form. */
export const regid: FieldType<bigint> = { abiType: 'regid', read: reader => reader.u64() };
/** As {@link regid}, which must be exactly the form of one. */
export const account: FieldType<RegId> = {
  abiType: 'regid',
  read(reader) {
    const value = reader.u64();
    return (
      regIdOfInteger(value) ?? fail('regid_type_exception', `${value} is not the integer form of a regid`)
    );
  },
};
export const uint8: FieldType<number> = { abiType: 'uint8', read: reader => reader.u8() };
export const uint16 = smallInteger('uint16', 2);
export const uint32 = smallInteger('uint32', 4);
export const uint64: FieldType<bigint> = { abiType: 'uint64', read: reader => reader.u64() };
export const int64: FieldType<bigint> = {
  abiType: 'int64',
  read: reader => BigInt.asIntN(64, reader.u64()),
};
export const bytes: FieldType<Buffer> = { abiType: 'bytes', read: reader => reader.bytes() };
/** The bytes of a text, whatever they are. */
export const string: FieldType<Buffer> = { abiType: 'string', read: reader => reader.bytes() };
/** A key id, 40 hex digits in natural order. */
export const checksum160: FieldType<string> = {
  abiType: 'checksum160',
  read: reader => reader.take(20).toString('hex'),
};
/** A hash in display order, whose bytes are in wire order. */
export const hash256: FieldType<string> = {
  abiType: 'hash256',
  read: reader => Buffer.from(reader.take(32)).reverse().toString('hex'),
};

/** The symbol of a coin. */
export const symbolCode: FieldType<string> = {
  abiType: 'symbol_code',
  read(reader) {
    const value = reader.u64();
    if (!isSymbolCode(value)) fail('symbol_type_exception', `0x${value.toString(16)} is not a symbol`);
    return symbolCodeText(value);
  },
};

/** An amount of a coin. */
export interface Coins {
  readonly symbol: string;
  /** In sawi, not negative. */
  readonly amount: bigint;
}

/** Every coin of the ledger has this many decimals (spec 04 §8.2). */
const PRECISION = 8;

/** An amount of a coin, as an asset of precision 8. */
export const quantity: FieldType<Coins> = {
  abiType: 'asset',
  read(reader) {
    const amount = BigInt.asIntN(64, reader.u64());
    const symbol = reader.u64();
    const { precision, code } = symbolOf(symbol);
    if (!isSymbolCode(symbol >> 8n)) fail('symbol_type_exception', `"${code}" is not a symbol`);
    if (precision !== PRECISION) {
      fail('precision_size_exception', `the precision is ${precision}, that of ${code} is ${PRECISION}`);
    }
    if (amount < 0n) fail('asset_type_exception', `the amount of ${code} is negative: ${amount} sawi`);
    return { symbol: code, amount };
  },
};

/** A value that may be absent. */
export function optional<T>({ abiType, structs, read }: FieldType<T>): FieldType<T | undefined> {
  return {
    abiType: `${abiType}?`,
    ...(structs && { structs }),
    read: reader => (reader.u8() === 0 ? undefined : read(reader)),
  };
}

/** Any number of values; the bytes of the action bound it. */
export function array<T>({ abiType, structs, read }: FieldType<T>): FieldType<readonly T[]> {
  return {
    abiType: `${abiType}[]`,
    ...(structs && { structs }),
    read(reader) {
      const values: T[] = [];
      for (let count = reader.varuint32(); count > 0; count--) values.push(read(reader));
      return values;
    },
  };
}

/** Members one after the other; there is at least one. */
export function struct<const F extends Fields>(name: string, fields: F): FieldType<ValuesOf<F>> {
  return {
    abiType: name,
    structs: [...structsOf(fields), abiStruct(name, fields)],
    read: reader => readFields(reader, fields),
  };
}

/** Reads fields in their order. */
export function readFields<F extends Fields>(reader: StreamReader, fields: F): ValuesOf<F> {
  const values: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(fields)) values[name] = type.read(reader);
  return values as ValuesOf<F>;
}

/** How an ABI writes fields as a struct. */
export function abiStruct(name: string, fields: Fields): AbiStruct {
  const entries = Object.entries(fields);
  return { name, base: '', fields: entries.map(([field, { abiType }]) => ({ name: field, type: abiType })) };
}

/** The structs that the types of fields are made of. */
export function structsOf(fields: Fields): readonly AbiStruct[] {
  return Object.values(fields).flatMap(({ structs = [] }) => structs);
}

function smallInteger(abiType: string, size: number): FieldType<number> {
  return { abiType, read: reader => Number(reader.unsigned(size)) };
}

function fail(exception: ExceptionName, message: string): never {
  throw new ContractException(exception, message, 'native/arguments');
}
