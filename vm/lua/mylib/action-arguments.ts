import { isUtf8 } from 'node:buffer';
import type { Json } from '../../../src/codec/json-value.js';
import { regIdFromRaw, regIdText } from '../../../src/codec/regid.js';
import type { AbiSchema, ResolvedType } from '../../wasm/abi/schema.js';
import { ContractException } from '../../wasm/exception.js';
import { isInteger } from '../value/arithmetic.js';
import { toBigInt } from '../value/int64.js';
import type { LuaRuntime } from '../value/runtime.js';
import { constantString, LuaString } from '../value/string.js';
import { LuaTable } from '../value/table.js';
import type { Value } from '../value/value.js';
import { REGID_SIZE } from './account-name.js';
import { MAX_BYTES } from './table-reader.js';

/** Values of one call: as many as a settlement of all deals that are allowed has. */
const MAX_VALUES = 65_536;
/** Decimals of every coin, as in the prefix of asset symbols. */
const PRECISION = 8;

/**
 * A table of a script as the arguments of an action, in the JSON form that packing takes (spec 04 §3.6).
 * The types of the ABI lead through the table, so that neither its order nor anything else that it holds
 * matters; metamethods are not called.
 *
 * @throws ContractException which says what was expected
 */
export function actionArguments(
  machine: LuaRuntime,
  schema: AbiSchema,
  action: string,
  table: LuaTable,
): Record<string, Json> {
  const type = schema.resolve(schema.actionType(action));
  if (type.kind !== 'struct') throw new TypeError(`the arguments of ${action} are no struct`);
  return new ArgumentReader(machine, schema).struct(type, table);
}

class ArgumentReader {
  #values = 0;

  constructor(
    private readonly machine: LuaRuntime,
    private readonly schema: AbiSchema,
  ) {}

  /** The fields that the table has; packing knows which of them have to be there. */
  struct({ struct }: ResolvedType & { kind: 'struct' }, table: LuaTable): Record<string, Json> {
    const object: Record<string, Json> = {};
    for (const { name, type } of this.schema.fieldsOf(struct)) {
      const value = table.get(constantString(name));
      if (value !== undefined) object[name] = this.#value(this.schema.resolve(type), value, name);
    }
    return object;
  }

  #value(type: ResolvedType, value: Value, place: string): Json {
    this.machine.work(1);
    if (++this.#values > MAX_VALUES) refuse(`more than ${MAX_VALUES} values`);
    switch (type.kind) {
      case 'optional':
        return this.#value(type.value, value, place);
      case 'array': {
        const elements = tableOf(value, place, 'an array');
        const values: Json[] = [];
        const length = elements.length();
        for (let i = 1; i <= length; i++) {
          values.push(this.#value(type.element, elements.getInteger(i), `${place}[${i}]`));
        }
        return values;
      }
      case 'struct':
        return this.struct(type, tableOf(value, place, 'a table of fields'));
      case 'builtin':
        if (!(value instanceof LuaTable)) return scalar(type.name, value, place);
        if (type.name === 'regid') return regIdOf(value, place);
        if (type.name === 'asset') return assetOf(value, place);
        return refuse(`${place}: a table is given, a value of the type ${type.name} is expected`);
    }
  }
}

function tableOf(value: Value, place: string, expected: string): LuaTable {
  return value instanceof LuaTable ? value : refuse(`${place}: ${expected} is expected`);
}

/** Packing refuses what is not of the type; here only what has no JSON form is refused. */
function scalar(type: string, value: Value, place: string): Json {
  if (typeof value === 'boolean') return value;
  if (isInteger(value)) return toBigInt(value);
  if (!(value instanceof LuaString)) return refuse(`${place}: a text or an integer is expected`);
  const { bytes } = value;
  if (bytes.length > MAX_BYTES) refuse(`${place}: ${bytes.length} bytes, at most ${MAX_BYTES} are allowed`);
  if (type === 'bytes') return bytes;
  const encoded = Buffer.from(bytes, 'latin1');
  return isUtf8(encoded) ? encoded.toString('utf8') : refuse(`${place}: a text in UTF-8 is expected`);
}

/** A regid in six bytes, as the other functions of the API have it. */
function regIdOf(table: LuaTable, place: string): string {
  const raw = Buffer.alloc(REGID_SIZE);
  for (let i = 0; i < REGID_SIZE; i++) {
    const byte = table.get(i + 1);
    if (typeof byte !== 'number' || byte < 0 || byte > 0xff) {
      refuse(`${place}: ${REGID_SIZE} bytes of a regid are expected, or its text`);
    }
    raw[i] = byte as number;
  }
  return regIdText(regIdFromRaw(raw));
}

/** An amount in the form that the other functions of the API have: a table `{symbol, amount}`, in sawi. */
function assetOf(table: LuaTable, place: string): Json {
  const symbol = table.get(constantString('symbol'));
  const amount = table.get(constantString('amount'));
  if (!(symbol instanceof LuaString) || symbol.bytes.length > MAX_BYTES || !isInteger(amount)) {
    return refuse(`${place}: a table {symbol = text, amount = integer} is expected, or a text`);
  }
  return { symbol: `${PRECISION},${symbol.bytes}`, amount: toBigInt(amount) };
}

function refuse(message: string): never {
  throw new ContractException('abi_parse_exception', message, 'lua/arguments');
}
