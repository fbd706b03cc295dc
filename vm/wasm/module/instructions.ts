/** How the bytes after an opcode are read. */
type Immediate =
  | 'none'
  | 'block'
  | 'label'
  | 'labels'
  | 'function'
  | 'type'
  | 'index'
  | 'memarg'
  | 'memory'
  | 'i32'
  | 'i64'
  | 'f32'
  | 'f64';

/** What the rewriter must know of an instruction. */
export interface Instruction {
  /** Operands that it takes and leaves; those of control and calls depend on their types. */
  readonly pops: number;
  readonly pushes: number;
  readonly immediate: Immediate;
  /** Steps (spec 04 §15.2). */
  readonly cost: number;
  /** The type of its result where that can be a NaN that the processor chooses (spec 04 §15.4). */
  readonly nan?: 'f32' | 'f64';
}

/** Opcodes that the rewriter treats by name. */
export const OP = {
  unreachable: 0x00,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  end: 0x0b,
  br: 0x0c,
  brIf: 0x0d,
  brTable: 0x0e,
  return: 0x0f,
  call: 0x10,
  callIndirect: 0x11,
  select: 0x1b,
  localGet: 0x20,
  localTee: 0x22,
  globalGet: 0x23,
  globalSet: 0x24,
  i32Load: 0x28,
  i32Store: 0x36,
  memoryGrow: 0x40,
  i32Const: 0x41,
  i64Const: 0x42,
  f32Const: 0x43,
  f64Const: 0x44,
  i32Eq: 0x46,
  i32LtS: 0x48,
  i32GtU: 0x4b,
  i64LtS: 0x53,
  f32Eq: 0x5b,
  f64Eq: 0x61,
  i32Add: 0x6a,
  i32Sub: 0x6b,
  i64Sub: 0x7d,
  i64Mul: 0x7e,
  i64ExtendI32U: 0xad,
  /** Prefix of saturating truncation and, with other numbers after it, of bulk memory. */
  prefixFc: 0xfc,
  prefixFd: 0xfd,
} as const;

/** Saturating truncations are 0xFC 0 to 0xFC 7. */
export const LAST_SATURATING_TRUNCATION = 7;

const DIVISION_COST = 4;
const FLOAT_COST = 4;

const table: (Instruction | undefined)[] = new Array(256).fill(undefined);

interface Options {
  readonly immediate?: Immediate;
  readonly cost?: number;
  readonly nan?: 'f32' | 'f64';
}

function declare(first: number, last: number, pops: number, pushes: number, options: Options = {}): void {
  const { immediate = 'none', cost = 1, nan } = options;
  for (let opcode = first; opcode <= last; opcode++) {
    table[opcode] =
      nan === undefined ? { pops, pushes, immediate, cost } : { pops, pushes, immediate, cost, nan };
  }
}

// Control. Operands of these follow from the types of blocks and functions.
declare(0x00, 0x01, 0, 0); // unreachable, nop
declare(0x02, 0x03, 0, 0, { immediate: 'block' }); // block, loop
declare(0x04, 0x04, 1, 0, { immediate: 'block' }); // if
declare(0x05, 0x05, 0, 0); // else
declare(0x0b, 0x0b, 0, 0); // end
declare(0x0c, 0x0c, 0, 0, { immediate: 'label' }); // br
declare(0x0d, 0x0d, 1, 0, { immediate: 'label' }); // br_if
declare(0x0e, 0x0e, 1, 0, { immediate: 'labels' }); // br_table
declare(0x0f, 0x0f, 0, 0); // return
declare(0x10, 0x10, 0, 0, { immediate: 'function', cost: 5 }); // call
declare(0x11, 0x11, 1, 0, { immediate: 'type', cost: 10 }); // call_indirect
// Parametric and variables.
declare(0x1a, 0x1a, 1, 0); // drop
declare(0x1b, 0x1b, 3, 1); // select
declare(0x20, 0x20, 0, 1, { immediate: 'index' }); // local.get
declare(0x21, 0x21, 1, 0, { immediate: 'index' }); // local.set
declare(0x22, 0x22, 1, 1, { immediate: 'index' }); // local.tee
declare(0x23, 0x23, 0, 1, { immediate: 'index' }); // global.get
declare(0x24, 0x24, 1, 0, { immediate: 'index' }); // global.set
// Memory. The cost of memory.grow is charged by the function that takes its place.
declare(0x28, 0x35, 1, 1, { immediate: 'memarg' }); // loads
declare(0x36, 0x3e, 2, 0, { immediate: 'memarg' }); // stores
declare(0x3f, 0x3f, 0, 1, { immediate: 'memory' }); // memory.size
declare(0x40, 0x40, 1, 1, { immediate: 'memory' }); // memory.grow
// Constants.
declare(0x41, 0x41, 0, 1, { immediate: 'i32' });
declare(0x42, 0x42, 0, 1, { immediate: 'i64' });
declare(0x43, 0x43, 0, 1, { immediate: 'f32' });
declare(0x44, 0x44, 0, 1, { immediate: 'f64' });
// Comparisons.
declare(0x45, 0x45, 1, 1); // i32.eqz
declare(0x46, 0x4f, 2, 1); // i32
declare(0x50, 0x50, 1, 1); // i64.eqz
declare(0x51, 0x5a, 2, 1); // i64
declare(0x5b, 0x60, 2, 1); // f32
declare(0x61, 0x66, 2, 1); // f64
// Integers.
declare(0x67, 0x69, 1, 1); // i32 clz, ctz, popcnt
declare(0x6a, 0x78, 2, 1); // i32 arithmetic
declare(0x6d, 0x70, 2, 1, { cost: DIVISION_COST }); // i32 div, rem
declare(0x79, 0x7b, 1, 1); // i64 clz, ctz, popcnt
declare(0x7c, 0x8a, 2, 1); // i64 arithmetic
declare(0x7f, 0x82, 2, 1, { cost: DIVISION_COST }); // i64 div, rem
// Floats: abs, neg and copysign only touch the sign and keep the bits of a NaN.
declare(0x8b, 0x8c, 1, 1); // f32 abs, neg
declare(0x8d, 0x91, 1, 1, { cost: FLOAT_COST, nan: 'f32' }); // f32 ceil, floor, trunc, nearest, sqrt
declare(0x92, 0x97, 2, 1, { cost: FLOAT_COST, nan: 'f32' }); // f32 add, sub, mul, div, min, max
declare(0x98, 0x98, 2, 1); // f32 copysign
declare(0x99, 0x9a, 1, 1); // f64 abs, neg
declare(0x9b, 0x9f, 1, 1, { cost: FLOAT_COST, nan: 'f64' }); // f64 ceil, floor, trunc, nearest, sqrt
declare(0xa0, 0xa5, 2, 1, { cost: FLOAT_COST, nan: 'f64' }); // f64 add, sub, mul, div, min, max
declare(0xa6, 0xa6, 2, 1); // f64 copysign
// Conversions.
declare(0xa7, 0xbf, 1, 1);
declare(0xb6, 0xb6, 1, 1, { cost: FLOAT_COST, nan: 'f32' }); // f32.demote_f64
declare(0xbb, 0xbb, 1, 1, { cost: FLOAT_COST, nan: 'f64' }); // f64.promote_f32
declare(0xc0, 0xc4, 1, 1); // sign extension

/**
 * The instructions that contracts may use: those of the first version of WebAssembly and sign
 * extension (spec 04 §15.2). Saturating truncation has the prefix {@link OP.prefixFc}.
 */
export const INSTRUCTIONS: readonly (Instruction | undefined)[] = table;

/** Any of the saturating truncations. */
export const SATURATING_TRUNCATION: Instruction = { pops: 1, pushes: 1, immediate: 'none', cost: 1 };
