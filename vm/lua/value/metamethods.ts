/** Metamethods: their names, and finding them. */
import { constantString } from './string.js';
import { LuaTable } from './table.js';
import type { Value } from './value.js';

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

/** Events whose absence a metatable remembers: those asked for at every access. */
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
