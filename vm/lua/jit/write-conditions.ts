/** The instructions that test, as text. */
import { aOf, bOf, cOf, Op, opcodeOf } from '../bytecode/opcodes.js';
import type { Operands } from './operands.js';

/** The condition under which a test takes the jump that follows it. */
export function writeCondition(operands: Operands, pc: number): string {
  const i = operands.proto.code[pc]!;
  const opcode = opcodeOf(i);
  if (opcode === Op.TEST || opcode === Op.TESTSET) {
    const x = operands.register(opcode === Op.TEST ? aOf(i) : bOf(i));
    return cOf(i) !== 0 ? `${x} !== undefined && ${x} !== false` : `${x} === undefined || ${x} === false`;
  }
  const x = operands.registerOrConstant(bOf(i));
  const y = operands.registerOrConstant(cOf(i));
  const place = operands.place(pc);
  const expected = aOf(i) !== 0 ? '' : '!';
  if (opcode === Op.EQ) {
    const same = `(typeof ${x} === 'object' || typeof ${y} === 'object' ? equalsAt(m, ${place}, ${x}, ${y}) : ${x} === ${y})`;
    return `${expected}${same}`;
  }
  const [sign, slow] = opcode === Op.LT ? ['<', 'lessAt'] : ['<=', 'lessEqualAt'];
  return `${expected}(${operands.areNumbers(bOf(i), cOf(i))} ? ${x} ${sign} ${y} : ${slow}(m, ${place}, ${x}, ${y}))`;
}

/** What a test stores when it takes the jump that follows it. */
export function writeTestSet(operands: Operands, pc: number): string {
  const i = operands.proto.code[pc]!;
  return opcodeOf(i) === Op.TESTSET ? `${operands.register(aOf(i))} = ${operands.register(bOf(i))};` : '';
}
