/** What the type of a value decides: the name of the type, and the metamethods. */
import { Builtin, LuaClosure } from './function.js';
import type { LuaRuntime } from './runtime.js';
import { constantString, LuaString } from './string.js';
import { LuaTable } from './table.js';
import { LightUserdata, type Value } from './value.js';

export type TypeName = 'nil' | 'boolean' | 'number' | 'string' | 'table' | 'function' | 'userdata';

/** The type of a value, as `type` and error messages name it. */
export function typeName(v: Value): TypeName {
  if (v === undefined) return 'nil';
  if (typeof v === 'boolean') return 'boolean';
  if (v instanceof LuaTable) return 'table';
  if (v instanceof LuaString) return 'string';
  if (v instanceof LuaClosure || v instanceof Builtin) return 'function';
  return v instanceof LightUserdata ? 'userdata' : 'number';
}

/** Events in the order of the reference; those from `add` on follow the instructions from ADD on. */
const EVENT_NAMES = [
  'index',
  'newindex',
  'gc',
  'mode',
  'len',
  'eq',
  'add',
  'sub',
  'mul',
  'mod',
  'pow',
  'div',
  'idiv',
  'band',
  'bor',
  'bxor',
  'shl',
  'shr',
  'unm',
  'bnot',
  'lt',
  'le',
  'concat',
  'call',
] as const;

/** Texts such as `__index`, by the number of the event. */
export const METAMETHOD_NAMES = EVENT_NAMES.map(name => constantString(`__${name}`));

/** The number of each event. */
export const Event = Object.fromEntries(EVENT_NAMES.map((name, index) => [name, index])) as Readonly<
  Record<(typeof EVENT_NAMES)[number], number>
>;

/** Events whose absence a metatable caches: those looked up at every access. */
const REMEMBERED_EVENTS = 6;

/** The metamethod of a metatable, or undefined. */
export function metamethodOf(metatable: LuaTable | undefined, event: number): Value {
  if (metatable === undefined) return undefined;
  if (event < REMEMBERED_EVENTS && (metatable.absentMetamethods & (1 << event)) !== 0) return undefined;
  const method = metatable.getString(METAMETHOD_NAMES[event]!);
  if (method === undefined && event < REMEMBERED_EVENTS) metatable.absentMetamethods |= 1 << event;
  return method;
}

/** The metatable of a value: tables have their own, strings share one. */
export function metatableOf(v: Value, ofStrings: LuaTable): LuaTable | undefined {
  if (v instanceof LuaTable) return v.metatable;
  return typeof v === 'object' && 'bytes' in v ? ofStrings : undefined;
}

/** The metamethod of a value for an event. */
export function metamethod(runtime: LuaRuntime, v: Value, event: number): Value {
  return metamethodOf(metatableOf(v, runtime.stringMetatable), event);
}

/** The metamethod of an operator: that of the first operand, or of the second. */
export function binaryMetamethod(runtime: LuaRuntime, event: number, a: Value, b: Value): Value {
  return metamethod(runtime, a, event) ?? metamethod(runtime, b, event);
}
