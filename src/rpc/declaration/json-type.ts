import { type Json, JsonReal } from '../../codec/json-value.js';
import { RpcError } from './errors.js';

/** JSON types as error messages name them (spec 02 §1.7). An integer is not a real. */
export type JsonTypeName = 'obj' | 'array' | 'str' | 'bool' | 'int' | 'real' | 'null';

/** The type of a value as error messages name it. */
export function jsonTypeName(value: Json | undefined): JsonTypeName {
  switch (typeof value) {
    case 'string':
      return 'str';
    case 'boolean':
      return 'bool';
    case 'number':
    case 'bigint':
      return 'int';
    default:
      if (value === null || value === undefined) return 'null';
      if (Array.isArray(value)) return 'array';
      if (value instanceof JsonReal) return 'real';
      return value instanceof Uint8Array ? 'str' : 'obj';
  }
}

/** The error for a value that is read as another type than it has (spec 02 §1.7). */
export function wrongType(value: Json | undefined, expected: JsonTypeName): RpcError {
  return new RpcError('MISC_ERROR', `value is type ${jsonTypeName(value)}, expected ${expected}`);
}
