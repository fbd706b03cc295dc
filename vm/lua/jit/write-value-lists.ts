/**
 * Instructions that take or give lists of values, as text: calls, returns, list constructors and
 * `...`. A list whose length is known only at run time is in the variable `open`, from the
 * instruction that makes it to the one that takes it.
 */
import { aOf, axOf, bOf, cOf, FIELDS_PER_FLUSH, Op, opcodeOf } from '../bytecode/opcodes.js';
import type { Operands } from './operands.js';

/** CALL. */
export function writeCall(operands: Operands, pc: number): string {
  const i = operands.proto.code[pc]!;
  const a = aOf(i);
  const { statements, count } = pushArguments(operands, pc);
  const slow = `${statements} v = m.callStack(base + ${a}, ${count});`;
  let text = `ci.pc = ${pc + 1}; `;
  if (bOf(i) === 0) text += slow;
  else {
    const args = operands
      .registers(a + 1, bOf(i) - 1)
      .map(r => `, ${r}`)
      .join('');
    text +=
      `f = ${operands.register(a)}; if (f instanceof LuaClosure && f.jitCode !== undefined && ci.nextJit !== undefined && base + ${a + bOf(i)} + f.frameSize < m.stackLast) ` +
      `v = f.jitCode(m, f, base + ${a + 1}${args}); else { ${slow} }`;
  }
  const wanted = cOf(i) - 1;
  if (wanted < 0) return `${text} open = m.resultList(v);`;
  return `${text} ${storeResults(operands.registers(a, wanted))}`;
}

/** TFORCALL: calls the iterator of a generic `for`. */
export function writeIteratorCall(operands: Operands, pc: number): string {
  const i = operands.proto.code[pc]!;
  const a = aOf(i);
  const callee = operands.registers(a, 3).join(', ');
  const results = storeResults(operands.registers(a + 3, cOf(i)));
  return `ci.pc = ${pc + 1}; v = iterate(m, base + ${a + 3}, ${callee}); ${results}`;
}

/** RETURN and TAILCALL. */
export function writeReturn(operands: Operands, pc: number): string {
  const { code, isVararg } = operands.proto;
  const i = code[pc]!;
  const a = aOf(i);
  if (opcodeOf(i) === Op.TAILCALL) {
    const { statements, count } = pushArguments(operands, pc);
    const target = isVararg ? 'ci.func' : 'base - 1';
    return `ci.pc = ${pc + 1}; ${statements} return m.tailCall(${target}, base + ${a}, ${count});`;
  }
  if (bOf(i) === 1) return 'm.ci = prev; m.resultCount = 0; return undefined;';
  if (bOf(i) === 2) return `m.ci = prev; m.resultCount = 1; return ${operands.register(a)};`;
  const end = bOf(i) === 0 ? operands.openListStart(pc) : a + bOf(i) - 1;
  const values = operands.registers(a, end - a);
  const fixed = values.length;
  if (bOf(i) === 0) values.push('...open');
  const work = bOf(i) === 0 ? `ci.pc = ${pc + 1}; m.workOnList(${fixed} + open.length);` : '';
  return `${work} m.ci = prev; return m.returned([${values.join(', ')}]);`;
}

/** SETLIST. */
export function writeSetList(operands: Operands, pc: number): string {
  const { code } = operands.proto;
  const i = code[pc]!;
  const a = aOf(i);
  const isOpen = bOf(i) === 0;
  const end = isOpen ? operands.openListStart(pc) : a + 1 + bOf(i);
  const values = operands.registers(a + 1, end - a - 1);
  if (isOpen) values.push('...open');
  const batch = cOf(i) === 0 ? axOf(code[pc + 1]!) : cOf(i);
  const before = (batch - 1) * FIELDS_PER_FLUSH;
  return `setListAt(m, ${operands.place(pc)}, ${operands.register(a)}, [${values.join(', ')}], ${before});`;
}

/** VARARG. */
export function writeVararg(operands: Operands, pc: number): string {
  const i = operands.proto.code[pc]!;
  const count = bOf(i) - 1;
  if (count < 0) {
    const end = `base + ${operands.proto.maxStackSize}`;
    return `openVarargs(m, ${operands.place(pc)}, ${end}, varargs.length); open = varargs;`;
  }
  return operands
    .registers(aOf(i), count)
    .map((r, n) => `${r} = varargs[${n}];`)
    .join(' ');
}

/** Stores the function and fixed arguments of a call into the stack, with an open list behind them. */
function pushArguments(operands: Operands, pc: number): { statements: string; count: string } {
  const { code } = operands.proto;
  const i = code[pc]!;
  const a = aOf(i);
  const isOpen = bOf(i) === 0;
  const end = isOpen ? operands.openListStart(pc) : a + bOf(i);
  const stores: string[] = ['s = m.stack;'];
  for (let r = a; r < end; r++) stores.push(`s[base + ${r}] = ${operands.register(r)};`);
  if (isOpen) stores.push(`for (t = 0; t < open.length; t++) s[base + ${end} + t] = open[t];`);
  const fixed = end - a - 1;
  return { statements: stores.join(' '), count: isOpen ? `${fixed} + open.length` : String(fixed) };
}

/** Takes as many results of a call as there are registers. */
function storeResults(registers: readonly string[]): string {
  if (registers.length === 0) return '';
  if (registers.length === 1) return `${registers[0]} = v;`;
  const alone = registers.map((r, n) => `${r} = ${n === 0 ? 'v' : 'undefined'};`).join(' ');
  const several = registers.map((r, n) => `${r} = t > ${n} ? s[${n}] : undefined;`).join(' ');
  return `if (m.resultCount === 1) { ${alone} } else { s = m.results; t = m.resultCount; ${several} }`;
}
