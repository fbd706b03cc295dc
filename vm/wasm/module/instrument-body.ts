import { fuelSegments } from './fuel-segments.js';
import type { FunctionBody } from './function-body.js';
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
 * Writes the body of a function anew, with fuel, stack budget and canonical NaNs (spec 04 §15.2 to
 * §15.4). Nothing that the function computes changes.
 */
export class BodyInstrumenter {
  readonly #out: ModuleWriter;
  readonly #extraLocals: number[] = [];
  readonly #savedStack: number;
  readonly #nan: { readonly f32: number; readonly f64: number };

  constructor(
    readonly module: Uint8Array,
    readonly body: FunctionBody,
    readonly added: AddedIndices,
  ) {
    const { instructions } = body;
    this.#out = new ModuleWriter(256 + instructions.length * 8);
    const needs = (nan: 'f32' | 'f64'): boolean => instructions.some(instruction => instruction.nan === nan);
    this.#savedStack = this.#addLocal(
      instructions.some(instruction => instruction.enters),
      VALUE_TYPES.i32,
    );
    this.#nan = {
      f32: this.#addLocal(needs('f32'), VALUE_TYPES.f32),
      f64: this.#addLocal(needs('f64'), VALUE_TYPES.f64),
    };
  }

  /** The index of a further local; one that is not needed is not declared. */
  #addLocal(isNeeded: boolean, type: number): number {
    if (isNeeded) this.#extraLocals.push(type);
    return isNeeded ? this.body.localCount + this.#extraLocals.length - 1 : -1;
  }

  write(): Uint8Array {
    const { body } = this;
    this.#locals();
    this.#enter();
    const charges = fuelSegments(body);
    for (let i = 0; i < body.instructions.length; i++) {
      const instruction = body.instructions[i]!;
      const steps = charges[i]!;
      if (steps > 0) {
        this.#charge(steps);
        // Every way that can repeat passes here: the entry of a function or the head of a loop.
        if (i === 0 || body.instructions[i - 1]!.opcode === OP.loop) this.#stopWithoutFuel();
      }
      if (instruction.opcode === OP.memoryGrow) this.#out.u8(OP.call).u32(this.added.grow);
      else this.#out.bytes(this.module.subarray(instruction.start, instruction.end));
      if (instruction.enters) this.#restoreStack();
      if (instruction.nan !== undefined) this.#canonicalNan(instruction.nan);
    }
    return this.#out.written;
  }

  #locals(): void {
    const { locals } = this.body;
    this.#out.u32(locals.length + this.#extraLocals.length);
    for (const [count, type] of locals) this.#out.u32(count).u8(VALUE_TYPES[type]);
    for (const type of this.#extraLocals) this.#out.u8(1, type);
  }

  /** stack -= frame; a stack below zero ends the call. Who calls others keeps its own value. */
  #enter(): void {
    const frame = Math.max(STACK.smallestFrame, this.body.frameValues + STACK.frameOverhead);
    const out = this.#out;
    out.u8(OP.globalGet).u32(this.added.stack).u8(OP.i32Const).signed(frame).u8(OP.i32Sub);
    if (this.#savedStack >= 0) out.u8(OP.localTee).u32(this.#savedStack);
    out.u8(OP.globalSet).u32(this.added.stack);
    out.u8(OP.globalGet).u32(this.added.stack).u8(OP.i32Const, 0, OP.i32LtS);
    out.u8(OP.if, EMPTY_BLOCK, OP.unreachable, OP.end);
  }

  #restoreStack(): void {
    this.#out.u8(OP.localGet).u32(this.#savedStack).u8(OP.globalSet).u32(this.added.stack);
  }

  #charge(steps: number): void {
    const { fuel } = this.added;
    this.#out.u8(OP.globalGet).u32(fuel).u8(OP.i64Const).signed(steps).u8(OP.i64Sub);
    this.#out.u8(OP.globalSet).u32(fuel);
  }

  #stopWithoutFuel(): void {
    this.#out.u8(OP.globalGet).u32(this.added.fuel).u8(OP.i64Const, 0, OP.i64LtS);
    this.#out.u8(OP.if, EMPTY_BLOCK, OP.unreachable, OP.end);
  }

  /** Leaves the value on the stack, or the canonical NaN where the value is one. */
  #canonicalNan(type: 'f32' | 'f64'): void {
    const local = this.#nan[type];
    const out = this.#out;
    out.u8(OP.localTee).u32(local);
    out.u8(type === 'f32' ? OP.f32Const : OP.f64Const).bytes(CANONICAL_NAN[type]);
    out.u8(OP.localGet).u32(local).u8(OP.localGet).u32(local);
    out.u8(type === 'f32' ? OP.f32Eq : OP.f64Eq, OP.select);
  }
}
