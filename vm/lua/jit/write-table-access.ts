/**
 * Reads and writes of table fields as text. The simple case is a table in whose parts the field is
 * found without a metamethod; for everything else the text calls a helper.
 */
import type { Operands } from './operands.js';

/** Stores `object[key]`; an object that is `s` is there already. */
export function writeGetIndex(
  operands: Operands,
  pc: number,
  to: string,
  object: string,
  key: number,
): string {
  const k = operands.registerOrConstant(key);
  const bind = object === 's' ? '' : `s = ${object}; `;
  const slow = `t = indexAt(m, ${operands.place(pc)}, s, ${k});`;
  if (operands.isStringConstant(key)) {
    return `${bind}if (!(s instanceof LuaTable && (t = s.nearString(${k})) !== undefined)) ${slow} ${to} = t;`;
  }
  const inArray = `${operands.areNumbers(key)} && ${k} > 0 && ${k} <= s.arraySize`;
  return `${bind}if (!(s instanceof LuaTable && ${inArray} && ((t = s.array[${k} - 1]) !== undefined || s.metatable === undefined))) ${slow} ${to} = t;`;
}

/** `object[key] = value`. */
export function writeSetIndex(
  operands: Operands,
  pc: number,
  object: string,
  key: number,
  value: number,
): string {
  const k = operands.registerOrConstant(key);
  const v = operands.registerOrConstant(value);
  const slow = `setIndexAt(m, ${operands.place(pc)}, s, ${k}, ${v});`;
  if (operands.isStringConstant(key)) {
    return `s = ${object}; if (!(s instanceof LuaTable) || !s.replaceString(${k}, ${v})) ${slow}`;
  }
  const inArray = `${operands.areNumbers(key)} && ${k} > 0 && ${k} <= s.arraySize`;
  return (
    `s = ${object}; if (s instanceof LuaTable && s.metatable === undefined && ${inArray}) ` +
    `s.array[${k} - 1] = ${v}; else ${slow}`
  );
}
