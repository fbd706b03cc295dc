import type { Proto } from '../bytecode/proto.js';
import { NEVER_JIT } from '../jit/policy.js';
import type { CallInfo } from '../machine/calls.js';
import { variableArguments } from '../machine/calls.js';
import { Machine } from '../machine/machine.js';
import type { FailureKind, RunOutcome } from '../machine/outcome.js';
import type { MachineRequest } from '../machine/request.js';
import type { LuaClosure } from '../value/function.js';
import type { LuaTable } from '../value/table.js';
import type { Value } from '../value/value.js';

/** A variable by its name. */
export interface LuaVariable {
  readonly name: string;
  readonly value: Value;
}

/** A Lua function that runs, as somebody sees it who looks between two instructions. */
export interface LuaFrame {
  /** How many functions of the run are below it. */
  readonly level: number;
  /** From 1. */
  readonly line: number;
  /** The line where the function begins; 0 for the contract itself. */
  readonly lineDefined: number;
  /** In the order of their declaration: of two with the same name the last one is visible. */
  readonly locals: readonly LuaVariable[];
  readonly upvalues: readonly LuaVariable[];
  /** What `...` has; undefined in functions without it. */
  readonly varargs: readonly Value[] | undefined;
}

/** A run that waits before an instruction. Nothing that is read here changes it. */
export interface PausedRun<Host> {
  /** Units of fuel burned before the instruction. */
  readonly fuel: number;
  readonly limit: number;
  readonly context: Host;
  readonly globals: LuaTable;
  /** Innermost first; functions of the node are left out. */
  frames(): readonly LuaFrame[];
}

/** Sees a run line by line. */
export interface LuaLineObserver<Host> {
  /** Before the first instruction of a line: a function has been entered, the line is another, or a loop turns. */
  line(run: PausedRun<Host>, line: number, level: number): void;
  /** The run has failed, and nothing has been left yet. */
  failed(run: PausedRun<Host>, message: string): void;
}

/** Where a function was seen last. */
interface SeenAt {
  pc: number;
  line: number;
}

/**
 * A machine that lets somebody look at a run between its lines, for debuggers. As for a machine that counts, `steps`
 * is a property with a setter, which the interpreter sets before each instruction: results and fuel are those of every
 * other machine, and other runs are not affected.
 */
export class SteppingMachine<Host> extends Machine<Host> implements PausedRun<Host> {
  readonly #observer: LuaLineObserver<Host>;
  /** By level. */
  readonly #seen: SeenAt[] = [];

  constructor(request: MachineRequest<Host>, observer: LuaLineObserver<Host>) {
    super({ ...request, jit: NEVER_JIT });
    this.#observer = observer;
    let steps = this.steps;
    Object.defineProperty(this, 'steps', {
      get: () => steps,
      set: (next: number) => {
        // A step is undone where the fuel does not suffice for its instruction.
        const isNew = next > steps;
        steps = next;
        if (isNew) this.#look();
      },
    });
  }

  get fuel(): number {
    return this.report().total;
  }

  frames(): readonly LuaFrame[] {
    const frames: LuaFrame[] = [];
    for (let ci: CallInfo | undefined = this.ci; ci !== undefined; ci = ci.previous) {
      if (ci.closure !== undefined) frames.push(frameOf(this.stack, ci, ci.closure));
    }
    return frames;
  }

  #look(): void {
    const { closure, pc: next, level } = this.ci;
    if (closure === undefined) return;
    const pc = next - 1;
    const line = closure.proto.lines[pc]!;
    const seen = this.#seen[level];
    const isNewLine = pc === 0 || seen === undefined || seen.line !== line || pc <= seen.pc;
    if (seen === undefined) this.#seen[level] = { pc, line };
    else {
      seen.pc = pc;
      seen.line = line;
    }
    if (isNewLine) this.#observer.line(this, line, level);
  }

  protected override failure(
    kind: FailureKind,
    message: string,
    value: Value,
    traceback: readonly string[],
  ): RunOutcome {
    this.#observer.failed(this, message);
    return super.failure(kind, message, value, traceback);
  }
}

function frameOf(stack: readonly Value[], ci: CallInfo, { proto, upvalues }: LuaClosure): LuaFrame {
  const pc = ci.pc - 1;
  return {
    level: ci.level,
    line: proto.lines[pc] ?? 0,
    lineDefined: proto.lineDefined,
    locals: localsOf(stack, ci, proto, pc),
    upvalues: upvalues.map(({ index, value }, i) => ({
      name: proto.upvalues[i]?.name ?? '?',
      value: index >= 0 ? stack[index] : value,
    })),
    varargs: proto.isVararg ? variableArguments(stack, ci, proto) : undefined,
  };
}

/** The variables that are in scope at an instruction: their registers follow each other. */
function localsOf(stack: readonly Value[], ci: CallInfo, { locals }: Proto, pc: number): LuaVariable[] {
  const active = locals.filter(({ start, end }) => start <= pc && pc < end);
  return active
    .map(({ name }, register) => ({ name, value: stack[ci.base + register] }))
    .filter(({ name }) => !name.startsWith('('));
}
