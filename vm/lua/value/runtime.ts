/**
 * What operators, metamethods and host functions need of their run. The machine implements it; code
 * that works on values depends on this interface, so that the machine may depend on that code.
 */
import type { Operand } from '../bytecode/opcodes.js';
import type { LuaString } from './string.js';
import type { LuaTable } from './table.js';
import type { Memory } from './table-slots.js';
import type { LuaObject, Value } from './value.js';

/** Fuel kinds that host functions charge (spec 03 §7.3). */
export type HostFuelKind = 'store' | 'account' | 'func';

/** How deep calls are nested at some point of a run, for `unwind`; only its machine can read it. */
export interface CallState {
  readonly ci: object;
  readonly nCcalls: number;
  readonly tailNesting: number;
}

/** Where a Lua function is that has called a host function. */
export interface CallingPlace {
  /** From 1. */
  readonly line: number;
  /** Whether the function may read the first result of its call. */
  readonly isResultRead: () => boolean;
}

/** A chunk compiled during the run. Its first upvalue, when it has any, is its table of globals. */
interface LoadedFunction extends LuaObject {
  readonly upvalues: readonly { value: Value }[];
}

/**
 * What a host function does. Its arguments are `runtime.stack[base]` to `runtime.stack[base + count
 * - 1]`. It returns its results as every function of the engine does: the first one as the
 * JavaScript result, and `resultCount` is their number; when there is not exactly one, all of them
 * are in `results`. `one`, `none`, `two` and `many` do that.
 *
 * @typeParam Host - what the run offers to its host functions
 */
export type BuiltinCode<Host = unknown> = (runtime: LuaRuntime<Host>, base: number, count: number) => Value;

/** The functions of a library by name, in the order in which they are put into its table. */
export type Library<Host = unknown> = Readonly<Record<string, BuiltinCode<Host>>>;

/**
 * @typeParam Host - what the run offers to its host functions: the contract layer's interface to
 * the ledger
 */
export interface LuaRuntime<Host = unknown> extends Memory {
  /** Registers and arguments of all running functions. */
  readonly stack: Value[];
  readonly globals: LuaTable;
  /** What `require` returns, by name. */
  readonly modules: ReadonlyMap<string, LuaTable>;
  readonly stringMetatable: LuaTable;
  /** The function that `pairs` returns. */
  readonly next: LuaObject;
  /** What `xpcall` wants to be called for every error. */
  errorHandler: Value;
  /** Calls in progress that catch errors. */
  protectedCalls: number;
  /** Receives what `print` prints. */
  readonly log: (line: string) => void;
  /** What the contract layer passed for its host functions. */
  readonly context: Host;

  // --- calls and their results -----------------------------------------------------------------

  /** Where the running function may store a function value that it calls. */
  readonly pushAt: number;
  /** Calls the function at a stack position; all results count. */
  callAt(func: number, count: number): Value;
  /** Calls a function value with up to three arguments; all its results count. */
  call(f: Value, count: number, a?: Value, b?: Value, c?: Value): Value;
  /** As `call`, but the first result is the only one. */
  callForOne(f: Value, count: number, a?: Value, b?: Value, c?: Value): Value;
  /** The results of the last call as a list, given its first one. */
  resultList(first: Value): Value[];
  /** Returns one value from a host function that has called others. */
  one(v: Value): Value;
  /** Returns nothing from a host function. */
  none(): undefined;
  /** Returns two values from a host function. */
  two(a: Value, b: Value): Value;
  /** Returns any number of values from a host function. */
  many(values: Value[]): Value;
  /** As `many`, where the moving was paid for before. */
  returned(values: Value[]): Value;
  /** How many results the last call had. */
  resultCount: number;
  /** What `unwind` needs to return to the running function. */
  readonly callState: CallState;
  /** Returns to a function after an error was caught in what it called. */
  unwind(state: CallState, top: number): void;
  /**
   * Makes room for results of a host function.
   *
   * @throws LuaError `stack overflow (...)` when the stack cannot be so large
   */
  reserve(top: number, count: number, message: string): void;
  /** As `reserve`: false when the stack cannot be so large. */
  tryReserve(top: number, count: number): boolean;
  /**
   * Compiles a chunk during the run.
   *
   * @throws LuaSyntaxError
   */
  compile(source: Uint8Array, chunkName: string): LoadedFunction;

  // --- what a run makes ------------------------------------------------------------------------

  /** The identity of a new object. */
  newId(): number;
  /** A new table with room for array elements and other keys. */
  newTable(arraySize?: number, hashSize?: number): LuaTable;
  /** A new string, paid for: a short one only when its content does not exist yet. */
  string(bytes: string): LuaString;
  /** As `string`, for what an instruction makes: the collector may do a step after it, not before. */
  resultString(bytes: string): LuaString;
  /** As `resultString`, for what was joined of so many pieces. */
  joinedString(bytes: string, pieces: number): LuaString;
  /** Pays for a short string unless it exists. */
  internShort(bytes: string): void;
  /** Two strings as one. */
  join(a: LuaString, b: LuaString): LuaString;
  /** Charges for the buffer in which a concatenation builds its result. */
  useConcatBuffer(length: number): void;
  /** Text built piece by piece; `%s` is replaced by the next argument. */
  format(template: string, ...args: readonly (string | number)[]): LuaString;
  /** Runs a collector step if one is due. */
  checkCollector(): void;

  // --- what it costs ---------------------------------------------------------------------------

  /** Charges fuel of a host function; a refund is what a storage operation earns. */
  chargeHost(kind: HostFuelKind, fuel: number, burner: string, refund?: number): void;
  /** Charges the work of a call of the running function, which has variable arguments. */
  workOnVarargs(count: number): void;
  /** Charges the work of moving a list of values. */
  workOnList(length: number): void;
  /** Charges the work of reading a string from its beginning to its end, `perUnit` bytes at a time. */
  workOnText(length: number, perUnit?: number): void;
  /** Ends the run before a string becomes longer than this program can hold. */
  checkStringLength(length: number): void;

  // --- errors ----------------------------------------------------------------------------------

  /** Raises an error value. */
  raise(value: Value): never;
  /** Raises an error of the virtual machine, with the position of the running Lua function. */
  runError(template: string, ...args: readonly (string | number)[]): never;
  /** Raises an error of a host function, with the position of its caller. */
  libraryError(template: string, ...args: readonly (string | number)[]): never;
  /** Raises an error about an argument of the running host function. */
  argumentError(index: number, message: string): never;
  /** A character as error texts show it: by its code where it does not print. */
  shownCharacter(c: string): string;
  /** Raises an error about the type of a value, which is an operand of the running instruction. */
  typeError(v: Value, operation: string, operand: Operand): never;
  /** ` (local 'x')` for an operand of the running instruction, or nothing. */
  describe(operand: Operand): string;
  /** ` (local 'x')` for what a register of the running function holds, by stack position, or nothing. */
  describeSlot(at: number): string;
  /** `chunk:line: ` of the function at a level: 0 is the running one. Empty for host functions. */
  where(level: number): LuaString;
  /** Where the innermost Lua function is, for observers: it costs nothing. Undefined where none is running. */
  callingPlace(): CallingPlace | undefined;
}
