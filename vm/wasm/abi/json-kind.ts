import { type Json, JsonReal } from '../../../src/codec/json-value.js';
import { ContractException } from '../exception.js';

/* What a JSON value must be for a type of the ABI (spec 04 §3.6). */

/** @throws ContractException `abi_parse_exception` */
export function refuseJson(json: Json, expected: string): never {
  throw new ContractException(
    'abi_parse_exception',
    `${describe(json)} is given, ${expected} is expected`,
    'wasm/abi/json',
  );
}

function describe(json: Json): string {
  if (json === null || typeof json === 'boolean' || typeof json === 'number' || typeof json === 'bigint') {
    return String(json);
  }
  if (typeof json === 'string') return JSON.stringify(json.length > 64 ? `${json.slice(0, 64)}...` : json);
  if (json instanceof JsonReal) return `the real ${json.value}`;
  return Array.isArray(json) ? 'an array' : 'an object';
}

/** @throws ContractException `abi_parse_exception` unless it is a text */
export function jsonText(json: Json, expected = 'a text'): string {
  return typeof json === 'string' ? json : refuseJson(json, expected);
}

/** @throws ContractException `abi_parse_exception` unless it is an integer */
export function jsonInteger(json: Json, expected: string): bigint {
  if (typeof json === 'bigint') return json;
  return typeof json === 'number' && Number.isInteger(json) ? BigInt(json) : refuseJson(json, expected);
}

/** An integer that JSON prints without loss: a number where it is exact. */
export function integerJson(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
