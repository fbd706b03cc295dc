import { JsonSyntaxError, parseJson } from '../../src/codec/json.js';
import { type Json, JsonReal } from '../../src/codec/json-value.js';
import {
  type ArgumentType,
  type DeclaredMethod,
  declaredMethods,
  LuaMethodsError,
} from '../../src/contract-build/declared-methods.js';
import type { TextKey } from '../texts/language.js';
import { bytesOf, hexOf } from './code.js';

/*
 * Forms of what a contract can be called with: of the actions of its ABI, and of the methods that a Lua source declares.
 */

/** What is wrong with the text of a field, as a text of the page. */
export type Wrong = Extract<TextKey, `wrong.${string}`>;
type Value<T> = { readonly value: T } | { readonly wrong: Wrong };

/** A field of a form. */
export interface CallField {
  readonly name: string;
  /** As the contract writes it. */
  readonly type: string;
  /** What accounts are suggested by, where the field names one. */
  readonly account?: 'regid' | 'address';
}

/** A form, and what the texts of its fields mean. */
export interface CallForm {
  readonly name: string;
  readonly summary: string;
  readonly fields: readonly CallField[];
  /** Whether the call takes coins along. */
  readonly takesCoins: boolean;
  /** What is called: the parameters behind sender and contract. */
  read(texts: readonly string[]): CallInput;
}

/** The input of a call, or for each field what is wrong with it. */
export type CallInput =
  | { readonly arguments: string; readonly data?: readonly Json[] }
  | { readonly wrong: readonly (Wrong | undefined)[] };

interface AbiField {
  readonly name: string;
  readonly type: string;
}

/** The parts of an ABI that are shown. */
export interface Abi {
  readonly types?: readonly { readonly new_type_name: string; readonly type: string }[];
  readonly structs?: readonly {
    readonly name: string;
    readonly base?: string;
    readonly fields: readonly AbiField[];
  }[];
  readonly actions?: readonly { readonly name: string; readonly type: string }[];
  readonly tables?: readonly { readonly name: string; readonly type: string }[];
}

/** Structs extend each other at most so often, and names stand for names. */
const DEEPEST = 16;

/** The fields of a struct with those of what it extends. */
export function fieldsOf(abi: Abi, name: string, depth = 0): readonly AbiField[] {
  const struct = abi.structs?.find(one => one.name === name);
  if (struct === undefined || depth > DEEPEST) return [];
  const base = struct.base ? fieldsOf(abi, struct.base, depth + 1) : [];
  return [...base, ...struct.fields];
}

/** A form for each action of an ABI. */
export function actionForms(abi: Abi): CallForm[] {
  return (abi.actions ?? []).map(({ name, type }) => {
    const fields = fieldsOf(abi, type);
    return {
      name,
      summary: '',
      takesCoins: false,
      fields: fields.map(field => ({
        ...field,
        ...(resolved(abi, field.type).replace(/\?$/, '') === 'regid' && { account: 'regid' as const }),
      })),
      read(texts) {
        const values = all(fields.map((field, i) => abiValue(abi, field.type, texts[i] ?? '')));
        return 'wrong' in values ? values : { arguments: name, data: values.value };
      },
    };
  });
}

/** What another name of a type stands for. */
function resolved(abi: Abi, type: string): string {
  let name = type;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const other = abi.types?.find(({ new_type_name }) => new_type_name === name);
    if (other === undefined) break;
    name = other.type;
  }
  return name;
}

const PATTERNS: Readonly<Record<string, readonly [pattern: RegExp, wrong: Wrong]>> = {
  regid: [/^\d{1,10}-\d{1,5}$/, 'wrong.regid'],
  asset: [/^-?\d+(?:\.\d+)? \S+$/, 'wrong.asset'],
  symbol: [/^\d{1,2},\S+$/, 'wrong.symbol'],
  symbol_code: [/^\S+$/, 'wrong.required'],
  name: [/^[a-z1-5.]{1,13}$/, 'wrong.name'],
  checksum160: [/^[0-9a-fA-F]{40}$/, 'wrong.hex'],
  checksum256: [/^[0-9a-fA-F]{64}$/, 'wrong.hex'],
  checksum512: [/^[0-9a-fA-F]{128}$/, 'wrong.hex'],
};
const TEXTS: ReadonlySet<string> = new Set(['string', 'bytes']);

/** The value that a text means for a type of an ABI. */
function abiValue(abi: Abi, given: string, text: string): Value<Json> {
  const type = resolved(abi, given);
  if (type.endsWith('?')) {
    return text === '' ? { value: null } : abiValue(abi, type.slice(0, -1), text);
  }
  const integer = /^(u?)int(8|16|32|64|128)$/.exec(type) ?? /^var(u?)int(32)$/.exec(type);
  if (integer !== null) return integerValue(text, Number(integer[2]), integer[1] !== 'u');
  if (TEXTS.has(type)) return { value: text };
  if (text === '') return { wrong: 'wrong.required' };
  if (type === 'bool') return boolValue(text);
  if (type === 'float32' || type === 'float64') {
    return Number.isFinite(Number(text)) ? { value: new JsonReal(Number(text)) } : { wrong: 'wrong.number' };
  }
  const [pattern, wrong] = PATTERNS[type] ?? [];
  if (pattern !== undefined && wrong !== undefined) return pattern.test(text) ? { value: text } : { wrong };
  // Arrays and structs are JSON; times and what else there is are texts.
  const isNested = type.endsWith('[]') || abi.structs?.some(({ name }) => name === type) === true;
  return isNested ? jsonValue(text) : { value: text };
}

function jsonValue(text: string): Value<Json> {
  try {
    return { value: parseJson(text) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { wrong: 'wrong.json' };
  }
}

function boolValue(text: string): Value<boolean> {
  return /^(?:true|false)$/.test(text) ? { value: text === 'true' } : { wrong: 'wrong.boolean' };
}

/** Integers of 128 bits go as texts. */
function integerValue(text: string, bits: number, isSigned: boolean): Value<Json> {
  const integer = integerIn(text, bits, isSigned);
  if ('wrong' in integer) return integer;
  return { value: bits > 64 ? String(integer.value) : integer.value };
}

function integerIn(text: string, bits: number, isSigned: boolean): Value<bigint> {
  if (!/^-?\d{1,39}$/.test(text)) return { wrong: text === '' ? 'wrong.required' : 'wrong.integer' };
  const value = BigInt(text);
  const fits = (isSigned ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)) === value;
  return fits ? { value } : { wrong: 'wrong.range' };
}

/** A list of values, or for each what is wrong with it. */
function all<T>(
  values: readonly Value<T>[],
): { readonly value: T[] } | { readonly wrong: (Wrong | undefined)[] } {
  const wrong = values.map(value => ('wrong' in value ? value.wrong : undefined));
  if (wrong.some(one => one !== undefined)) return { wrong };
  return { value: values.flatMap(value => ('value' in value ? [value.value] : [])) };
}

/** The form for any bytes, which every Lua contract takes. */
const BYTES: CallForm = {
  name: '',
  summary: '',
  takesCoins: true,
  fields: [{ name: 'arguments', type: 'hex' }],
  read([text = '']) {
    return bytesOf(text) === undefined ? { wrong: ['wrong.hex'] } : { arguments: text };
  },
};

/** A form for each method that a Lua source declares, and one for any bytes. A table that cannot be read is none. */
export function luaForms(source: string): CallForm[] {
  return [...methodsOf(source).map(methodForm), BYTES];
}

function methodsOf(source: string): readonly DeclaredMethod[] {
  try {
    return declaredMethods(source) ?? [];
  } catch (error) {
    if (!(error instanceof LuaMethodsError)) throw error;
    return [];
  }
}

function methodForm({ name, parts, summary }: DeclaredMethod): CallForm {
  const fields = parts.flatMap(part => (typeof part === 'number' ? [] : [part]));
  return {
    name,
    summary,
    takesCoins: true,
    fields: fields.map(({ name: field, type }) => ({
      name: field,
      type: typeText(type),
      ...((type.kind === 'address' || type.kind === 'regid') && { account: type.kind }),
    })),
    read(texts) {
      const values = all(fields.map(({ type }, i) => argumentBytes(type, texts[i] ?? '')));
      if ('wrong' in values) return values;
      const given = values.value[Symbol.iterator]();
      const pieces = parts.map(part => (typeof part === 'number' ? [part] : (given.next().value ?? [])));
      return { arguments: hexOf(Uint8Array.from(pieces.flatMap(piece => [...piece]))) };
    },
  };
}

function typeText(type: ArgumentType): string {
  return 'size' in type && type.size !== undefined ? `${type.kind}[${type.size}]` : type.kind;
}

const LUA_INTEGERS: Readonly<Record<string, readonly [bytes: number, isSigned: boolean]>> = {
  u8: [1, false],
  u16: [2, false],
  u32: [4, false],
  u64: [8, false],
  i64: [8, true],
};
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{34}$/;

/** The bytes of an argument of a Lua contract, of numbers the lowest first. */
function argumentBytes(type: ArgumentType, text: string): Value<Uint8Array> {
  const [size, isSigned = false] = LUA_INTEGERS[type.kind] ?? [];
  if (size !== undefined) {
    const integer = integerIn(text, 8 * size, isSigned);
    return 'wrong' in integer ? integer : { value: littleEndian(integer.value, size) };
  }
  switch (type.kind) {
    case 'bool': {
      const bool = boolValue(text);
      return 'wrong' in bool ? bool : { value: Uint8Array.of(bool.value ? 1 : 0) };
    }
    case 'address':
      return ADDRESS.test(text) ? { value: new TextEncoder().encode(text) } : { wrong: 'wrong.address' };
    case 'regid': {
      const [, height, index] = /^(\d{1,10})-(\d{1,5})$/.exec(text) ?? [];
      if (height === undefined || index === undefined) return { wrong: 'wrong.regid' };
      return {
        value: Uint8Array.of(...littleEndian(BigInt(height), 4), ...littleEndian(BigInt(index), 2)),
      };
    }
    case 'text':
      return sized(new TextEncoder().encode(text), type.size, true);
    case 'bytes': {
      const bytes = bytesOf(text);
      return bytes === undefined ? { wrong: 'wrong.hex' } : sized(bytes, type.size, false);
    }
    default:
      return { wrong: 'wrong.required' };
  }
}

/** A text is filled up with zero bytes, bytes have to be as many as are asked for. */
function sized(bytes: Uint8Array, size: number | undefined, isFilled: boolean): Value<Uint8Array> {
  if (size === undefined || bytes.length === size) return { value: bytes };
  if (bytes.length > size || !isFilled) return { wrong: 'wrong.size' };
  const filled = new Uint8Array(size);
  filled.set(bytes);
  return { value: filled };
}

function littleEndian(value: bigint, size: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt.asUintN(64, value), true);
  return bytes.subarray(0, size);
}
