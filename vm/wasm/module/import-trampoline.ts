import { OP } from './instructions.js';
import { canonicalNan } from './instrument-body.js';
import type { ModuleImport } from './module.js';
import { ModuleWriter } from './module-writer.js';
import { VALUE_TYPES } from './value-type.js';

/**
 * The body of a function that stands for a function of the host wherever a module names one without
 * calling it: in the table, as its start function. Who calls an import by its index pays at that place;
 * who calls through the table pays here, and gets canonical NaNs here too.
 *
 * @param index - of the import
 * @param steps - of every call
 * @param fuel - the global that holds the steps that are left
 */
export function importTrampoline(
  { type }: ModuleImport,
  index: number,
  steps: number,
  fuel: number,
): Uint8Array {
  const { parameters, results } = type;
  const [result] = results;
  const isFloat = result === 'f32' || result === 'f64';
  const out = new ModuleWriter();
  if (isFloat) out.u32(1).u8(1, VALUE_TYPES[result]);
  else out.u32(0);
  out.u8(OP.globalGet).u32(fuel).u8(OP.i64Const).signed(steps).u8(OP.i64Sub, OP.globalSet).u32(fuel);
  for (let i = 0; i < parameters.length; i++) out.u8(OP.localGet).u32(i);
  out.u8(OP.call).u32(index);
  if (isFloat) out.bytes(canonicalNan(result, parameters.length));
  return out.u8(OP.end).written;
}
