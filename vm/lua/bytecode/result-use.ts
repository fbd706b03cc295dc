/** Whether a function looks at what a call that it makes has returned. */
import { aOf, bOf, CONSTANT_BIT, cOf, Op, opcodeOf } from './opcodes.js';
import type { Proto } from './proto.js';

/**
 * Whether the first result of a call may be read: false for a call that stands alone, and for one whose result
 * goes into a variable that no instruction behind it reads.
 *
 * @param pc - of the call instruction
 */
export function isResultRead({ code, protos }: Proto, pc: number): boolean {
  const call = code[pc];
  if (call === undefined || opcodeOf(call) !== Op.CALL) return true;
  const wanted = cOf(call) - 1;
  if (wanted !== 1) return wanted !== 0;
  let register = aOf(call);
  for (let at = pc + 1; at < code.length; at++) {
    const i = code[at]!;
    if (opcodeOf(i) === Op.MOVE && bOf(i) === register) register = aOf(i);
    else if (opcodeOf(i) === Op.CLOSURE && protos.some(({ upvalues }) => captures(upvalues, register)))
      return true;
    else if (reads(i, register)) return true;
  }
  return false;
}

function captures(upvalues: Proto['upvalues'], register: number): boolean {
  return upvalues.some(({ inStack, index }) => inStack && index === register);
}

function isBetween(register: number, first: number, last: number): boolean {
  return register >= first && register <= last;
}

/** Whether an instruction reads a register. An open list is taken to contain every register from its start on. */
function reads(i: number, register: number): boolean {
  const [a, b, c] = [aOf(i), bOf(i), cOf(i)];
  const isOperand = register < CONSTANT_BIT && (b === register || c === register);
  switch (opcodeOf(i)) {
    case Op.LOADK:
    case Op.LOADKX:
    case Op.LOADBOOL:
    case Op.LOADNIL:
    case Op.GETUPVAL:
    case Op.NEWTABLE:
    case Op.JMP:
    case Op.CLOSURE:
    case Op.VARARG:
    case Op.EXTRAARG:
      return false;
    case Op.MOVE:
    case Op.UNM:
    case Op.BNOT:
    case Op.NOT:
    case Op.LEN:
    case Op.TESTSET:
      return b === register;
    case Op.GETTABUP:
      return c === register;
    case Op.SETUPVAL:
    case Op.TEST:
      return a === register;
    case Op.SETTABLE:
      return a === register || isOperand;
    case Op.CONCAT:
      return isBetween(register, b, c);
    case Op.CALL:
    case Op.TAILCALL:
      return isBetween(register, a, b === 0 ? Infinity : a + b - 1);
    case Op.RETURN:
      return isBetween(register, a, b === 0 ? Infinity : a + b - 2);
    case Op.FORLOOP:
    case Op.FORPREP:
    case Op.TFORCALL:
      return isBetween(register, a, a + 2);
    case Op.TFORLOOP:
      return register === a + 1;
    case Op.SETLIST:
      return isBetween(register, a, b === 0 ? Infinity : a + b);
    default:
      return isOperand;
  }
}
