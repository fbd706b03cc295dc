import { inspect } from 'node:util';
import { type RegId, regIdRaw } from '../codec/regid.js';
import type { AccountLike } from './dev-account.js';

/** Bytes of the text of an address. */
const ADDRESS_SIZE = 34;

/** What a layout is made of: bytes that are known, or something that depends on the chain. */
type Part = Uint8Array | { readonly address: AccountLike } | { readonly regId: AccountLike };

/** What a layout has to know of the chain. */
export interface AccountNames {
  addressOf(account: AccountLike): string;
  /** @throws RangeError for an account that has none */
  regIdOf(account: AccountLike): RegId;
}

/**
 * The argument bytes of a Lua contract, field by field: `bytes(0xf0,
 * 0x16).u16le(0).address(bob).u64le(5n)`. Every method returns a new layout, so that a prefix can
 * be reused.
 */
export class ByteLayout {
  readonly #parts: readonly Part[];

  constructor(parts: readonly Part[] = []) {
    this.#parts = parts;
  }

  /** The accounts in it. */
  get accounts(): AccountLike[] {
    return this.#parts.flatMap(part => {
      if (part instanceof Uint8Array) return [];
      return 'regId' in part ? part.regId : part.address;
    });
  }

  /** An unsigned byte. */
  u8(value: number): ByteLayout {
    return this.#unsigned(integer(value, 'u8'), 1, 'u8');
  }

  /** Two bytes, the lower one first. */
  u16le(value: number): ByteLayout {
    return this.#unsigned(integer(value, 'u16le'), 2, 'u16le');
  }

  /** Four bytes, the lowest one first. */
  u32le(value: number): ByteLayout {
    return this.#unsigned(integer(value, 'u32le'), 4, 'u32le');
  }

  /** Eight bytes, the lowest one first: what `mylib.ByteToInteger` reads. */
  u64le(value: bigint | number): ByteLayout {
    return this.#unsigned(integer(value, 'u64le'), 8, 'u64le');
  }

  /** Eight bytes of a signed number, the lowest one first. */
  i64le(value: bigint | number): ByteLayout {
    const given = integer(value, 'i64le');
    if (BigInt.asIntN(64, given) !== given) {
      throw new RangeError(`i64le: ${given} is not from -2^63 to 2^63 - 1`);
    }
    return this.#unsigned(BigInt.asUintN(64, given), 8, 'i64le');
  }

  /** The 34 characters of an account's address. */
  address(account: AccountLike): ByteLayout {
    return this.#with({ address: account });
  }

  /** The 6 bytes of an account's regid, as `mylib.GetCurTxAccount` has them: height and index, the lowest byte first. */
  regid(account: AccountLike): ByteLayout {
    return this.#with({ regId: account });
  }

  /**
   * A text in UTF-8.
   * @param size - bytes that it fills; zero bytes follow a shorter one
   */
  text(value: string, size?: number): ByteLayout {
    if (typeof value !== 'string') throw new RangeError(`text: ${inspect(value)} is no text`);
    const encoded = Buffer.from(value, 'utf8');
    if (size === undefined) return this.#with(encoded);
    if (encoded.length > size) {
      throw new RangeError(
        `text: ${JSON.stringify(value)} has ${encoded.length} bytes, more than the ${size} of its field`,
      );
    }
    return this.#with(Buffer.concat([encoded], size));
  }

  /** Bytes in hex. */
  hex(digits: string): ByteLayout {
    if (!/^(?:[0-9a-fA-F]{2})*$/.test(digits)) {
      throw new RangeError(`hex: ${JSON.stringify(digits)} is not an even number of hex digits`);
    }
    return this.#with(Buffer.from(digits, 'hex'));
  }

  /** Bytes as they are. */
  raw(value: Uint8Array): ByteLayout {
    if (!(value instanceof Uint8Array)) {
      throw new RangeError(`raw: ${inspect(value)} is no Uint8Array; hex and text take texts`);
    }
    return this.#with(value);
  }

  /**
   * All bytes.
   * @param addressOf - the address of an account on the current chain
   * @param regIdOf - its regid; a layout without regids needs none
   */
  encode(
    addressOf: AccountNames['addressOf'],
    regIdOf: AccountNames['regIdOf'] = account => refuseRegId(account),
  ): Buffer {
    return Buffer.concat(
      this.#parts.map(part => {
        if (part instanceof Uint8Array) return part;
        if ('regId' in part) return regIdRaw(regIdOf(part.regId));
        const address = Buffer.from(addressOf(part.address), 'latin1');
        if (address.length === ADDRESS_SIZE) return address;
        throw new RangeError(`address: ${address} has ${address.length} characters, not ${ADDRESS_SIZE}`);
      }),
    );
  }

  #unsigned(value: bigint, size: number, kind: string): ByteLayout {
    return this.#with(unsigned(value, size, kind));
  }

  #with(part: Part): ByteLayout {
    return new ByteLayout([...this.#parts, part]);
  }
}

/** The bytes of a number, the lowest one first. @param size - up to 8 */
function unsigned(value: bigint, size: number, kind: string): Buffer {
  if (BigInt.asUintN(8 * size, value) !== value) refuse(value, size, kind);
  const encoded = Buffer.alloc(8);
  encoded.writeBigUInt64LE(value);
  return encoded.subarray(0, size);
}

function isByte(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 0xff;
}

function refuse(value: bigint | number, size: number, kind: string): never {
  throw new RangeError(`${kind}: ${value} is not from 0 to ${(1n << BigInt(8 * size)) - 1n}`);
}

function refuseRegId(account: AccountLike): never {
  throw new RangeError(`the regid of ${inspect(account)} is not known here`);
}

/** A whole number; a `number` must be one that is exact. */
function integer(value: bigint | number, kind: string): bigint {
  if (typeof value === 'bigint') return value;
  if (Number.isSafeInteger(value)) return BigInt(value);
  throw new RangeError(
    `${kind}: ${value} is not a whole number that is exact; write it as a bigint, such as 5n`,
  );
}

/** Begins a layout with single bytes, such as the number of a method. */
export function bytes(...values: readonly number[]): ByteLayout {
  for (const value of values) if (!isByte(value)) refuse(integer(value, 'u8'), 1, 'u8');
  return new ByteLayout([Uint8Array.from(values)]);
}

/** The arguments of a call of a Lua contract: a layout, bytes, or bytes in hex. */
export type Arguments = ByteLayout | Uint8Array | string;

/** @throws RangeError for text that is not hex, and for what are no arguments */
export function layoutOf(given: Arguments): ByteLayout {
  if (given instanceof ByteLayout) return given;
  if (given instanceof Uint8Array) return new ByteLayout().raw(given);
  if (typeof given === 'string') return new ByteLayout().hex(given);
  throw new RangeError(`${inspect(given)} are no arguments: bytes(...), a Uint8Array or hex digits are`);
}

/** @throws RangeError as {@link layoutOf}, and for accounts that are not there */
export function encodeArguments(given: Arguments, names: AccountNames): Buffer {
  return layoutOf(given).encode(
    account => names.addressOf(account),
    account => names.regIdOf(account),
  );
}
