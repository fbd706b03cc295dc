import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../../src/codec/json.js';
import { type Json, JsonReal } from '../../../src/codec/json-value.js';

const DIRECTORY = process.env.VECTORS ?? join('test', 'vectors');

/** JSON in which every integer is a bigint, whatever its size, and a number is a real. */
export type ExactJson = null | boolean | bigint | number | string | readonly ExactJson[] | ExactObject;
export interface ExactObject {
  readonly [key: string]: ExactJson;
}

/** Parses JSON text; amounts above 2^53 keep their value. */
function parseExact<T = ExactJson>(text: string): T {
  return asReferencePrints(parseJson(text)) as T;
}

/** A vector file, such as `genesis`. The caller names the shape it relies on. */
export function readExact<T>(name: string): T {
  return parseExact<T>(readFileSync(join(DIRECTORY, `${name}.json`), 'utf8'));
}

/** The rows of a vector file in JSON Lines form, such as `oracle/txvectors`. */
export function readExactLines<T>(name: string): T[] {
  return readFileSync(join(DIRECTORY, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => parseExact<T>(line));
}

/**
 * What a client of the reference would read of our JSON value: byte strings have one character a
 * byte there, while we print UTF-8 as text (decision D26).
 */
export function asReferencePrints(json: Json): ExactJson {
  if (json === null || typeof json === 'boolean' || typeof json === 'string' || typeof json === 'bigint') {
    return json;
  }
  if (typeof json === 'number') return BigInt(json);
  if (json instanceof JsonReal) return json.value;
  if (json instanceof Uint8Array) return Buffer.from(json).toString('latin1');
  if (Array.isArray(json)) return json.map(asReferencePrints);
  const entries = json instanceof Map ? [...json] : Object.entries(json);
  return Object.fromEntries(
    entries.flatMap(([key, value]: [string, Json | undefined]) =>
      value === undefined ? [] : [[key, asReferencePrints(value)]],
    ),
  );
}

/** One line a value, in the order of the members: two values that differ in order differ in text. */
export function exactText(json: ExactJson): string {
  return JSON.stringify(
    json,
    (_key, value: unknown) => (typeof value === 'bigint' ? `integer ${value}` : value),
    1,
  );
}
