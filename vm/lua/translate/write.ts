/**
 * Writes a function as JavaScript text. The text is made of fixed pieces, register and constant
 * numbers only: nothing that a contract chose, neither names nor strings nor numerals, enters it.
 *
 * Fuel is charged for a block of instructions when it is entered. An instruction that leaves the
 * simple case inside a block gives back what has been charged for the instructions behind it, so that
 * whatever it does sees the fuel that the interpreter would see (`Proto.fuelBehind`). Whether fuel
 * has run out is looked at where a loop turns and where a function starts, which is late by at most a
 * few blocks but gives the same outcome: raising an error and calling a host function look too.
 */
import {
  aOf,
  axOf,
  bOf,
  bxOf,
  CONSTANT_BIT,
  cOf,
  FIELDS_PER_FLUSH,
  INSTRUCTION_FUEL,
  jumpOf,
  Op,
  opcodeOf,
} from '../opcodes.js';
import type { Proto } from '../proto.js';
import { decodeSize } from '../table-size.js';
import { type Block, findBlocks } from './blocks.js';
import { type Node, placeBlocks } from './flow.js';

/** A translated function as text, with what its blocks charge in advance. */
export interface Translation {
  /** The body of a function of `K` (constants), `P` (inner functions) and `S` (support). */
  readonly text: string;
  readonly fuelBehind: Int32Array;
  readonly stepsBehind: Int32Array;
}

/** Longer functions stay in the interpreter: V8 would not optimize them either. */
const MAX_INSTRUCTIONS = 1500;
const MAX_SAFE = '9007199254740991';

/** Where translated code begins. */
export interface Entry {
  /** First instruction: 0, or where a loop of a running function turns. */
  readonly pc: number;
  /** Whether the code takes over a frame of the interpreter instead of being called. */
  readonly isInside: boolean;
  /** What is added to instruction numbers that name places in `fuelBehind`, a multiple of the code length. */
  readonly offset: number;
}

/**
 * Translates a function; undefined when its control flow or size does not allow it. Entered at a
 * loop, the code takes over a frame of the interpreter, with its registers, and returns for it.
 */
export function writeFunction(
  proto: Proto,
  supportNames: readonly string[],
  entry: Entry = { pc: 0, isInside: false, offset: 0 },
): Translation | undefined {
  if (proto.code.length > MAX_INSTRUCTIONS) return undefined;
  const nodes = placeBlocks(findBlocks(proto.code, entry.pc), entry.pc);
  return nodes === undefined ? undefined : new Writer(proto, nodes, supportNames, entry).write();
}

class Writer {
  private readonly fuelBehind: Int32Array;
  private readonly stepsBehind: Int32Array;
  private readonly captured: ReadonlySet<number>;
  private readonly usedConstants = new Set<number>();
  private readonly usedUpvalues = new Set<number>();
  private readonly usedProtos = new Set<number>();
  private readonly lines: string[] = [];

  constructor(
    private readonly proto: Proto,
    private readonly nodes: ReadonlyMap<number, Node>,
    private readonly supportNames: readonly string[],
    private readonly entry: Entry,
  ) {
    this.fuelBehind = new Int32Array(proto.code.length);
    this.stepsBehind = new Int32Array(proto.code.length);
    this.captured = capturedRegisters(proto);
  }

  write(): Translation {
    for (const { block } of this.nodes.values()) this.measure(block);
    this.writeNode(this.nodes.get(this.entry.pc)!);
    const text = [
      "'use strict';",
      `const { ${this.supportNames.join(', ')} } = S;`,
      ...[...this.usedConstants].map(k => `const k${k} = K[${k}];`),
      ...[...this.usedProtos].map(p => `const p${p} = P[${p}];`),
      ...(this.entry.isInside ? this.beginInside() : this.beginCall()),
      ...[...this.usedUpvalues].map(u => `const u${u} = cl.upvalues[${u}];`),
      'let f, v, s, t, open;',
      'if (m.remaining < 0) m.burnOut("lua_BurnStep");',
      ...this.lines,
      '};',
    ].join('\n');
    return { text, fuelBehind: this.fuelBehind, stepsBehind: this.stepsBehind };
  }

  /** The head of a function that is called. */
  private beginCall(): string[] {
    const { proto, captured } = this;
    const parameters = proto.isVararg
      ? ['args']
      : Array.from({ length: proto.parameterCount }, (_, r) => (captured.has(r) ? `a${r}` : `r${r}`));
    const lines = [
      `return function lua(m, cl, base, ${parameters.join(', ')}) {`,
      'const prev = m.ci, ci = prev.nextTranslated;',
      'm.ci = ci; ci.closure = cl; ci.base = base;',
    ];
    if (proto.isVararg) {
      lines.push(`const varargs = args.slice(${proto.parameterCount});`);
      lines.push(`ci.func = base - 1 - Math.max(args.length, ${proto.parameterCount});`);
    }
    for (let r = 0; r < proto.maxStackSize; r++) {
      const isParameter = r < proto.parameterCount;
      const initial = !isParameter ? 'undefined' : proto.isVararg ? `args[${r}]` : `a${r}`;
      if (captured.has(r)) lines.push(`let c${r} = new Upvalue(UNSHARED, ${initial});`);
      else if (!isParameter || proto.isVararg) lines.push(`let r${r} = ${initial};`);
    }
    return lines;
  }

  /** The head of a function that goes on where the interpreter stands. */
  private beginInside(): string[] {
    const lines = [
      'return function lua(m, cl, base, varargs) {',
      'const ci = m.ci, prev = ci.previous, registers = m.stack;',
    ];
    for (let r = 0; r < this.proto.maxStackSize; r++) {
      if (this.captured.has(r)) lines.push(`let c${r} = m.takeFromStack(base + ${r});`);
      else lines.push(`let r${r} = registers[base + ${r}];`);
    }
    return lines;
  }

  // --- fuel ----------------------------------------------------------------------------------

  /** Notes for every instruction of a block what is charged behind it. */
  private measure(block: Block): void {
    const carried = this.carriedBlock(block);
    let fuel = block.fuel + (carried?.fuel ?? 0);
    let steps = block.steps + (carried?.steps ?? 0);
    const pcs = 'pc' in block.exit ? [...block.instructions, block.exit.pc] : block.instructions;
    for (const pc of pcs) {
      fuel -= INSTRUCTION_FUEL[opcodeOf(this.proto.code[pc]!)]!;
      steps--;
      this.fuelBehind[pc] = fuel;
      this.stepsBehind[pc] = steps;
    }
  }

  /**
   * The block whose charge is part of this one's: the turn of a numeric loop, when nothing can
   * observe the fuel in between.
   */
  private carriedBlock(block: Block): Block | undefined {
    if (block.exit.kind !== 'jump' || block.endsWithCall) return undefined;
    const target = this.nodes.get(block.exit.target)!;
    return isLoopTurn(target) ? target.block : undefined;
  }

  private charge(fuel: number, steps: number): string {
    return `m.remaining -= ${fuel}; m.steps += ${steps};`;
  }

  /** How helpers are told the running instruction. */
  private place(pc: number): number {
    return pc + this.entry.offset;
  }

  // --- structure -----------------------------------------------------------------------------

  private writeNode(node: Node): void {
    for (const later of node.behind) this.lines.push(`B${later.block.start}: {`);
    if (node.isLoopStart) {
      this.lines.push(`L${node.block.start}: for (;;) {`);
      this.lines.push('if (m.remaining < 0) m.burnOut("lua_BurnStep");');
    }
    for (const later of node.inside) this.lines.push(`B${later.block.start}: {`);
    this.writeBlock(node);
    for (const later of [...node.inside].reverse()) {
      this.lines.push('}');
      this.writeNode(later);
    }
    if (node.isLoopStart) this.lines.push('}');
    for (const later of [...node.behind].reverse()) {
      this.lines.push('}');
      this.writeNode(later);
    }
  }

  private writeBlock(node: Node): void {
    const { block } = node;
    const carried = this.carriedBlock(block);
    if (!isLoopTurn(node)) {
      this.lines.push(this.charge(block.fuel + (carried?.fuel ?? 0), block.steps + (carried?.steps ?? 0)));
    }
    for (const pc of block.instructions) this.lines.push(this.instruction(pc));
    const { exit } = block;
    switch (exit.kind) {
      case 'jump':
        this.closeFrom(exit.close);
        this.goTo(node, exit.target);
        break;
      case 'return':
        this.lines.push(this.returnStatement(exit.pc));
        break;
      case 'test':
        this.lines.push(`if (${this.condition(exit.pc)}) {`);
        this.lines.push(this.testSet(exit.pc));
        this.closeFrom(exit.close);
        this.goTo(node, exit.target);
        this.lines.push('} else {');
        this.goTo(node, exit.otherwise);
        this.lines.push('}');
        break;
      case 'forloop':
        this.writeForLoop(node, exit.pc, exit.target, exit.otherwise);
        break;
      case 'tforloop': {
        const a = aOf(this.proto.code[exit.pc]!);
        this.lines.push(`if (${this.register(a + 1)} !== undefined) {`);
        this.lines.push(`${this.register(a)} = ${this.register(a + 1)};`);
        this.goTo(node, exit.target);
        this.lines.push('} else {');
        this.goTo(node, exit.otherwise);
        this.lines.push('}');
      }
    }
  }

  /** Continues at a block: jumps to where it is written, or writes it here. */
  private goTo(from: Node, start: number): void {
    const target = this.nodes.get(start)!;
    if (isLoopTurn(target) && this.carriedBlock(from.block) === undefined) {
      this.lines.push(this.charge(target.block.fuel, target.block.steps));
    }
    if (target.order <= from.order) this.lines.push(`continue L${start};`);
    else if (target.isPlaced) this.lines.push(`break B${start};`);
    else this.writeNode(target);
  }

  /** Gives captured registers from an operand of a jump on new variables, as closing does. */
  private closeFrom(operand: number): void {
    if (operand === 0) return;
    for (const r of this.captured) {
      if (r >= operand - 1) {
        this.lines.push(`if (c${r}.index === CLOSED) c${r} = new Upvalue(UNSHARED, c${r}.value);`);
      }
    }
  }

  private writeForLoop(node: Node, pc: number, target: number, otherwise: number): void {
    const a = aOf(this.proto.code[pc]!);
    const [index, limit, step, visible] = [0, 1, 2, 3].map(n => this.register(a + n));
    const isUp = this.stepsUp(pc);
    this.lines.push(
      `if (typeof ${index} === 'number' && typeof ${limit} === 'number' && typeof ${step} === 'number') {`,
      `t = ${index} + ${step};`,
      isUp ? `v = t <= ${limit};` : `v = ${step} > 0 ? t <= ${limit} : t >= ${limit};`,
      `} else { t = nextIndex(${index}, ${step}); v = forContinues(t, ${limit}, ${step}); }`,
      'if (v) {',
      `${index} = t; ${visible} = t;`,
    );
    this.goTo(node, target);
    this.lines.push('} else {');
    this.goTo(node, otherwise);
    this.lines.push('}');
  }

  /** Whether the step of a numeric loop is certainly a positive integer: the constant loaded last before it. */
  private stepsUp(pc: number): boolean {
    const { code, constants } = this.proto;
    const a = aOf(code[pc]!);
    for (let at = 1; at < pc; at++) {
      const isPreparation = opcodeOf(code[at]!) === Op.FORPREP && at + 1 + jumpOf(code[at]!) === pc;
      if (!isPreparation) continue;
      const before = code[at - 1]!;
      const step =
        opcodeOf(before) === Op.LOADK && aOf(before) === a + 2 ? constants[bxOf(before)] : undefined;
      return typeof step === 'number' && step > 0;
    }
    return false;
  }

  // --- operands ------------------------------------------------------------------------------

  private register(r: number): string {
    return this.captured.has(r) ? `c${r}.value` : `r${r}`;
  }

  private constant(index: number): string {
    this.usedConstants.add(index);
    return `k${index}`;
  }

  /**
   * A constant for a register. `| 0` changes no 32-bit integer, but lets V8 know that it is one, so
   * that a loop over it keeps its registers unboxed.
   */
  private typedConstant(index: number): string {
    const v = this.proto.constants[index];
    const name = this.constant(index);
    return typeof v === 'number' && (v | 0) === v ? `${name} | 0` : name;
  }

  private operand(x: number): string {
    return x >= CONSTANT_BIT ? this.constant(x - CONSTANT_BIT) : this.register(x);
  }

  private upvalue(index: number): string {
    this.usedUpvalues.add(index);
    return `(u${index}.index < 0 ? u${index}.value : m.stack[u${index}.index])`;
  }

  /** `typeof x === 'number'` for the operands that are not known to be one. */
  private areNumbers(...operands: readonly number[]): string {
    const unknown = operands.filter(x => !this.isNumberConstant(x));
    return unknown.map(x => `typeof ${this.operand(x)} === 'number'`).join(' && ') || 'true';
  }

  private isNumberConstant(x: number): boolean {
    return x >= CONSTANT_BIT && typeof this.proto.constants[x - CONSTANT_BIT] === 'number';
  }

  // --- instructions --------------------------------------------------------------------------

  private instruction(pc: number): string {
    const i = this.proto.code[pc]!;
    const opcode = opcodeOf(i);
    const a = aOf(i);
    const to = this.register(a);
    switch (opcode) {
      case Op.MOVE:
        return `${to} = ${this.register(bOf(i))};`;
      case Op.LOADK:
        return `${to} = ${this.typedConstant(bxOf(i))};`;
      case Op.LOADKX:
        return `${to} = ${this.constant(axOf(this.proto.code[pc + 1]!))};`;
      case Op.LOADBOOL:
        return `${to} = ${bOf(i) !== 0};`;
      case Op.LOADNIL:
        return Array.from({ length: bOf(i) + 1 }, (_, n) => `${this.register(a + n)} = undefined;`).join(' ');
      case Op.GETUPVAL:
        return `${to} = ${this.upvalue(bOf(i))};`;
      case Op.GETTABUP:
        return this.getIndex(pc, to, this.upvalue(bOf(i)), cOf(i));
      case Op.GETTABLE:
        return this.getIndex(pc, to, this.register(bOf(i)), cOf(i));
      case Op.SELF: {
        const object = `s = ${this.register(bOf(i))}; ${this.register(a + 1)} = s;`;
        return `${object} ${this.getIndex(pc, to, 's', cOf(i))}`;
      }
      case Op.SETTABUP:
        return this.setIndex(pc, this.upvalue(a), bOf(i), cOf(i));
      case Op.SETTABLE:
        return this.setIndex(pc, to, bOf(i), cOf(i));
      case Op.SETUPVAL: {
        this.usedUpvalues.add(bOf(i));
        const u = `u${bOf(i)}`;
        return `if (${u}.index < 0) ${u}.value = ${to}; else m.stack[${u}.index] = ${to};`;
      }
      case Op.NEWTABLE:
        return `${to} = m.newTable(${decodeSize(bOf(i))}, ${decodeSize(cOf(i))});`;
      case Op.NOT: {
        const x = this.register(bOf(i));
        return `${to} = ${x} === undefined || ${x} === false;`;
      }
      case Op.LEN: {
        const x = this.register(bOf(i));
        const isPlain = `${x} instanceof LuaTable && ${x}.metatable === undefined`;
        return `${to} = ${isPlain} ? ${x}.length() : lengthAt(m, ${this.place(pc)}, ${x});`;
      }
      case Op.CONCAT: {
        const operands = Array.from({ length: cOf(i) - bOf(i) + 1 }, (_, n) => this.register(bOf(i) + n));
        const stores = operands.map((x, n) => `s[base + ${bOf(i) + n}] = ${x};`).join(' ');
        return `s = m.stack; ${stores} ${to} = concatAt(m, ${this.place(pc)}, base + ${bOf(i)}, ${operands.length});`;
      }
      case Op.CALL:
        return this.call(pc);
      case Op.TFORCALL: {
        const results = Array.from({ length: cOf(i) }, (_, n) => this.register(a + 3 + n));
        const callee = [0, 1, 2].map(n => this.register(a + n)).join(', ');
        return `ci.pc = ${pc + 1}; v = iterate(m, base + ${a + 3}, ${callee}); ${this.storeResults(results)}`;
      }
      case Op.FORPREP:
        return this.forPrepare(pc);
      case Op.SETLIST:
        return this.setList(pc);
      case Op.CLOSURE:
        return this.closure(to, bxOf(i));
      case Op.VARARG:
        return this.vararg(i);
      default:
        return this.arithmetic(pc, to, opcode, bOf(i), cOf(i));
    }
  }

  private arithmetic(pc: number, to: string, opcode: number, b: number, c: number): string {
    const x = this.operand(b);
    if (opcode === Op.UNM || opcode === Op.BNOT) {
      const slow = `arithmeticAt(m, ${this.place(pc)}, ${opcode - Op.ADD}, ${x}, ${x})`;
      return opcode === Op.UNM
        ? `${to} = typeof ${x} === 'number' ? 0 - ${x} : ${slow};`
        : `${to} = typeof ${x} === 'number' && (${x} | 0) === ${x} ? ~${x} : ${slow};`;
    }
    const y = this.operand(c);
    const numbers = this.areNumbers(b, c);
    const slow = `arithmeticAt(m, ${this.place(pc)}, ${opcode - Op.ADD}, ${x}, ${y})`;
    const inRange = (expression: string): string =>
      `if (${numbers} && (t = ${expression}) <= ${MAX_SAFE} && t >= -${MAX_SAFE}) ${to} = t; else ${to} = ${slow};`;
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
        return `${to} = ${this.areSmall(x, y, numbers)} ? ${x} & ${y} : bitAnd(m, ${this.place(pc)}, ${x}, ${y});`;
      case Op.BOR:
        return `${to} = ${this.areSmall(x, y, numbers)} ? ${x} | ${y} : bitOr(m, ${this.place(pc)}, ${x}, ${y});`;
      case Op.BXOR:
        return `${to} = ${this.areSmall(x, y, numbers)} ? ${x} ^ ${y} : bitXor(m, ${this.place(pc)}, ${x}, ${y});`;
      case Op.SHL:
        return `${to} = shiftLeftAt(m, ${this.place(pc)}, ${x}, ${y});`;
      case Op.SHR:
        return `${to} = ${numbers} && (${x} | 0) === ${x} && ${x} >= 0 && ${y} >= 0 && ${y} < 32 ? ${x} >>> ${y} : shiftRightAt(m, ${this.place(pc)}, ${x}, ${y});`;
      default:
        return `${to} = ${slow};`;
    }
  }

  /** Whether both operands are 32-bit integers, whose bits are those of the 64-bit ones. */
  private areSmall(x: string, y: string, numbers: string): string {
    return `${numbers} && (${x} | 0) === ${x} && (${y} | 0) === ${y}`;
  }

  private getIndex(pc: number, to: string, object: string, key: number): string {
    const k = this.operand(key);
    const bind = object === 's' ? '' : `s = ${object}; `;
    const constant = key >= CONSTANT_BIT ? this.proto.constants[key - CONSTANT_BIT] : undefined;
    const slow = `t = indexAt(m, ${this.place(pc)}, s, ${k});`;
    const found = (read: string): string => `((t = ${read}) !== undefined || s.metatable === undefined)`;
    if (isLuaString(constant)) {
      return `${bind}if (!(s instanceof LuaTable && ${found(`s.getString(${k})`)})) ${slow} ${to} = t;`;
    }
    const inArray = `${this.areNumbers(key)} && ${k} > 0 && ${k} <= s.arraySize`;
    return `${bind}if (!(s instanceof LuaTable && ${inArray} && ${found(`s.array[${k} - 1]`)})) ${slow} ${to} = t;`;
  }

  private setIndex(pc: number, object: string, key: number, value: number): string {
    const k = this.operand(key);
    const v = this.operand(value);
    const constant = key >= CONSTANT_BIT ? this.proto.constants[key - CONSTANT_BIT] : undefined;
    const simple = isLuaString(constant)
      ? `!(s instanceof LuaTable) || !s.replaceString(${k}, ${v})`
      : undefined;
    if (simple !== undefined)
      return `s = ${object}; if (${simple}) setIndexAt(m, ${this.place(pc)}, s, ${k}, ${v});`;
    return (
      `s = ${object}; if (s instanceof LuaTable && s.metatable === undefined && ${this.areNumbers(key)} && ${k} > 0 && ${k} <= s.arraySize) ` +
      `s.array[${k} - 1] = ${v}; else setIndexAt(m, ${this.place(pc)}, s, ${k}, ${v});`
    );
  }

  private condition(pc: number): string {
    const i = this.proto.code[pc]!;
    const opcode = opcodeOf(i);
    if (opcode === Op.TEST || opcode === Op.TESTSET) {
      const x = this.register(opcode === Op.TEST ? aOf(i) : bOf(i));
      return cOf(i) !== 0 ? `${x} !== undefined && ${x} !== false` : `${x} === undefined || ${x} === false`;
    }
    const x = this.operand(bOf(i));
    const y = this.operand(cOf(i));
    const expected = aOf(i) !== 0 ? '' : '!';
    if (opcode === Op.EQ) {
      const same = `(typeof ${x} === 'object' || typeof ${y} === 'object' ? equalsAt(m, ${this.place(pc)}, ${x}, ${y}) : ${x} === ${y})`;
      return `${expected}${same}`;
    }
    const [sign, slow] = opcode === Op.LT ? ['<', 'lessAt'] : ['<=', 'lessEqualAt'];
    return `${expected}(${this.areNumbers(bOf(i), cOf(i))} ? ${x} ${sign} ${y} : ${slow}(m, ${this.place(pc)}, ${x}, ${y}))`;
  }

  private testSet(pc: number): string {
    const i = this.proto.code[pc]!;
    return opcodeOf(i) === Op.TESTSET ? `${this.register(aOf(i))} = ${this.register(bOf(i))};` : '';
  }

  private forPrepare(pc: number): string {
    const a = aOf(this.proto.code[pc]!);
    const [index, limit, step] = [0, 1, 2].map(n => this.register(a + n));
    const all = [index, limit, step];
    return [
      `if (${all.map(x => `typeof ${x} === 'number' && (${x} | 0) === ${x}`).join(' && ')}) {`,
      // The types of the three registers are known to V8 from here on.
      `${limit} = ${limit} | 0; ${step} = ${step} | 0; ${index} = (${index} | 0) - ${step};`,
      `} else {`,
      `t = prepareForAt(m, ${this.place(pc)}, ${all.join(', ')});`,
      `${index} = previousIndex(t); ${limit} = t.limit; ${step} = t.step;`,
      '}',
    ].join(' ');
  }

  // --- calls and lists -----------------------------------------------------------------------

  /** Where an open list of values starts, for the instruction that takes it. */
  private openStart(pc: number): number {
    return aOf(this.proto.code[pc - 1]!);
  }

  /** Stores the function and fixed arguments of a call into the stack, with an open list behind them. */
  private pushArguments(pc: number): { statements: string; count: string } {
    const i = this.proto.code[pc]!;
    const a = aOf(i);
    const isOpen = bOf(i) === 0;
    const end = isOpen ? this.openStart(pc) : a + bOf(i);
    const stores: string[] = ['s = m.stack;'];
    for (let r = a; r < end; r++) stores.push(`s[base + ${r}] = ${this.register(r)};`);
    if (isOpen) stores.push(`for (t = 0; t < open.length; t++) s[base + ${end} + t] = open[t];`);
    const fixed = end - a - 1;
    return { statements: stores.join(' '), count: isOpen ? `${fixed} + open.length` : String(fixed) };
  }

  private call(pc: number): string {
    const i = this.proto.code[pc]!;
    const a = aOf(i);
    const { statements, count } = this.pushArguments(pc);
    const slow = `${statements} v = m.callStack(base + ${a}, ${count});`;
    let text = `ci.pc = ${pc + 1}; `;
    if (bOf(i) === 0) text += slow;
    else {
      const args = Array.from({ length: bOf(i) - 1 }, (_, n) => `, ${this.register(a + 1 + n)}`).join('');
      text +=
        `f = ${this.register(a)}; if (f instanceof LuaClosure && f.code !== undefined && ci.nextTranslated !== undefined && base + ${a + bOf(i)} + f.frameSize < m.stackLast) ` +
        `v = f.code(m, f, base + ${a + 1}${args}); else { ${slow} }`;
    }
    const wanted = cOf(i) - 1;
    if (wanted < 0) return `${text} open = m.resultList(v);`;
    return `${text} ${this.storeResults(Array.from({ length: wanted }, (_, n) => this.register(a + n)))}`;
  }

  /** Takes as many results of a call as there are registers. */
  private storeResults(registers: readonly string[]): string {
    if (registers.length === 0) return '';
    if (registers.length === 1) return `${registers[0]} = v;`;
    const alone = registers.map((r, n) => `${r} = ${n === 0 ? 'v' : 'undefined'};`).join(' ');
    const several = registers.map((r, n) => `${r} = t > ${n} ? s[${n}] : undefined;`).join(' ');
    return `if (m.resultCount === 1) { ${alone} } else { s = m.results; t = m.resultCount; ${several} }`;
  }

  private returnStatement(pc: number): string {
    const i = this.proto.code[pc]!;
    const a = aOf(i);
    if (opcodeOf(i) === Op.TAILCALL) {
      const { statements, count } = this.pushArguments(pc);
      const target = this.proto.isVararg ? 'ci.func' : 'base - 1';
      return `ci.pc = ${pc + 1}; ${statements} return m.tailCall(${target}, base + ${a}, ${count});`;
    }
    if (bOf(i) === 1) return 'm.ci = prev; m.resultCount = 0; return undefined;';
    if (bOf(i) === 2) return `m.ci = prev; m.resultCount = 1; return ${this.register(a)};`;
    const end = bOf(i) === 0 ? this.openStart(pc) : a + bOf(i) - 1;
    const values = Array.from({ length: end - a }, (_, n) => this.register(a + n));
    if (bOf(i) === 0) values.push('...open');
    return `m.ci = prev; return m.many([${values.join(', ')}]);`;
  }

  private setList(pc: number): string {
    const i = this.proto.code[pc]!;
    const a = aOf(i);
    const isOpen = bOf(i) === 0;
    const end = isOpen ? this.openStart(pc) : a + 1 + bOf(i);
    const values = Array.from({ length: end - a - 1 }, (_, n) => this.register(a + 1 + n));
    if (isOpen) values.push('...open');
    const batch = cOf(i) === 0 ? axOf(this.proto.code[pc + 1]!) : cOf(i);
    return `setListValues(m, ${this.register(a)}, [${values.join(', ')}], ${(batch - 1) * FIELDS_PER_FLUSH});`;
  }

  private closure(to: string, index: number): string {
    this.usedProtos.add(index);
    const upvalues = this.proto.protos[index]!.upvalues.map(u => {
      if (u.inStack) return `m.share(c${u.index})`;
      this.usedUpvalues.add(u.index);
      return `u${u.index}`;
    });
    return `${to} = m.newClosure(p${index}, [${upvalues.join(', ')}]);`;
  }

  private vararg(i: number): string {
    const a = aOf(i);
    const count = bOf(i) - 1;
    if (count < 0) return `m.checkStack(base + ${this.proto.maxStackSize}, varargs.length); open = varargs;`;
    return Array.from({ length: count }, (_, n) => `${this.register(a + n)} = varargs[${n}];`).join(' ');
  }
}

/** The block of a FORLOOP alone: its charge goes to the blocks that jump to it. */
function isLoopTurn(node: Node): boolean {
  return node.isLoopStart && node.block.exit.kind === 'forloop' && node.block.instructions.length === 0;
}

/** Registers that inner functions capture. */
function capturedRegisters(proto: Proto): Set<number> {
  const registers = new Set<number>();
  for (const inner of proto.protos) for (const u of inner.upvalues) if (u.inStack) registers.add(u.index);
  return registers;
}

function isLuaString(v: unknown): boolean {
  return typeof v === 'object' && v !== null && 'bytes' in v;
}
