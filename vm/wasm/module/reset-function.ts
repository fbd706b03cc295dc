import { OP } from './instructions.js';
import type { DecodedModule } from './module.js';
import { ModuleWriter } from './module-writer.js';

/** The type of the function `() -> ()`. */
export const RESET_TYPE = Uint8Array.of(0x60, 0, 0);

/**
 * The body of a function that gives every variable global of a module its first value again. With
 * its memory restored too, an instance is then in its initial state: tables cannot be changed.
 */
export function resetFunction({ bytes, globals }: DecodedModule): Uint8Array {
  const out = new ModuleWriter().u32(0);
  for (const { index, value } of globals.variables) {
    out.bytes(bytes.subarray(value.start, value.end)).u8(OP.globalSet).u32(index);
  }
  return out.u8(OP.end).written;
}
