import { OP } from './instructions.js';
import type { AddedIndices } from './instrument-body.js';
import { MODULE_LIMITS } from './limits.js';
import { ModuleWriter } from './module-writer.js';
import { VALUE_TYPES } from './value-type.js';

/** Steps for every page of memory that a contract gets, and for a request that fails (spec 04 §15.2). */
export const STEPS_PER_PAGE = 20_000;

const EMPTY_BLOCK = 0x40;
/** -1, the answer of memory.grow that refuses. */
const REFUSED = 0x7f;

/**
 * The body of the function `(pages: i32) -> i32` that replaces memory.grow. It charges for the
 * pages before they exist, and records in a global that memory was refused, so that the trap that
 * usually follows can be distinguished from others.
 */
export function growFunction(added: Pick<AddedIndices, 'fuel'> & { readonly refused: number }): Uint8Array {
  const pages = 0;
  const out = new ModuleWriter();
  out.u32(0); // no locals
  // fuel -= (pages == 0 || pages > limit ? 1 : pages) * STEPS_PER_PAGE
  out.u8(OP.globalGet).u32(added.fuel);
  out.u8(OP.i32Const, 1, OP.localGet, pages);
  out.u8(OP.localGet, pages, OP.i32Const, 1, OP.i32Sub);
  out
    .u8(OP.i32Const)
    .signed(MODULE_LIMITS.memoryPages - 1)
    .u8(OP.i32GtU, OP.select, OP.i64ExtendI32U);
  out.u8(OP.i64Const).signed(STEPS_PER_PAGE).u8(OP.i64Mul, OP.i64Sub);
  out.u8(OP.globalSet).u32(added.fuel);
  out.u8(OP.globalGet).u32(added.fuel).u8(OP.i64Const, 0, OP.i64LtS);
  out.u8(OP.if, EMPTY_BLOCK, OP.unreachable, OP.end);
  out.u8(OP.localGet, pages, OP.memoryGrow, 0, OP.localTee, pages);
  out.u8(OP.i32Const, REFUSED, OP.i32Eq, OP.if, EMPTY_BLOCK);
  out.u8(OP.i32Const, 1, OP.globalSet).u32(added.refused);
  out.u8(OP.end, OP.localGet, pages, OP.end);
  return out.written;
}

/** The type of that function. */
export const GROW_TYPE = Uint8Array.of(0x60, 1, VALUE_TYPES.i32, 1, VALUE_TYPES.i32);
