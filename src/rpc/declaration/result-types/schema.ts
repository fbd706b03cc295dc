import type { JsonObject } from '../../../codec/json-value.js';
import type { ObjectType, ResultType } from './result-type.js';

const MAX_UINT64 = 2n ** 64n - 1n;
const MIN_INT64 = -(2n ** 63n);

/** A text in coins, with the option `-displayvalueinsawi=0`. */
const IN_COINS = '^-?\\d+\\.\\d{8}$';

/**
 * JSON Schema of a type. A type that several methods return is defined once, by name.
 *
 * @param named - receives the schemas of named types; the result refers to them
 */
export function typeSchema(type: ResultType, named: Map<string, JsonObject>): JsonObject {
  const schema = bareSchema(type, named);
  return type.summary === '' || '$ref' in schema ? schema : { ...schema, description: type.summary };
}

function bareSchema(type: ResultType, named: Map<string, JsonObject>): JsonObject {
  switch (type.kind) {
    case 'text':
      return type.values === undefined ? { type: 'string' } : { type: 'string', enum: type.values };
    case 'integer':
      return { type: 'integer' };
    case 'amount':
      return { type: 'integer', minimum: MIN_INT64, maximum: MAX_UINT64 };
    case 'balance':
      return { anyOf: [{ type: 'integer' }, { type: 'string', pattern: IN_COINS }] };
    case 'number':
    case 'boolean':
    case 'null':
      return { type: type.kind };
    case 'any':
      return {};
    case 'array':
      return { type: 'array', items: typeSchema(type.items, named) };
    case 'map':
      return { type: 'object', additionalProperties: typeSchema(type.values, named) };
    case 'either':
      return { anyOf: type.options.map(option => typeSchema(option, named)) };
    case 'object':
      return type.name === undefined ? objectSchema(type, named) : reference(type, type.name, named);
  }
}

function reference(type: ObjectType, name: string, named: Map<string, JsonObject>): JsonObject {
  if (!named.has(name)) {
    named.set(name, {}); // The place of the name, also for a type that contains itself.
    named.set(name, objectSchema(type, named));
  }
  return { $ref: `#/components/schemas/${name}` };
}

function objectSchema({ members, further }: ObjectType, named: Map<string, JsonObject>): JsonObject {
  const entries = Object.entries(members);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, member]) => [name, typeSchema(member, named)])),
    required: entries.filter(([, { optional }]) => !optional).map(([name]) => name),
    additionalProperties: further !== undefined,
  };
}
