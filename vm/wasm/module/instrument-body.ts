import { chargeSegments } from './fuel-segments.js';
import type { FunctionBody } from './function-body.js';
import { FLAG } from './instruction-list.js';
import { OP } from './instructions.js';
import { STACK } from './limits.js';
import { ModuleWriter } from './module-writer.js';
import { VALUE_TYPES } from './value-type.js';

/** Indices of what the rewriter adds to a module. */
export interface AddedIndices {
  /** Global: steps that are left. */
  readonly fuel: number;
  /** Global: units of stack that are left. */
  readonly stack: number;
  /** Function that takes the place of memory.grow. */
  readonly grow: number;
}

const EMPTY_BLOCK = 0x40;
/** The only NaN of each type that a contract can compute (spec 04 §15.4), little-endian. */
const CANONICAL_NAN = {
  f32: Uint8Array.of(0x00, 0x00, 0xc0, 0x7f),
  f64: Uint8Array.of(0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xf8, 0x7f),
} as const;

/**
 * Rewrites bodies of functions with fuel, stack budget and canonical NaNs (spec 04 §15.2 to §15.4).
 * Nothing that a function computes changes. What is added again and again is encoded once.
 */
export class BodyInstrumenter {
  readonly #module: Uint8Array;
  readonly #added: AddedIndices;
  /** Around the number of steps that a straight line takes: fuel -= steps. */
  readonly #chargeHead: Uint8Array;
  readonly #chargeTail: Uint8Array;
  readonly #stopWithoutFuel: Uint8Array;
  readonly #grow: Uint8Array;

  constructor(module: Uint8Array, added: AddedIndices) {
    this.#module = module;
    this.#added = added;
    const { fuel } = added;
    this.#chargeHead = new ModuleWriter().u8(OP.globalGet).u32(fuel).u8(OP.i64Const).written;
    this.#chargeTail = new ModuleWriter().u8(OP.i64Sub, OP.globalSet).u32(fuel).written;
    this.#stopWithoutFuel = new ModuleWriter()
      .u8(OP.globalGet)
      .u32(fuel)
      .u8(OP.i64Const, 0, OP.i64LtS, OP.if, EMPTY_BLOCK, OP.unreachable, OP.end).written;
    this.#grow = new ModuleWriter().u8(OP.call).u32(added.grow).written;
  }

  /** Writes a body, its declarations of locals first, without its size. */
  write(body: FunctionBody, out: ModuleWriter): void {
    const { instructions, localCount } = body;
    const { count, opcodes, starts, flags, charges } = instructions;
    chargeSegments(instructions, localCount);
    let allFlags = 0;
    for (let i = 0; i < count; i++) allFlags |= flags[i]!;
    const extraLocals: number[] = [];
    /** The index of a further local; one that is not needed is not declared. */
    const addLocal = (flag: number, type: number): number =>
      (allFlags & flag) === 0 ? -1 : localCount + extraLocals.push(type) - 1;
    const savedStack = addLocal(FLAG.enters, VALUE_TYPES.i32);
    const nan32 = canonicalNan('f32', addLocal(FLAG.nan32, VALUE_TYPES.f32));
    const nan64 = canonicalNan('f64', addLocal(FLAG.nan64, VALUE_TYPES.f64));
    const restoreStack = new ModuleWriter()
      .u8(OP.localGet)
      .u32(Math.max(savedStack, 0))
      .u8(OP.globalSet)
      .u32(this.#added.stack).written;

    writeLocals(out, body, extraLocals);
    this.#enter(out, body.frameValues, savedStack);
    /** From here on the instructions are not copied yet. */
    let from = starts[0]!;
    const copyUpTo = (end: number): void => {
      out.range(this.#module, from, end);
      from = end;
    };
    for (let i = 0; i < count; i++) {
      if (charges[i]! > 0) {
        copyUpTo(starts[i]!);
        out.bytes(this.#chargeHead).signed(charges[i]!).bytes(this.#chargeTail);
        // Every code path that can repeat passes here: the entry of a function or the head of a
        // loop.
        if (i === 0 || opcodes[i - 1] === OP.loop) out.bytes(this.#stopWithoutFuel);
      }
      if (opcodes[i] === OP.memoryGrow) {
        copyUpTo(starts[i]!);
        out.bytes(this.#grow);
        from = starts[i + 1]!;
      }
      const flag = flags[i]! & ~FLAG.endsSegment;
      if (flag === 0) continue;
      copyUpTo(starts[i + 1]!);
      if ((flag & FLAG.enters) !== 0) out.bytes(restoreStack);
      if ((flag & FLAG.nan32) !== 0) out.bytes(nan32);
      if ((flag & FLAG.nan64) !== 0) out.bytes(nan64);
    }
    copyUpTo(starts[count]!);
  }

  /** stack -= frame; a stack below zero ends the call. Who calls others keeps its own value. */
  #enter(out: ModuleWriter, frameValues: number, savedStack: number): void {
    const frame = Math.max(STACK.smallestFrame, frameValues + STACK.frameOverhead);
    const { stack } = this.#added;
    out.u8(OP.globalGet).u32(stack).u8(OP.i32Const).signed(frame).u8(OP.i32Sub);
    if (savedStack >= 0) out.u8(OP.localTee).u32(savedStack);
    out.u8(OP.globalSet).u32(stack);
    out.u8(OP.globalGet).u32(stack).u8(OP.i32Const, 0, OP.i32LtS);
    out.u8(OP.if, EMPTY_BLOCK, OP.unreachable, OP.end);
  }
}

function writeLocals(out: ModuleWriter, { locals }: FunctionBody, extra: readonly number[]): void {
  out.u32(locals.length + extra.length);
  for (const [count, type] of locals) out.u32(count).u8(VALUE_TYPES[type]);
  for (const type of extra) out.u8(1, type);
}

/** Instructions that leave the value on the stack, or the canonical NaN where the value is one. */
export function canonicalNan(type: 'f32' | 'f64', local: number): Uint8Array {
  if (local < 0) return new Uint8Array();
  return new ModuleWriter()
    .u8(OP.localTee)
    .u32(local)
    .u8(type === 'f32' ? OP.f32Const : OP.f64Const)
    .bytes(CANONICAL_NAN[type])
    .u8(OP.localGet)
    .u32(local)
    .u8(OP.localGet)
    .u32(local)
    .u8(type === 'f32' ? OP.f32Eq : OP.f64Eq, OP.select).written;
}
