/** The state of one run: stack, running functions, strings, fuel; and how functions are called. */
import { BUILTIN_SLOTS, CallInfo, MAX_TRANSLATED_LEVEL } from './call-info.js';
import { shownChunkName } from './chunk-name.js';
import { type CompiledChunk, compileChunk } from './compile/compile.js';
import { concatenate } from './concat.js';
import { type MachineRequest, TRANSLATE_WHEN_HOT, type TranslationPolicy } from './contract.js';
import { BASELINE_BYTES } from './environment.js';
import { BurnOut, LuaError, MemoryLimit, RunAborted } from './errors.js';
import { type FuelReport, Meter } from './fuel.js';
import { Builtin, CLOSED, isFunction, LuaClosure, UNSHARED, Upvalue } from './function.js';
import { execute } from './interpreter.js';
import { Event, metamethodOf, metatableOf } from './metamethods.js';
import { toText } from './operations.js';
import type { Proto, TranslatedCode, TranslatedVarargCode } from './proto.js';
import { constantString, LuaString, MAX_SHORT_LENGTH } from './string.js';
import { LuaTable } from './table.js';
import { translateWhenHot } from './translate/translate.js';
import { typeName } from './type-name.js';
import type { Value } from './value.js';
import { calledName, type Operand, operandName, type VariableName } from './variable-names.js';

/** Stack slots at the start, and those kept free at its end. */
const FIRST_STACK_SIZE = 34;
const EXTRA_STACK = 5;
const MAX_STACK_SIZE = 1_000_000;
/** The stack is made this much larger so that the handling of an overflow has room. */
const OVERFLOW_STACK_SIZE = MAX_STACK_SIZE + 200;
/** Nested calls from host functions and metamethods, and how far error handling may go beyond. */
const MAX_C_CALLS = 200;
const MAX_C_CALLS_IN_ERROR = 225;
/** How many translated functions may wait for one that they called last. */
const MAX_TAIL_NESTING = 30;
/** How many running functions a traceback names. */
const MAX_TRACEBACK = 20;
const STACK_SLOT_BYTES = 16;
const CALL_INFO_BYTES = 72;
const FIRST_STRING_TABLE_SIZE = 128;
const STRING_BUCKET_BYTES = 8;
const UPVALUE_BYTES = 32;
const CLOSURE_BYTES = 32;
const UPVALUE_POINTER_BYTES = 8;
/** The global that the reference reads when a script has ended (decision D24). */
const CHECK_ACCOUNT_NAME = 'gCheckAccount';
/** Library work and memory that compiling takes, for each byte of source. */
const COMPILE_WORK_PER_BYTE = 8;
const HOST_COMPILED_BYTES_PER_BYTE = 64;
const HOST_STRING_BYTES = 80;
const HOST_CLOSURE_BYTES = 96;
const HOST_SHORT_STRING_ENTRY_BYTES = 64;

/** How a run ended. */
export type RunOutcome =
  | { readonly ok: true; readonly values: readonly Value[]; readonly fuel: FuelReport }
  | {
      readonly ok: false;
      /** An error of the contract, fuel used up, or too much memory. */
      readonly kind: 'error' | 'burned-out' | 'memory-limit';
      /** The text of the error, `unknown` when its value is no string or number (spec 03 §5.4). */
      readonly message: string;
      readonly value: Value;
      /** Positions of the functions that were running, innermost first. */
      readonly traceback: readonly string[];
      readonly fuel: FuelReport;
    };

/** How deep calls are nested at some point of a run. */
export interface CallState {
  readonly ci: CallInfo;
  readonly nCcalls: number;
  readonly tailNesting: number;
}

export class Machine extends Meter {
  readonly stack: Value[] = new Array<Value>(256).fill(undefined);
  /** The running function. */
  ci: CallInfo;
  /** One past the last value of an open list of arguments or results. */
  top = 1;
  /** Results of the last call when there was not exactly one; see `BuiltinCode`. */
  results: Value[] = [];
  resultCount = 1;
  /** Captured variables that still live in the stack, by falling position. */
  openUpvalues: Upvalue[] = [];
  nCcalls = 0;
  /** What `xpcall` wants to be called for every error. */
  errorHandler: Value = undefined;
  readonly globals: LuaTable;
  /** What `require` gives, by name. */
  readonly modules: ReadonlyMap<string, LuaTable>;
  readonly stringMetatable: LuaTable;
  /** The function that `pairs` gives. */
  readonly next: Builtin;
  readonly translation: TranslationPolicy;
  /** Takes what `print` prints. */
  readonly log: (line: string) => void;
  /** What the contract layer passed for its host functions. */
  readonly context: unknown;
  private readonly pair: Value[] = [undefined, undefined];
  private stackSize = FIRST_STACK_SIZE;
  /** A frame that ends before this stack position fits without growing the stack. */
  stackLast = FIRST_STACK_SIZE - EXTRA_STACK;
  /** Translated functions that wait for one they called last; see `tailCall`. */
  private tailNesting = 0;
  /** Content of the strings made by this run. */
  private readonly madeStrings = new Set<string>();
  private readonly knownStrings: ReadonlySet<string>;
  private stringCount: number;
  private stringTableSize = FIRST_STRING_TABLE_SIZE;
  private concatBufferSize = 0;
  private nextId: number;
  private readonly lastClosures = new Map<Proto, LuaClosure>();

  constructor(request: MachineRequest) {
    super(request.fuelLimit, request.memoryLimit);
    const { environment } = request;
    const { table, modules, stringMetatable } = environment.open();
    this.globals = table;
    this.modules = modules;
    this.stringMetatable = stringMetatable;
    this.next = environment.next;
    this.knownStrings = environment.knownStrings;
    this.stringCount = this.knownStrings.size;
    while (this.stringTableSize < this.stringCount) this.stringTableSize *= 2;
    this.nextId = environment.firstId;
    this.translation = request.translation ?? TRANSLATE_WHEN_HOT;
    this.log = request.log ?? (() => {});
    this.context = request.context;
    this.chargeMemory(BASELINE_BYTES);
    const contract = environment.contractTable(request.arguments ?? new Uint8Array(0), this);
    table.set(constantString('contract'), contract, this);
    // Opening the libraries has already called a function.
    this.ci = new CallInfo(undefined, 0);
    this.linkCallInfo(this.ci);
  }

  /**
   * Runs a contract from its first line to its last (spec 03 §6.1). A machine runs once.
   *
   * @throws Error for faults of this program only; everything a contract does is an outcome
   */
  run(code: CompiledChunk): RunOutcome {
    try {
      const closure = this.load(code);
      this.stack[1] = closure;
      const values = this.resultList(this.callAt(1, 0));
      if (this.remaining < 0) throw new BurnOut('lua_BurnMemory');
      this.internShort(CHECK_ACCOUNT_NAME);
      const fuel = this.report();
      if (this.remaining < 0) return this.failure('burned-out', 'CLuaVM::Run burned-out\n', undefined, []);
      return { ok: true, values, fuel };
    } catch (error) {
      if (error instanceof LuaError) {
        return this.failure('error', toText(error.value) ?? 'unknown', error.value, error.traceback);
      }
      if (!(error instanceof RunAborted)) throw error;
      const { where, message } = this.abort(error);
      const kind = error instanceof MemoryLimit ? 'memory-limit' : 'burned-out';
      return this.failure(kind, where + message, undefined, this.traceback());
    }
  }

  private failure(
    kind: 'error' | 'burned-out' | 'memory-limit',
    message: string,
    value: Value,
    traceback: readonly string[],
  ): RunOutcome {
    return { ok: false, kind, message, value, traceback, fuel: this.report() };
  }

  /** A function of a compiled chunk, paid for as if it were compiled now. */
  load({ proto, memory }: CompiledChunk): LuaClosure {
    this.chargeMemory(memory.bytes);
    for (const text of memory.shortStrings) this.internShort(text);
    const upvalues = proto.upvalues.map(() => new Upvalue(CLOSED, undefined));
    if (upvalues.length > 0) upvalues[0]!.value = this.globals;
    return new LuaClosure(proto, upvalues, this.nextId++);
  }

  /**
   * Compiles a chunk during the run.
   *
   * @throws LuaSyntaxError
   */
  compile(source: Uint8Array, chunkName: string): LuaClosure {
    this.work(COMPILE_WORK_PER_BYTE * source.length);
    this.hold(HOST_COMPILED_BYTES_PER_BYTE * source.length);
    return this.load(compileChunk(source, chunkName, this.nCcalls));
  }

  // --- strings -------------------------------------------------------------------------------

  /** A new string, paid for: a short one only when its content does not exist yet. */
  string(bytes: string): LuaString {
    if (bytes.length > MAX_SHORT_LENGTH) this.chargeMemory(25 + bytes.length);
    else this.internShort(bytes);
    this.hold(HOST_STRING_BYTES + bytes.length);
    return new LuaString(bytes);
  }

  /** Pays for a short string unless it exists. */
  internShort(bytes: string): void {
    if (this.madeStrings.has(bytes) || this.knownStrings.has(bytes)) return;
    this.hold(HOST_SHORT_STRING_ENTRY_BYTES);
    this.madeStrings.add(bytes);
    if (this.stringCount >= this.stringTableSize) {
      this.stringTableSize *= 2;
      this.chargeMemory(STRING_BUCKET_BYTES * this.stringTableSize);
    }
    this.stringCount++;
    this.chargeMemory(25 + bytes.length);
  }

  /** Pays for the buffer in which a concatenation puts its result together. */
  useConcatBuffer(length: number): void {
    if (length <= this.concatBufferSize) return;
    this.concatBufferSize = Math.max(length, 32);
    this.chargeMemory(this.concatBufferSize);
  }

  /**
   * Text put together as the reference's message formatting does, every piece a string of its own.
   *
   * @param template - `%s` stands for the next argument
   */
  format(template: string, ...args: readonly (string | number)[]): LuaString {
    const literals = template.split('%s');
    const pieces: LuaString[] = [this.string(literals[0]!)];
    args.forEach((arg, index) => {
      pieces.push(this.string(String(arg)), this.string(literals[index + 1]!));
    });
    return concatenate(this, pieces);
  }

  /** Two strings as one. */
  join(a: LuaString, b: LuaString): LuaString {
    return concatenate(this, [a, b]);
  }

  // --- objects -------------------------------------------------------------------------------

  newId(): number {
    return this.nextId++;
  }

  /** A new table with room for array elements and other keys. */
  newTable(arraySize = 0, hashSize = 0): LuaTable {
    const table = LuaTable.create(this.nextId++, this);
    if (arraySize > 0 || hashSize > 0) table.resize(arraySize, hashSize, this);
    return table;
  }

  /**
   * A closure of a function. The last closure of the same function is given again when it captured
   * the same variables (spec 03 §6.9).
   */
  newClosure(proto: Proto, upvalues: Upvalue[]): LuaClosure {
    const last = this.lastClosures.get(proto);
    if (last !== undefined && sameUpvalues(last.upvalues, upvalues)) return last;
    this.chargeMemory(CLOSURE_BYTES + UPVALUE_POINTER_BYTES * upvalues.length);
    this.hold(HOST_CLOSURE_BYTES + 64 * upvalues.length);
    const closure = new LuaClosure(proto, upvalues, this.nextId++);
    this.lastClosures.set(proto, closure);
    return closure;
  }

  /** The captured variable at a stack position. */
  captureStack(index: number): Upvalue {
    const open = this.openUpvalues;
    let at = open.length;
    while (at > 0 && open[at - 1]!.index > index) at--;
    if (at > 0 && open[at - 1]!.index === index) return open[at - 1]!;
    this.chargeMemory(UPVALUE_BYTES);
    const upvalue = new Upvalue(index, undefined);
    open.splice(at, 0, upvalue);
    return upvalue;
  }

  /** Marks a variable of translated code as captured, and pays for it when that is new. */
  share(variable: Upvalue): Upvalue {
    if (variable.index !== CLOSED) {
      variable.index = CLOSED;
      this.chargeMemory(UPVALUE_BYTES);
    }
    return variable;
  }

  /**
   * The captured variable at a stack position, moved out of the stack; a new one that no closure has
   * when it is not captured.
   */
  takeFromStack(index: number): Upvalue {
    const at = this.openUpvalues.findIndex(upvalue => upvalue.index === index);
    if (at < 0) return new Upvalue(UNSHARED, this.stack[index]);
    const [upvalue] = this.openUpvalues.splice(at, 1);
    upvalue!.value = this.stack[index];
    upvalue!.index = CLOSED;
    return upvalue!;
  }

  /** Ends the life in the stack of the captured variables from a position on. */
  closeUpvalues(from: number): void {
    const open = this.openUpvalues;
    while (open.length > 0) {
      const upvalue = open[open.length - 1]!;
      if (upvalue.index < from) return;
      upvalue.value = this.stack[upvalue.index];
      upvalue.index = CLOSED;
      open.pop();
    }
  }

  // --- stack and records of calls ------------------------------------------------------------

  /** Makes sure that there are `count` slots above `top`, paying for a larger stack. */
  checkStack(top: number, count: number): void {
    if (this.stackLast - top <= count) this.growStack(top, count);
  }

  private growStack(top: number, count: number): void {
    if (this.stackSize > MAX_STACK_SIZE) throw this.errorInHandler();
    const needed = top + count + EXTRA_STACK;
    const size = Math.max(Math.min(2 * this.stackSize, MAX_STACK_SIZE), needed);
    if (size > MAX_STACK_SIZE) {
      this.resizeStack(OVERFLOW_STACK_SIZE);
      this.runError('stack overflow');
    }
    this.resizeStack(size);
  }

  /**
   * Room for results of a host function, with what error handling may need.
   *
   * @throws LuaError `stack overflow (...)` when the stack cannot be so large
   */
  reserve(top: number, count: number, message: string): void {
    if (!this.tryReserve(top, count + BUILTIN_SLOTS)) this.libraryError('stack overflow (%s)', message);
  }

  /** As `checkStack` for host functions with many results: false when the stack cannot be so large. */
  tryReserve(top: number, count: number): boolean {
    if (this.stackLast - top > count) return true;
    if (top + EXTRA_STACK > MAX_STACK_SIZE - count) return false;
    this.growStack(top, count);
    return true;
  }

  private resizeStack(size: number): void {
    this.chargeMemory(size * STACK_SLOT_BYTES);
    this.stackSize = size;
    this.stackLast = size - EXTRA_STACK;
  }

  /** Gives back stack and records after an error was caught, as the reference does. */
  private shrinkStack(top: number): void {
    let limit = top;
    for (let ci: CallInfo | undefined = this.ci; ci !== undefined; ci = ci.previous) {
      if (ci.top > limit) limit = ci.top;
    }
    const inUse = limit + 1;
    const goodSize = Math.min(inUse + Math.floor(inUse / 8) + 2 * EXTRA_STACK, MAX_STACK_SIZE);
    if (this.stackSize > MAX_STACK_SIZE) {
      this.ci.next = undefined;
      this.ci.nextTranslated = undefined;
    } else {
      shrinkCallInfos(this.ci);
    }
    if (inUse <= MAX_STACK_SIZE && goodSize < this.stackSize) this.resizeStack(goodSize);
  }

  /** The record for the next call, made and paid for when this depth is new. */
  nextCallInfo(): CallInfo {
    const next = this.ci.next;
    if (next !== undefined) return next;
    this.chargeMemory(CALL_INFO_BYTES);
    this.hold(CALL_INFO_BYTES * 2);
    return this.linkCallInfo(this.ci);
  }

  private linkCallInfo(ci: CallInfo): CallInfo {
    const next = new CallInfo(ci, ci.level + 1);
    ci.next = next;
    if (next.level <= MAX_TRANSLATED_LEVEL) ci.nextTranslated = next;
    return next;
  }

  // --- calls ---------------------------------------------------------------------------------

  /**
   * Calls the function at a stack position, from a host function or for a metamethod. All results
   * count: see `BuiltinCode` for how they are returned.
   */
  callAt(func: number, count: number): Value {
    if (++this.nCcalls >= MAX_C_CALLS) {
      if (this.nCcalls === MAX_C_CALLS) this.runError('C stack overflow');
      if (this.nCcalls >= MAX_C_CALLS_IN_ERROR) throw this.errorInHandler();
    }
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
   * Calls what is at a stack position for a call instruction of translated code: all results count,
   * and no C level is used.
   */
  callStack(func: number, count: number): Value {
    const f = this.stack[func];
    return f instanceof Builtin ? this.callBuiltin(f, func, count) : this.callFrom(func, count);
  }

  /** Runs a Lua function with its arguments behind `func`, translated if possible. */
  callClosure(closure: LuaClosure, func: number, count: number): Value {
    const code = translateWhenHot(closure.proto, this.translation.calls);
    if (code === undefined) return this.interpret(closure, func, count);
    const { proto } = closure;
    const top = func + 1 + count;
    this.checkStack(top, proto.maxStackSize);
    this.nextCallInfo();
    if (this.ci.nextTranslated === undefined) return this.interpret(closure, func, count);
    const args = this.stack.slice(func + 1, top);
    if (!proto.isVararg) {
      closure.code = code as TranslatedCode;
      return closure.code(this, closure, func + 1, ...args.slice(0, proto.parameterCount));
    }
    const base = Math.max(top, func + 1 + proto.parameterCount);
    this.checkStack(base, proto.maxStackSize);
    return (code as TranslatedVarargCode)(this, closure, base, args);
  }

  /** Whether translated code may be nested in the JavaScript frame of a running function. */
  mayNest(ci: CallInfo): boolean {
    return ci.level < MAX_TRANSLATED_LEVEL && this.tailNesting < MAX_TAIL_NESTING;
  }

  /** Runs a Lua function in the interpreter. */
  private interpret(closure: LuaClosure, func: number, count: number): Value {
    const ci = this.enterLua(closure, func, count, -1);
    ci.fresh = true;
    return execute(this, ci);
  }

  /**
   * Calls what is at a stack position as the last thing that a translated function does. The frame
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
    const caller = ci.previous!;
    if (!(f instanceof LuaClosure)) {
      const result = this.callStack(func, n);
      // A host function does not take the frame: the RETURN behind the call is executed and paid.
      this.remaining--;
      this.steps++;
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
    const nested = this.tailNesting < MAX_TAIL_NESTING;
    this.tailNesting++;
    const result = nested ? this.callClosure(f, target, n) : this.interpret(f, target, n);
    this.tailNesting--;
    ci.tail = false;
    return result;
  }

  /** Prepares the record and the registers of a Lua function for the interpreter. */
  enterLua(closure: LuaClosure, func: number, count: number, wanted: number): CallInfo {
    const proto = closure.proto;
    const stack = this.stack;
    let top = func + 1 + count;
    this.checkStack(top, proto.maxStackSize);
    for (let n = count; n < proto.parameterCount; n++) stack[top++] = undefined;
    let base = func + 1;
    if (proto.isVararg) {
      // The fixed parameters move behind the variable ones.
      const first = base;
      base = top;
      this.checkStack(top, proto.maxStackSize);
      for (let n = 0; n < proto.parameterCount; n++) {
        stack[base + n] = stack[first + n];
        stack[first + n] = undefined;
      }
    }
    const ci = this.nextCallInfo();
    ci.closure = closure;
    ci.func = func;
    ci.base = base;
    ci.pc = 0;
    ci.wanted = wanted;
    ci.fresh = false;
    this.ci = ci;
    return ci;
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
      this.remaining >= 0
    );
  }

  /** Runs a host function with its arguments behind `func`. */
  callBuiltin(builtin: Builtin, func: number, count: number): Value {
    const top = func + 1 + count;
    this.checkStack(top, BUILTIN_SLOTS);
    const ci = this.nextCallInfo();
    ci.closure = undefined;
    ci.builtin = builtin;
    ci.func = func;
    ci.base = func + 1;
    ci.argumentsEnd = top;
    this.ci = ci;
    this.resultCount = 1;
    const result = builtin.code(this, func + 1, count);
    if (this.remaining < 0) this.burnOut('lua_BurnMemory');
    this.ci = ci.previous!;
    return result;
  }

  /**
   * Puts the `__call` metamethod of a value that is no function in front of its arguments.
   *
   * @returns the new number of arguments
   */
  insertCallMetamethod(func: number, count: number): number {
    const stack = this.stack;
    const f = stack[func];
    const method = metamethodOf(metatableOf(f, this.stringMetatable), Event.call);
    if (!(method instanceof LuaClosure || method instanceof Builtin)) this.typeError(f, 'call', 'A');
    for (let i = func + count; i >= func; i--) stack[i + 1] = stack[i];
    stack[func] = method;
    return count + 1;
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

  // --- results -------------------------------------------------------------------------------

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
    this.resultCount = values.length;
    this.results = values;
    return values[0];
  }

  /** The results of the last call as a list, given its first one. */
  resultList(first: Value): Value[] {
    return this.resultCount === 1 ? [first] : this.results.slice(0, this.resultCount);
  }

  // --- errors --------------------------------------------------------------------------------

  /** Raises an error value. */
  raise(value: Value): never {
    if (this.remaining < 0) this.burnOut('lua_BurnMemory');
    const handler = this.errorHandler;
    if (handler !== undefined) value = this.callForOne(handler, 1, value);
    throw new LuaError(value, this.traceback());
  }

  /**
   * Raises an error of the virtual machine, with the position of the running Lua function.
   *
   * @param template - `%s` stands for the next argument
   */
  runError(template: string, ...args: readonly (string | number)[]): never {
    const text = this.format(template, ...args);
    const ci = this.ci;
    if (ci.closure === undefined) this.raise(text);
    this.raise(this.format('%s:%s: %s', this.chunkName(ci), this.currentLine(ci), text.bytes));
  }

  /** Raises an error of a host function, with the position of its caller. */
  libraryError(template: string, ...args: readonly (string | number)[]): never {
    const where = this.where(1);
    this.raise(concatenate(this, [where, this.format(template, ...args)]));
  }

  /** Raises an error about an argument of the running host function. */
  argumentError(index: number, message: string): never {
    const called = this.nameOfRunning();
    let position = index;
    if (called?.kind === 'method') {
      position--;
      if (position === 0) this.libraryError("calling '%s' on bad self", called.name);
    }
    const name = called?.name ?? this.ci.builtin?.name ?? '?';
    this.libraryError("bad argument #%s to '%s' (%s)", position, name, message);
  }

  /** How the caller of the running function names it. */
  private nameOfRunning(): VariableName | undefined {
    const caller = this.ci.previous;
    if (this.ci.tail || caller?.closure === undefined) return undefined;
    return calledName(caller.closure.proto, caller.pc - 1);
  }

  /** Raises an error about the type of a value, which is an operand of the running instruction. */
  typeError(v: Value, operation: string, operand: Operand): never {
    const variable = this.describe(operand);
    this.runError('attempt to %s a %s value%s', operation, typeName(v), variable);
  }

  /** ` (local 'x')` for an operand of the running instruction, or nothing. */
  describe(operand: Operand): string {
    const { closure, pc } = this.ci;
    const found = closure === undefined ? undefined : operandName(closure, pc - 1, operand);
    return this.describeVariable(found);
  }

  /** ` (local 'x')` for a variable, or nothing. */
  describeVariable(variable: VariableName | undefined): string {
    return variable === undefined ? '' : this.format(" (%s '%s')", variable.kind, variable.name).bytes;
  }

  private chunkName(ci: CallInfo): string {
    return shownChunkName(ci.closure!.proto.source.bytes);
  }

  private currentLine(ci: CallInfo): number {
    return ci.closure!.proto.lines[ci.pc - 1]!;
  }

  /** `chunk:line: ` of the function at a level: 0 is the running one. Empty for host functions. */
  where(level: number): LuaString {
    let ci: CallInfo | undefined = this.ci;
    for (let i = 0; i < level && ci !== undefined; i++) ci = ci.previous;
    if (ci?.closure === undefined) return this.string('');
    return this.format('%s:%s: ', this.chunkName(ci), this.currentLine(ci));
  }

  private traceback(): string[] {
    const lines: string[] = [];
    for (let ci: CallInfo | undefined = this.ci; ci !== undefined; ci = ci.previous) {
      if (lines.length === MAX_TRACEBACK) break;
      if (ci.closure !== undefined) lines.push(`${this.chunkName(ci)}:${this.currentLine(ci)}`);
      else if (ci.builtin !== undefined) lines.push(`[host]: ${ci.builtin.name}`);
    }
    return lines;
  }

  /** Ends the run because its fuel is used up. */
  burnOut(burner: string): never {
    throw this.abort(new BurnOut(burner));
  }

  /** Completes an abort with the position that its text shows. */
  abort<E extends RunAborted>(error: E): E {
    const caller = this.ci.previous;
    if (error.where === '' && caller?.closure !== undefined) {
      error.where = `${this.chunkName(caller)}:${this.currentLine(caller)}: `;
    }
    return error;
  }

  private errorInHandler(): LuaError {
    return new LuaError(this.string('error in error handling'), this.traceback());
  }

  /** What `unwind` needs to return to the running function. */
  get callState(): CallState {
    const { ci, nCcalls, tailNesting } = this;
    return { ci, nCcalls, tailNesting };
  }

  /** Returns to a function after an error was caught in what it called. */
  unwind({ ci, nCcalls, tailNesting }: CallState, top: number): void {
    this.closeUpvalues(top);
    this.tailNesting = tailNesting;
    for (let dropped = this.ci; dropped !== ci; dropped = dropped.previous!) dropped.tail = false;
    this.ci = ci;
    this.nCcalls = nCcalls;
    this.shrinkStack(top + 1);
  }
}

function sameUpvalues(a: readonly Upvalue[], b: readonly Upvalue[]): boolean {
  for (let i = 0; i < b.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Drops every other record behind the running function. */
function shrinkCallInfos(running: CallInfo): void {
  let ci = running;
  for (;;) {
    const dropped = ci.next;
    const kept = dropped?.next;
    if (kept === undefined) return;
    ci.next = kept;
    kept.previous = ci;
    kept.level = ci.level + 1;
    ci.nextTranslated = kept.level <= MAX_TRANSLATED_LEVEL ? kept : undefined;
    ci = kept;
  }
}
