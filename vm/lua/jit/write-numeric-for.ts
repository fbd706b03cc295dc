/** Numeric `for` as text: its preparation, and its turn. */
import { aOf } from '../bytecode/opcodes.js';
import type { Operands } from './operands.js';

/** FORPREP. */
export function writeForPreparation(operands: Operands, pc: number): string {
  const all = operands.registers(aOf(operands.proto.code[pc]!), 3);
  const [index, limit, step] = all;
  return [
    `if (${all.map(x => `typeof ${x} === 'number' && (${x} | 0) === ${x}`).join(' && ')}) {`,
    // The types of the three registers are known to V8 from here on.
    `${limit} = ${limit} | 0; ${step} = ${step} | 0; ${index} = (${index} | 0) - ${step};`,
    `} else {`,
    `t = prepareForAt(m, ${operands.place(pc)}, ${all.join(', ')});`,
    `${index} = previousIndex(t); ${limit} = t.limit; ${step} = t.step;`,
    '}',
  ].join(' ');
}

/** The part of FORLOOP up to and with the head of its branch into the loop: `if (it goes on) {`. */
export function writeForTurn(operands: Operands, pc: number): string[] {
  const [index, limit, step, visible] = operands.registers(aOf(operands.proto.code[pc]!), 4);
  return [
    `if (typeof ${index} === 'number' && typeof ${limit} === 'number' && typeof ${step} === 'number') {`,
    `t = ${index} + ${step};`,
    operands.stepsUp(pc) ? `v = t <= ${limit};` : `v = ${step} > 0 ? t <= ${limit} : t >= ${limit};`,
    `} else { t = nextIndex(${index}, ${step}); v = forContinues(t, ${limit}, ${step}); }`,
    'if (v) {',
    `${index} = t; ${visible} = t;`,
  ];
}
