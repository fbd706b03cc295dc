/**
 * Arithmetic instructions as text. The simple case is integers that a JavaScript number holds exactly
 * and whose result it holds as well; for everything else the text calls a helper.
 */
import { Op } from '../bytecode/opcodes.js';
import type { Operands } from './operands.js';

const MAX_SAFE = '9007199254740991';

/** An operator with one operand. */
export function writeUnary(operands: Operands, pc: number, to: string, opcode: number, b: number): string {
  const x = operands.register(b);
  const slow = `arithmeticAt(m, ${operands.place(pc)}, ${opcode - Op.ADD}, ${x}, ${x})`;
  return opcode === Op.UNM
    ? `${to} = typeof ${x} === 'number' ? 0 - ${x} : ${slow};`
    : `${to} = typeof ${x} === 'number' && (${x} | 0) === ${x} ? ~${x} : ${slow};`;
}

/** An operator with two operands. */
export function writeBinary(
  operands: Operands,
  pc: number,
  to: string,
  opcode: number,
  b: number,
  c: number,
): string {
  const x = operands.registerOrConstant(b);
  const y = operands.registerOrConstant(c);
  const place = operands.place(pc);
  const numbers = operands.areNumbers(b, c);
  const slow = `arithmeticAt(m, ${place}, ${opcode - Op.ADD}, ${x}, ${y})`;
  const inRange = (expression: string): string =>
    `if (${numbers} && (t = ${expression}) <= ${MAX_SAFE} && t >= -${MAX_SAFE}) ${to} = t; else ${to} = ${slow};`;
  // The bits of 32-bit integers are those of the 64-bit ones.
  const areSmall = `${numbers} && (${x} | 0) === ${x} && (${y} | 0) === ${y}`;
  switch (opcode) {
    case Op.ADD:
      return inRange(`${x} + ${y}`);
    case Op.SUB:
      return inRange(`${x} - ${y}`);
    case Op.MUL:
      // Adding zero makes -0 a zero.
      return inRange(`${x} * ${y} + 0`);
    case Op.MOD:
      return `${to} = ${numbers} && ${x} >= 0 && ${y} > 0 ? ${x} % ${y} : ${slow};`;
    case Op.IDIV:
      return `${to} = ${numbers} && ${x} >= 0 && ${y} > 0 ? Math.floor(${x} / ${y}) : ${slow};`;
    case Op.DIV:
      return `${to} = ${numbers} && ${y} !== 0 ? new LuaFloat(${x} / ${y}) : ${slow};`;
    case Op.BAND:
      return `${to} = ${areSmall} ? ${x} & ${y} : bitAnd(m, ${place}, ${x}, ${y});`;
    case Op.BOR:
      return `${to} = ${areSmall} ? ${x} | ${y} : bitOr(m, ${place}, ${x}, ${y});`;
    case Op.BXOR:
      return `${to} = ${areSmall} ? ${x} ^ ${y} : bitXor(m, ${place}, ${x}, ${y});`;
    case Op.SHL:
      return `${to} = shiftLeftAt(m, ${place}, ${x}, ${y});`;
    case Op.SHR:
      return `${to} = ${numbers} && (${x} | 0) === ${x} && ${x} >= 0 && ${y} >= 0 && ${y} < 32 ? ${x} >>> ${y} : shiftRightAt(m, ${place}, ${x}, ${y});`;
    default:
      return `${to} = ${slow};`;
  }
}
