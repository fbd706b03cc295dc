import type { AbiSchema, ResolvedType } from '../../vm/wasm/abi/schema.js';
import { isJsonObject, type Json, type JsonObject, JsonReal } from '../codec/json-value.js';
import type { AbiValue, ActionArguments } from './contract-types.js';
import type { DevAccount } from './dev-account.js';
import { printable } from './json-text.js';

/** Integers that do not fit a number. */
const WIDE: ReadonlySet<string> = new Set(['int64', 'uint64', 'int128', 'uint128']);
const REAL: ReadonlySet<string> = new Set(['float32', 'float64']);

/**
 * A value of an ABI type as tests get it: integers of 64 and more bits are bigints, whatever their value; reals are
 * numbers; objects are plain ones, which JSON.stringify takes.
 */
export function answeredValue(schema: AbiSchema, type: string, json: Json): AbiValue {
  return answered(schema, schema.resolve(type), json);
}

function answered(schema: AbiSchema, type: ResolvedType, json: Json): AbiValue {
  if (json === null) return null;
  switch (type.kind) {
    case 'builtin':
      return answeredBuiltin(type.name, json);
    case 'optional':
      return answered(schema, type.value, json);
    case 'array':
      return printable((json as readonly Json[]).map(element => answered(schema, type.element, element)));
    case 'struct': {
      const members = json as JsonObject;
      const fields = schema.lineage(type.struct).flatMap(part => schema.typedFieldsOf(part));
      // JSON leaves absent values out.
      const present = fields.filter(({ name }) => Object.hasOwn(members, name));
      return printable(
        Object.fromEntries(
          present.map(field => [field.name, answered(schema, field.type, members[field.name] as Json)]),
        ),
      );
    }
  }
}

function answeredBuiltin(type: string, json: Json): AbiValue {
  if (WIDE.has(type)) return BigInt(json as number | bigint | string);
  if (json instanceof JsonReal) return json.value;
  // Text that is no UTF-8; what is wrong in it shows as U+FFFD.
  if (json instanceof Uint8Array) return Buffer.from(json).toString('utf8');
  return json as AbiValue;
}

/** Arguments of an action as the ABI packs them: regids in the place of accounts, and reals where it has them. */
export function actionJson(schema: AbiSchema, action: string, args: unknown): Json {
  const json = withRegIds(args as ActionArguments);
  const type = schema.actionType(action);
  // To JSON, 1 is an integer and 1.0 none; JavaScript has one kind of numbers.
  return schema.isType(type) ? given(schema, schema.resolve(type), json) : json;
}

function withRegIds(value: ActionArguments): Json {
  if (Array.isArray(value)) return (value as readonly ActionArguments[]).map(withRegIds);
  if (typeof value !== 'object' || value === null) return value;
  if ('keyId' in value && 'regId' in value) return (value as unknown as DevAccount).regId;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value as Json;
  const members = Object.entries(value as Readonly<Record<string, ActionArguments>>);
  return Object.fromEntries(members.map(([key, member]) => [key, withRegIds(member)]));
}

function given(schema: AbiSchema, type: ResolvedType, json: Json): Json {
  switch (type.kind) {
    case 'builtin':
      return REAL.has(type.name) && typeof json === 'number' ? new JsonReal(json) : json;
    case 'optional':
      return json === null ? null : given(schema, type.value, json);
    case 'array':
      return Array.isArray(json)
        ? (json as readonly Json[]).map(each => given(schema, type.element, each))
        : json;
    case 'struct': {
      const fields = schema.lineage(type.struct).flatMap(part => schema.typedFieldsOf(part));
      if (Array.isArray(json)) {
        return (json as readonly Json[]).map((each, i) => {
          const field = fields[i];
          return field === undefined ? each : given(schema, field.type, each);
        });
      }
      if (!isJsonObject(json)) return json;
      const types = new Map(fields.map(field => [field.name, field.type]));
      return Object.fromEntries(
        Object.entries(json).map(([name, member]) => {
          const field = types.get(name);
          return [name, field === undefined || member === undefined ? member : given(schema, field, member)];
        }),
      );
    }
  }
}
