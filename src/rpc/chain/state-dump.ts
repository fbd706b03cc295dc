import { stringifyJson } from '../../codec/json.js';
import type { Json } from '../../codec/json-value.js';
import type { StateReader } from '../../state/state.js';
import type { AnyTable, Schema } from '../../state/table.js';

/** Every table of the state. */
export const ALL_TABLES = '*';

/** The tables of a schema that a name means; undefined where there is no such table. */
export function tablesNamed({ tables }: Schema, name: string): readonly AnyTable[] | undefined {
  if (name === ALL_TABLES) return tables;
  const found = tables.filter(table => table.name === name);
  return found.length === 0 ? undefined : found;
}

/**
 * The committed entries of some tables as text, for people who look for a difference: a heading for
 * each table, a line for each entry, in the order of the encoded keys (spec 02 §5.15).
 *
 * @returns pieces of the text; all of them show the state as it was when this was called
 */
export function dumpText(state: StateReader, tables: readonly AnyTable[]): Iterable<string> {
  const walks = tables.map(table => ({ table, entries: state.iterate(table) }));
  return pieces(walks);
}

function* pieces(
  walks: readonly { readonly table: AnyTable; readonly entries: Iterable<[unknown, unknown]> }[],
): Generator<string> {
  for (const { table, entries } of walks) {
    yield `-->${table.name}\n`;
    for (const [key, value] of entries) {
      yield `${stringifyJson(dumped(key))}=${stringifyJson(dumped(value))}\n`;
    }
    yield '\n';
  }
}

/** A key or value of the state as JSON; bytes in hex. */
function dumped(value: unknown): Json {
  switch (typeof value) {
    case 'undefined':
      return null;
    case 'boolean':
    case 'number':
    case 'bigint':
    case 'string':
      return value;
    default:
      return value === null ? null : dumpedObject(value as object);
  }
}

function dumpedObject(value: object): Json {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(dumped);
  if (value instanceof Map) {
    return new Map([...value].map(([key, member]) => [keyText(key), dumped(member)]));
  }
  return new Map(Object.entries(value).map(([key, member]) => [key, dumped(member)]));
}

function keyText(key: unknown): string {
  return typeof key === 'string' ? key : stringifyJson(dumped(key));
}
