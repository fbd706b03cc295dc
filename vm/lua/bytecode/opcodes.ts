/** The instructions of Lua 5.3 bytecode and what they cost. */

/** Names in the order of their numbers. */
export const OPCODE_NAMES = [
  'MOVE',
  'LOADK',
  'LOADKX',
  'LOADBOOL',
  'LOADNIL',
  'GETUPVAL',
  'GETTABUP',
  'GETTABLE',
  'SETTABUP',
  'SETUPVAL',
  'SETTABLE',
  'NEWTABLE',
  'SELF',
  'ADD',
  'SUB',
  'MUL',
  'MOD',
  'POW',
  'DIV',
  'IDIV',
  'BAND',
  'BOR',
  'BXOR',
  'SHL',
  'SHR',
  'UNM',
  'BNOT',
  'NOT',
  'LEN',
  'CONCAT',
  'JMP',
  'EQ',
  'LT',
  'LE',
  'TEST',
  'TESTSET',
  'CALL',
  'TAILCALL',
  'RETURN',
  'FORLOOP',
  'FORPREP',
  'TFORCALL',
  'TFORLOOP',
  'SETLIST',
  'CLOSURE',
  'VARARG',
  'EXTRAARG',
] as const;

export type OpcodeName = (typeof OPCODE_NAMES)[number];

/** The number of each instruction. */
export const Op = Object.fromEntries(OPCODE_NAMES.map((name, index) => [name, index])) as Readonly<
  Record<OpcodeName, number>
>;

/** Fuel beyond the step, for the instructions that have any (spec 03 §7.2). */
const OPERATOR_FUEL: Partial<Record<OpcodeName, number>> = {
  ADD: 3,
  SUB: 3,
  BAND: 3,
  BOR: 3,
  BXOR: 3,
  SHL: 3,
  SHR: 3,
  UNM: 3,
  BNOT: 3,
  NOT: 3,
  CONCAT: 3,
  EQ: 3,
  LT: 3,
  LE: 3,
  TEST: 3,
  TESTSET: 3,
  MUL: 5,
  DIV: 5,
  IDIV: 5,
  MOD: 8,
  POW: 10,
  LEN: 32,
};

/** Fuel of each instruction: one step and its operator fuel. */
export const INSTRUCTION_FUEL: readonly number[] = OPCODE_NAMES.map(name => 1 + (OPERATOR_FUEL[name] ?? 0));

/** An operand of 256 and more is the constant with the number less 256. */
export const CONSTANT_BIT = 256;
/** The offset that makes the jump distance of an instruction unsigned. */
const JUMP_BIAS = 131071;
/** How many elements one SETLIST stores at most. */
export const FIELDS_PER_FLUSH = 50;

export const opcodeOf = (i: number): number => i & 0x3f;
export const aOf = (i: number): number => (i >>> 6) & 0xff;
export const cOf = (i: number): number => (i >>> 14) & 0x1ff;
export const bOf = (i: number): number => i >>> 23;
export const bxOf = (i: number): number => i >>> 14;
export const jumpOf = (i: number): number => (i >>> 14) - JUMP_BIAS;
export const axOf = (i: number): number => i >>> 6;

/** Which operand of the running instruction an error is about. */
export type Operand = 'A' | 'B' | 'C' | 'none';

/** The sizes in NEWTABLE are `eeeeexxx`: xxx when eeeee is 0, else (8 + xxx) * 2^(eeeee - 1). */
export function decodeSize(encoded: number): number {
  const exponent = encoded >> 3;
  return exponent === 0 ? encoded : ((encoded & 7) + 8) << (exponent - 1);
}
