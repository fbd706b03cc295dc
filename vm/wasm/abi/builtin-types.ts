import { isUtf8 } from 'node:buffer';
import { isJsonObject, type Json, JsonReal } from '../../../src/codec/json-value.js';
import { parseRegId, regIdInteger, regIdIntegerText } from '../../../src/codec/regid.js';
import { characterAt, regIdTextProblem } from '../../../src/codec/regid-text.js';
import { actionName } from '../../../src/tx/action-name.js';
import { ContractException } from '../exception.js';
import { assetText, parseAsset } from './asset.js';
import { integerJson, jsonInteger, jsonText, refuseJson } from './json-kind.js';
import { parseName } from './name.js';
import type { StreamReader, StreamWriter } from './stream.js';
import { parseSymbol, parseSymbolCode, symbolCodeText, symbolInteger, symbolText } from './symbol.js';
import { parseTimePoint, timePointText } from './time-point.js';

/** How values of a built-in type are packed from JSON and unpacked to it (spec 04 §3.6). */
export interface BuiltinType {
  /** @throws ContractException where the JSON is no value of the type */
  pack(writer: StreamWriter, json: Json): void;
  /** @throws ContractException where the bytes end early or have no JSON form */
  unpack(reader: StreamReader): Json;
}

const bool: BuiltinType = {
  pack(writer, json) {
    writer.u8((typeof json === 'boolean' ? json : refuseJson(json, 'true or false')) ? 1 : 0);
  },
  unpack: reader => reader.u8() !== 0,
};

/** An integer that does not fit is refused, not cut (spec 04 O14). */
function inRange(value: bigint, bits: number, signed: boolean): bigint {
  const fits = (signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)) === value;
  return fits ? value : refuseJson(value, `an integer of ${bits} bits ${signed ? 'with' : 'without'} sign`);
}

const DECIMAL_64 = /^-?\d{1,20}$/;

function integer(bits: number, signed: boolean): BuiltinType {
  const parse = (json: Json): bigint => {
    if (bits < 64) return jsonInteger(json, 'an integer');
    // Where numbers are floats, as in JavaScript, text is the only exact form above 2^53 (spec 04 §3.6).
    if (typeof json === 'string' && DECIMAL_64.test(json)) return BigInt(json);
    return jsonInteger(json, 'an integer or its text');
  };
  return {
    pack(writer, json) {
      writer.unsigned(inRange(parse(json), bits, signed), bits / 8);
    },
    unpack(reader) {
      const value = reader.unsigned(bits / 8);
      return integerJson(signed ? BigInt.asIntN(bits, value) : value);
    },
  };
}

const DECIMAL = /^-?\d{1,39}$/;
const HEX = /^(-?)(0[xX][0-9a-fA-F]{1,32})$/;

/** 128 bits: an integer, or a text in decimal or, with `0x`, in hex (spec 04 O15). */
function wideInteger(signed: boolean): BuiltinType {
  const parse = (json: Json): bigint => {
    if (typeof json !== 'string') return jsonInteger(json, 'an integer or its text');
    if (DECIMAL.test(json)) return BigInt(json);
    const hex = HEX.exec(json);
    if (hex === null) return refuseJson(json, 'an integer or its text, decimal or 0x and hex');
    return hex[1] === '-' ? -BigInt(hex[2]!) : BigInt(hex[2]!);
  };
  return {
    pack(writer, json) {
      writer.unsigned(inRange(parse(json), 128, signed), 16);
    },
    unpack(reader) {
      const bits = reader.unsigned(16);
      const value = signed ? BigInt.asIntN(128, bits) : bits;
      const fits64 = BigInt.asIntN(64, value) === value || (!signed && BigInt.asUintN(64, value) === value);
      return fits64 ? integerJson(value) : value.toString();
    },
  };
}

const varuint32: BuiltinType = {
  pack(writer, json) {
    writer.varuint32(Number(inRange(jsonInteger(json, 'an integer'), 32, false)));
  },
  unpack: reader => reader.varuint32(),
};

/** Zigzag: small numbers of either sign take few bytes. */
const varint32: BuiltinType = {
  pack(writer, json) {
    const value = Number(inRange(jsonInteger(json, 'an integer'), 32, true));
    writer.varuint32(((value << 1) ^ (value >> 31)) >>> 0);
  },
  unpack(reader) {
    const value = reader.varuint32();
    return (value >>> 1) ^ -(value & 1);
  },
};

/** Only a number that is written as a real is one; a NaN or an infinity has no JSON form. */
function float(size: 4 | 8): BuiltinType {
  return {
    pack(writer, json) {
      if (!(json instanceof JsonReal)) refuseJson(json, 'a real such as 1.0');
      const bytes = Buffer.alloc(size);
      if (size === 4) bytes.writeFloatLE(json.value);
      else bytes.writeDoubleLE(json.value);
      const stored = size === 4 ? bytes.readFloatLE() : json.value;
      if (!Number.isFinite(stored)) refuseJson(json, 'a real of 32 bits');
      writer.raw(bytes);
    },
    unpack(reader) {
      const bytes = reader.take(size);
      const value = size === 4 ? bytes.readFloatLE() : bytes.readDoubleLE();
      if (Number.isFinite(value)) return new JsonReal(value);
      throw new ContractException('unpack_exception', `${value} has no JSON form`, 'wasm/abi/float');
    },
  };
}

/** A type of 8 bytes that JSON shows as text. */
function textOf64(parse: (text: string) => bigint, print: (value: bigint) => string): BuiltinType {
  return {
    pack(writer, json) {
      writer.u64(parse(jsonText(json)));
    },
    unpack: reader => print(reader.u64()),
  };
}

const name = textOf64(parseName, actionName);

/** Strict, where the reference takes any text (spec 04 O31). */
function parseRegIdInteger(text: string): bigint {
  const regId = parseRegId(text);
  if (regId !== undefined) return regIdInteger(regId);
  throw new ContractException(
    'wasm_assert_exception',
    `"${text}" is not a regid: <height>-<index> is expected, such as 1234-5; ${regIdTextProblem(text)}`,
    'wasm/abi/regid',
  );
}

const timePoint: BuiltinType = {
  pack(writer, json) {
    writer.u64(BigInt.asUintN(64, parseTimePoint(jsonText(json))));
  },
  unpack: reader => timePointText(BigInt.asIntN(64, reader.u64())),
};

/** Bytes as text of one character each, in both directions (decision D32). */
const bytes: BuiltinType = {
  pack(writer, json) {
    const text = jsonText(json, 'a text of one character a byte');
    for (let i = 0; i < text.length; i++) {
      if (text.charCodeAt(i) > 0xff) refuseJson(json, 'a text of characters up to \\u00FF, one a byte');
    }
    writer.bytes(Buffer.from(text, 'latin1'));
  },
  unpack: reader => reader.bytes().toString('latin1'),
};

/** Text in UTF-8; what is not, stays bytes, which print one by one (spec 04 §3.6). */
const string: BuiltinType = {
  pack(writer, json) {
    writer.bytes(Buffer.from(jsonText(json), 'utf8'));
  },
  unpack(reader) {
    const value = reader.bytes();
    return isUtf8(value) ? value.toString('utf8') : value;
  },
};

/** @throws ContractException with the position of the first character that is wrong, or of the end */
function refuseHex(text: string, wrong: RegExp, expected: string): never {
  const bad = text.search(wrong);
  const problem = bad === -1 ? `it ends at position ${text.length}` : characterAt(text, bad);
  return refuseJson(text, `${expected} (${problem})`);
}

/** Bytes of a fixed size in lower-case hex. */
function checksum(size: number): BuiltinType {
  const pattern = new RegExp(`^[0-9a-f]{${size * 2}}$`);
  return {
    pack(writer, json) {
      const expected = `${size * 2} hex digits in lower case`;
      const text = jsonText(json, expected);
      writer.raw(pattern.test(text) ? Buffer.from(text, 'hex') : refuseHex(text, /[^0-9a-f]/, expected));
    },
    unpack: reader => reader.take(size).toString('hex'),
  };
}

const HASH_DIGITS = '64 hex digits';

/** A hash as it is displayed, last byte first. */
const hash256: BuiltinType = {
  pack(writer, json) {
    // The reference takes 0x before it as well.
    const text = jsonText(json, HASH_DIGITS).replace(/^0[xX]/, '');
    const isHash = /^[0-9a-fA-F]{64}$/.test(text);
    writer.raw(isHash ? Buffer.from(text, 'hex').reverse() : refuseHex(text, /[^0-9a-fA-F]/, HASH_DIGITS));
  },
  unpack: reader => Buffer.from(reader.take(32)).reverse().toString('hex'),
};

function symbolFromJson(json: Json): bigint {
  if (!isJsonObject(json)) return parseSymbol(jsonText(json, 'a symbol such as "8,WICC"'));
  const precision = inRange(jsonInteger(json.precision ?? null, 'an integer as precision'), 8, false);
  return symbolInteger({
    precision: Number(precision),
    code: jsonText(json.symbol_code ?? null, 'a text as symbol_code'),
  });
}

const symbol: BuiltinType = {
  pack(writer, json) {
    writer.u64(symbolFromJson(json));
  },
  unpack: reader => symbolText(reader.u64()),
};

const asset: BuiltinType = {
  pack(writer, json) {
    const quantity = isJsonObject(json)
      ? {
          amount: inRange(jsonInteger(json.amount ?? null, 'an integer as amount'), 64, true),
          symbol: symbolFromJson(json.symbol ?? null),
        }
      : parseAsset(jsonText(json, 'an asset such as "1.00000000 WICC"'));
    writer.u64(BigInt.asUintN(64, quantity.amount));
    writer.u64(quantity.symbol);
  },
  unpack: reader => assetText({ amount: BigInt.asIntN(64, reader.u64()), symbol: reader.u64() }),
};

/** Every type that an ABI can use without declaring it (spec 04 §3.6). */
export const BUILTIN_TYPES: ReadonlyMap<string, BuiltinType> = new Map([
  ['bool', bool],
  ...[8, 16, 32, 64].flatMap((bits): [string, BuiltinType][] => [
    [`int${bits}`, integer(bits, true)],
    [`uint${bits}`, integer(bits, false)],
  ]),
  ['int128', wideInteger(true)],
  ['uint128', wideInteger(false)],
  ['varint32', varint32],
  ['varuint32', varuint32],
  ['float32', float(4)],
  ['float64', float(8)],
  ['time_point', timePoint],
  ['name', name],
  ['action_name', name],
  ['table_name', name],
  ['regid', textOf64(parseRegIdInteger, value => regIdIntegerText(value))],
  ['bytes', bytes],
  ['string', string],
  ['checksum160', checksum(20)],
  ['checksum256', checksum(32)],
  ['checksum512', checksum(64)],
  ['hash256', hash256],
  ['symbol_code', textOf64(parseSymbolCode, symbolCodeText)],
  ['symbol', symbol],
  ['asset', asset],
]);
