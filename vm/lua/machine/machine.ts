/** The state of one run, and how functions are called in it. */

import { Op, opcodeOf } from '../bytecode/opcodes.js';
import type { JitCode, JitVarargCode } from '../bytecode/proto.js';
import { type CompiledChunk, compileChunk, compileWork, LuaSyntaxError } from '../compile/compile.js';
import { execute } from '../interpreter/interpreter.js';
import { textOfEnd } from '../interpreter/operations/convert.js';
import { index } from '../interpreter/operations/fields.js';
import { jitCodeOf } from '../jit/compile-to-javascript.js';
import { JIT_WHEN_HOT, type JitPolicy } from '../jit/policy.js';
import { Builtin, CLOSED, isFunction, LuaClosure, Upvalue } from '../value/function.js';
import { Event, metamethodOf, metatableOf } from '../value/metamethods.js';
import type { LuaRuntime } from '../value/runtime.js';
import { constantString } from '../value/string.js';
import type { LuaTable } from '../value/table.js';
import type { Value } from '../value/value.js';
import { BUILTIN_SLOTS } from './calls.js';
import { BASELINE_BYTES } from './environment.js';
import { ErrorSource, LuaError, RuntimeFault } from './errors.js';
import type { ExecutingMachine } from './execution.js';
import { BurnOut, RunAborted } from './fuel.js';
import {
  BURNED_AFTERWARDS,
  CHECK_ACCOUNT_FAILED,
  type FailureKind,
  kindOf,
  type RunOutcome,
} from './outcome.js';
import type { MachineRequest } from './request.js';

/** Nested calls from host functions and metamethods, and how far error handling may go beyond. */
const MAX_C_CALLS = 200;
const MAX_C_CALLS_IN_ERROR = 225;
/** The global that the reference reads when a script has ended (decision D24). */
const CHECK_ACCOUNT_NAME = 'gCheckAccount';
/** Where a contract's function is in the stack: the reference leaves the module `mylib` below it. */
const CONTRACT_SLOT = 2;
/** Work of a call of a host function, or of a value by its `__call`. */
const CALL_WORK = 4;
/** Work of a call that a host function or a metamethod makes, beside that of what is called. */
const NESTED_CALL_WORK = 10;
/** Memory that compiling takes, for each byte of source. */
const HOST_COMPILED_BYTES_PER_BYTE = 64;

/** @typeParam Host - what the run offers to its host functions */
export class Machine<Host = undefined> extends ErrorSource implements ExecutingMachine, LuaRuntime<Host> {
  readonly globals: LuaTable;
  /** What `require` returns, by name. */
  readonly modules: ReadonlyMap<string, LuaTable>;
  readonly stringMetatable: LuaTable;
  /** The function that `pairs` returns. */
  readonly next: Builtin<Host>;
  readonly jit: JitPolicy;
  /** Receives what `print` prints. */
  readonly log: (line: string) => void;
  /** What the contract layer passed for its host functions. */
  readonly context: Host;
  private readonly pair: Value[] = [undefined, undefined];

  constructor(request: MachineRequest<Host>) {
    const { environment } = request;
    const { fuelLimit, memoryLimit, mostWork, mostExecution } = request;
    super({ fuelLimit, memoryLimit, mostWork, mostExecution }, environment.knownStrings, environment.firstId);
    const { table, modules, stringMetatable } = environment.open(this);
    this.globals = table;
    this.modules = modules;
    this.stringMetatable = stringMetatable;
    this.next = environment.next;
    this.jit = request.jit ?? JIT_WHEN_HOT;
    this.log = request.log ?? (() => {});
    this.context = request.context;
    this.chargeMemory(BASELINE_BYTES, BASELINE_BYTES);
    const contract = environment.contractTable(request.arguments ?? new Uint8Array(0), this);
    table.set(constantString('contract'), contract, this);
    this.collector.argumentsMade();
    // Opening the libraries has asked for room above the table of globals, and called a function.
    this.ci.argumentsEnd = CONTRACT_SLOT;
    this.linkCallInfo(this.ci);
  }

  /**
   * Runs a contract from its first line to its last (spec 03 §6.1). A machine runs once.
   *
   * @throws RuntimeFault for faults of this program only; everything a contract does is an outcome
   */
  run(code: CompiledChunk): RunOutcome {
    try {
      const closure = this.load(code);
      this.stack[CONTRACT_SLOT] = closure;
      const values = this.resultList(this.callAt(CONTRACT_SLOT, 0));
      if (this.remaining < 0) throw new BurnOut('lua_BurnMemory');
      this.internShort(CHECK_ACCOUNT_NAME);
      const checksCoins = this.readCheckAccount();
      if (checksCoins === undefined) return this.failure('error', CHECK_ACCOUNT_FAILED, undefined, []);
      const fuel = this.report();
      if (this.remaining < 0) return this.failure('burned-out', BURNED_AFTERWARDS, undefined, []);
      return { ok: true, values, checksCoins, fuel };
    } catch (error) {
      if (error instanceof LuaError) {
        return this.failure('error', textOfEnd(error.value) ?? 'unknown', error.value, error.traceback);
      }
      if (!(error instanceof RunAborted)) throw new RuntimeFault(error);
      const { where, message } = this.abort(error);
      return this.failure(kindOf(error), where + message, undefined, this.traceback());
    }
  }

  /**
   * Whether the script has set the global `gCheckAccount`. It is read as any global, so that a metamethod of
   * the table of globals may run: the run is not over before, and what it does is in the fuel.
   *
   * @returns undefined when the metamethod raises an error
   */
  private readCheckAccount(): boolean | undefined {
    try {
      return index(this, this.globals, constantString(CHECK_ACCOUNT_NAME)) === true;
    } catch (error) {
      if (!(error instanceof LuaError)) throw error;
      return undefined;
    }
  }

  /** How a run has ended that failed; nothing has been left yet. */
  protected failure(
    kind: FailureKind,
    message: string,
    value: Value,
    traceback: readonly string[],
  ): RunOutcome {
    return { ok: false, kind, message, value, traceback, fuel: this.report() };
  }

  /** A function of a compiled chunk, paid for as if it were compiled now. */
  load({ proto, memory }: CompiledChunk): LuaClosure {
    this.payForCode(memory);
    const upvalues = proto.upvalues.map(() => new Upvalue(CLOSED, undefined));
    if (upvalues.length > 0) upvalues[0]!.value = this.globals;
    return new LuaClosure(proto, upvalues, this.newId());
  }

  /**
   * Compiles a chunk during the run.
   *
   * @throws LuaSyntaxError
   */
  compile(source: Uint8Array, chunkName: string): LuaClosure {
    this.work(compileWork(source));
    this.hold(HOST_COMPILED_BYTES_PER_BYTE * source.length);
    try {
      return this.load(compileChunk(source, chunkName, this.nCcalls, this));
    } catch (error) {
      if (error instanceof LuaSyntaxError && error.memory !== undefined) this.payForCode(error.memory);
      throw error;
    }
  }

  // --- calls -----------------------------------------------------------------------------------

  /**
   * Calls the function at a stack position, from a host function or for a metamethod. All results
   * count: see `BuiltinCode` for how they are returned.
   */
  callAt(func: number, count: number): Value {
    if (++this.nCcalls >= MAX_C_CALLS) {
      if (this.nCcalls === MAX_C_CALLS) this.runError('C stack overflow');
      if (this.nCcalls >= MAX_C_CALLS_IN_ERROR) this.overflowAgain();
    }
    this.work(NESTED_CALL_WORK);
    const result = this.callFrom(func, count);
    this.nCcalls--;
    return result;
  }

  private callFrom(func: number, count: number): Value {
    const f = this.stack[func];
    if (f instanceof LuaClosure) return this.callClosure(f, func, count);
    if (f instanceof Builtin) return this.callBuiltin(f, func, count);
    return this.callFrom(func, this.insertCallMetamethod(func, count));
  }

  /**
   * Calls what is at a stack position for a call instruction of compiled code: all results count,
   * and no C level is used.
   */
  callStack(func: number, count: number): Value {
    const f = this.stack[func];
    return f instanceof Builtin ? this.callBuiltin(f, func, count) : this.callFrom(func, count);
  }

  /** Runs a Lua function with its arguments after `func`, as compiled code if possible. */
  callClosure(closure: LuaClosure, func: number, count: number): Value {
    const code = jitCodeOf(closure.proto, this.jit);
    if (code === undefined) return this.interpret(closure, func, count);
    const { proto } = closure;
    const top = func + 1 + count;
    // As `enterLua` prepares a frame, so that it costs the same.
    this.checkStack(top, proto.maxStackSize);
    const base = proto.isVararg ? Math.max(top, func + 1 + proto.parameterCount) : func + 1;
    if (proto.isVararg) this.checkStack(base, proto.maxStackSize);
    this.nextCallInfo();
    // What this has allocated may have used up the fuel: the interpreter finds that at the first instruction.
    if (this.ci.nextJit === undefined || this.remaining < 0) return this.interpret(closure, func, count);
    const { stack } = this;
    if (proto.isVararg) return (code as JitVarargCode)(this, closure, base, stack.slice(func + 1, top));
    closure.jitCode = code as JitCode;
    // Most functions have few parameters; a list of them takes longer than the call.
    const argument = (n: number): Value => (n < count ? stack[base + n] : undefined);
    switch (proto.parameterCount) {
      case 0:
        return closure.jitCode(this, closure, base);
      case 1:
        return closure.jitCode(this, closure, base, argument(0));
      case 2:
        return closure.jitCode(this, closure, base, argument(0), argument(1));
      case 3:
        return closure.jitCode(this, closure, base, argument(0), argument(1), argument(2));
      default:
        return closure.jitCode(
          this,
          closure,
          base,
          ...stack.slice(base, Math.min(top, base + proto.parameterCount)),
        );
    }
  }

  /** Runs a Lua function in the interpreter. */
  private interpret(closure: LuaClosure, func: number, count: number): Value {
    const ci = this.enterLua(closure, func, count, -1);
    ci.fresh = true;
    if (closure.proto.isVararg) this.workOnVarargs(count);
    return execute(this, ci);
  }

  /**
   * Calls what is at a stack position as the last thing that a compiled function does. The frame
   * of that function is given up first, as a tail call must; only JavaScript's own frame remains, and
   * where these add up, the interpreter takes over, which needs none.
   *
   * @param target - where the function value of the running function was
   */
  tailCall(target: number, func: number, count: number): Value {
    let n = count;
    while (!isFunction(this.stack[func])) n = this.insertCallMetamethod(func, n);
    const f = this.stack[func];
    const ci = this.ci;
    const { caller } = ci;
    if (!(f instanceof LuaClosure)) {
      const result = this.callStack(func, n);
      // A host function does not take the frame: the RETURN behind the call is executed and paid.
      this.ci.pc++;
      this.remaining--;
      this.steps++;
      if (this.remaining < 0) this.burnOut('lua_BurnStep');
      this.workOnList(this.resultCount);
      this.ci = caller;
      return result;
    }
    // As in the reference, the frame is first prepared as for a call: that may grow stack and records.
    this.checkStack(func + 1 + n, f.proto.maxStackSize);
    if (f.proto.isVararg) {
      this.checkStack(func + 1 + Math.max(n, f.proto.parameterCount), f.proto.maxStackSize);
    }
    this.nextCallInfo();
    for (let i = 0; i <= n; i++) this.stack[target + i] = this.stack[func + i];
    this.ci = caller;
    ci.tail = true;
    const nested = this.mayNestTail;
    this.tailNesting++;
    const result = nested ? this.callClosure(f, target, n) : this.interpret(f, target, n);
    this.tailNesting--;
    ci.tail = false;
    return result;
  }

  /**
   * Whether a host function could be called with two arguments without anything but its own work:
   * no growth of the stack or of the records, no limit near.
   */
  callsFreely(func: number): boolean {
    return (
      this.ci.next !== undefined &&
      this.stackLast - (func + 3) > BUILTIN_SLOTS &&
      this.nCcalls < MAX_C_CALLS - 1 &&
      this.remaining >= 0 &&
      this.mayWork(NESTED_CALL_WORK + CALL_WORK)
    );
  }

  /** Takes the work of a call that compiled code does without making it, where the call is free otherwise. */
  chargeCall(): void {
    this.work(NESTED_CALL_WORK + CALL_WORK);
  }

  /** Runs a host function with its arguments after `func`. */
  callBuiltin(builtin: Builtin<Host>, func: number, count: number): Value {
    const top = func + 1 + count;
    this.checkStack(top, BUILTIN_SLOTS);
    const caller = this.ci;
    const ci = this.nextCallInfo();
    ci.closure = undefined;
    ci.builtin = builtin;
    ci.func = func;
    ci.base = func + 1;
    ci.argumentsEnd = top;
    this.ci = ci;
    this.resultCount = 1;
    this.work(CALL_WORK);
    const result = builtin.code(this, func + 1, count);
    if (this.remaining < 0) this.burnOut('lua_BurnMemory');
    this.ci = caller;
    return result;
  }

  /**
   * Inserts the `__call` metamethod of a value that is not a function before its arguments.
   *
   * @returns the new number of arguments
   */
  insertCallMetamethod(func: number, count: number): number {
    const stack = this.stack;
    const f = stack[func];
    const method = metamethodOf(metatableOf(f, this.stringMetatable), Event.call);
    if (!(method instanceof LuaClosure || method instanceof Builtin)) this.callError(f);
    this.work(CALL_WORK + count);
    for (let i = func + count; i >= func; i--) stack[i + 1] = stack[i];
    stack[func] = method;
    return count + 1;
  }

  /**
   * Raises the error of a call of what is no function. The variable is named only where a call
   * instruction calls it: a metamethod and the iterator of a loop are copies, which have no name.
   */
  private callError(f: Value): never {
    const { closure, pc } = this.ci;
    const opcode = closure === undefined ? undefined : opcodeOf(closure.proto.code[pc - 1]!);
    this.typeError(f, 'call', opcode === Op.CALL || opcode === Op.TAILCALL ? 'A' : 'none');
  }

  /** Calls a function value with up to three arguments; all its results count. */
  call(f: Value, count: number, a?: Value, b?: Value, c?: Value): Value {
    const func = this.ci.pushAt;
    const stack = this.stack;
    stack[func] = f;
    stack[func + 1] = a;
    stack[func + 2] = b;
    stack[func + 3] = c;
    return this.callAt(func, count);
  }

  /** As `call`, but the first result is the only one. */
  callForOne(f: Value, count: number, a?: Value, b?: Value, c?: Value): Value {
    const result = this.call(f, count, a, b, c);
    this.resultCount = 1;
    return result;
  }

  // --- results ---------------------------------------------------------------------------------

  /** Returns one value from a host function that has called others. */
  one(v: Value): Value {
    this.resultCount = 1;
    return v;
  }

  /** Returns nothing from a host function. */
  none(): undefined {
    this.resultCount = 0;
    return undefined;
  }

  /** Returns two values from a host function: what iterators do, without making a list each time. */
  two(a: Value, b: Value): Value {
    this.pair[0] = a;
    this.pair[1] = b;
    this.resultCount = 2;
    this.results = this.pair;
    return a;
  }

  /** Returns any number of values from a host function. */
  many(values: Value[]): Value {
    this.workOnList(values.length);
    return this.returned(values);
  }

  /** Returns any number of values from compiled code, whose moving it has paid for. */
  returned(values: Value[]): Value {
    this.resultCount = values.length;
    this.results = values;
    return values[0];
  }

  /** The results of the last call as a list, given its first one. */
  resultList(first: Value): Value[] {
    return this.resultCount === 1 ? [first] : this.results.slice(0, this.resultCount);
  }
}
