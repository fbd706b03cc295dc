/** The type of a value, as `type` and error messages name it. */
import { Builtin, LuaClosure } from './function.js';
import { LuaString } from './string.js';
import { LuaTable } from './table.js';
import { LightUserdata, type Value } from './value.js';

export type TypeName = 'nil' | 'boolean' | 'number' | 'string' | 'table' | 'function' | 'userdata';

export function typeName(v: Value): TypeName {
  if (v === undefined) return 'nil';
  if (typeof v === 'boolean') return 'boolean';
  if (v instanceof LuaTable) return 'table';
  if (v instanceof LuaString) return 'string';
  if (v instanceof LuaClosure || v instanceof Builtin) return 'function';
  return v instanceof LightUserdata ? 'userdata' : 'number';
}
