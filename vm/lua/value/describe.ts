/** Values of Lua as messages for authors show them. No metamethod runs, and nothing is charged. */
import { isInteger } from './arithmetic.js';
import { toBigInt } from './int64.js';
import { typeName } from './metamethods.js';
import { LuaString } from './string.js';
import { LuaTable } from './table.js';
import { LuaFloat, type Value } from './value.js';

/** Entries of a table, and characters of a text, that are shown. */
const MAX_ENTRIES = 12;
const MAX_CHARACTERS = 60;
/** Tables in tables that are shown with their entries. */
const MAX_DEPTH = 2;
const NAME = /^[A-Za-z_]\w*$/;

/** A value as a source could contain it: `nil`, `7`, `"text"`, `{code = 7, [true] = {...}}`. */
export function describeValue(v: Value, depth = 0): string {
  if (v === undefined) return 'nil';
  if (typeof v === 'boolean') return String(v);
  if (isInteger(v)) return String(toBigInt(v));
  if (v instanceof LuaFloat) return Number.isInteger(v.n) ? v.n.toFixed(1) : String(v.n);
  if (v instanceof LuaString) return quoted(v.bytes);
  if (!(v instanceof LuaTable)) return `a ${typeName(v)}`;
  return depth > MAX_DEPTH ? '{...}' : describeTable(v, depth);
}

/** A value with its type, for sentences: `the float 2.5`, `a table`, `nil`. */
export function describeWithType(v: Value): string {
  if (v === undefined || typeof v === 'boolean') return describeValue(v);
  if (isInteger(v)) return `the integer ${describeValue(v)}`;
  if (v instanceof LuaFloat) return `the float ${describeValue(v)}`;
  if (v instanceof LuaString) return `the text ${describeValue(v)}`;
  return `a ${typeName(v)}`;
}

function describeTable(table: LuaTable, depth: number): string {
  const entries: string[] = [];
  let expected = 1;
  for (let at = 0; at < table.positions; at++) {
    const value = table.valueAt(at);
    if (value === undefined) continue;
    if (entries.length === MAX_ENTRIES) {
      entries.push('...');
      break;
    }
    const key = table.keyAt(at);
    const shown = describeValue(value, depth + 1);
    if (key === expected) {
      expected++;
      entries.push(shown);
    } else if (isShort(key) && NAME.test(key.bytes)) {
      entries.push(`${key.bytes} = ${shown}`);
    } else {
      entries.push(`[${describeValue(key, depth + 1)}] = ${shown}`);
    }
  }
  return `{${entries.join(', ')}}`;
}

/** The names under which a table holds something. */
export function namesIn(table: LuaTable): string[] {
  const names: string[] = [];
  for (let at = 0; at < table.positions && names.length < MAX_ENTRIES; at++) {
    const key = table.keyAt(at);
    if (isShort(key) && table.valueAt(at) !== undefined) names.push(key.bytes);
  }
  return names;
}

/** Whether a key is a text that can be shown whole: contracts choose how long theirs are. */
function isShort(key: Value): key is LuaString {
  return key instanceof LuaString && key.bytes.length <= MAX_CHARACTERS;
}

function quoted(bytes: string): string {
  const text = Buffer.from(bytes.slice(0, MAX_CHARACTERS), 'latin1').toString('utf8');
  return `${JSON.stringify(text)}${bytes.length > MAX_CHARACTERS ? ` and ${bytes.length - MAX_CHARACTERS} bytes more` : ''}`;
}
