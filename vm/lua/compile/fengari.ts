/**
 * Fengari's compiler, loaded when first needed, with the parts replaced that would give other
 * bytecode than the reference (decision D34, spec 03 §13.3).
 *
 * Fengari represents integers as 32-bit numbers and hashes strings with collisions. Its modules are
 * CommonJS without an exports map: functions reached through a module object can be replaced at any
 * time, functions destructured at load time only before the importing module loads. Hence the
 * order: `lstring` and `lzio` first, then `lua.js`, which loads the rest, then `lobject`.
 *
 * Only the lexer, parser and code generator run. Nothing of Fengari's virtual machine ever executes
 * a contract.
 */
import { createRequire } from 'node:module';
import * as int64 from '../value/int64.js';
import type {
  FengariDyndata,
  FengariLexer,
  FengariProto,
  FengariState,
  FengariString,
  FengariValue,
} from './fengari-types.js';
import { compilerInteger, fold, parseNumeral } from './fold.js';

interface FengariModules {
  newState(): FengariState;
  newDyndata(): FengariDyndata;
  /** Runs a function and returns Fengari's status: 0 for success, -1 for an exception that is not its own. */
  protect(state: FengariState, run: () => void): number;
  parse(state: FengariState, source: Uint8Array, name: Uint8Array, dyndata: FengariDyndata): FengariProto;
}

/** Events of the compiler other than code: the memory that the reference would allocate. */
export interface CompilerWatch {
  /** The compilation begins. */
  started(lexer: FengariLexer): void;
  /** A string was made. */
  string(bytes: Uint8Array): void;
  /** A key was added to the scanner's table. */
  scannerKey(key: FengariValue): void;
  /** The token buffer got a new size. */
  buffer(size: number): void;
  /** The name of a variable, label or goto was compared with another one, which is not the same. */
  compared(): void;
}

/** Who watches the compilation that is running; there is at most one, compilation is synchronous. */
let watch: CompilerWatch | undefined;

/** Runs a compilation that is watched. */
export function watched<T>(watcher: CompilerWatch, run: () => T): T {
  watch = watcher;
  try {
    return run();
  } finally {
    watch = undefined;
  }
}

let modules: FengariModules | undefined;

/** Fengari's compiler, patched. */
export function fengari(): FengariModules {
  modules ??= load();
  return modules;
}

type Exports = Record<string, unknown>;

function load(): FengariModules {
  // Fengari reads options from this variable, which must not change what a contract means.
  const configuration = process.env.FENGARICONF;
  delete process.env.FENGARICONF;
  try {
    return loadPatched(createRequire(import.meta.url));
  } finally {
    if (configuration !== undefined) process.env.FENGARICONF = configuration;
  }
}

function loadPatched(require: NodeJS.Require): FengariModules {
  const module: LoadModule = name => require(`fengari/src/${name}.js`) as Exports;
  const lstring = module('lstring');
  keepStrings(lstring);
  watchComparisons(lstring);
  const lzio = module('lzio');
  watchBuffer(lzio);
  module('lua');
  keepNumbers(module('lobject'), module('lvm'));
  watchScannerKeys(module('ltable'));
  watchStart(module('llex'));
  return compilerOf(module, lzio);
}

type LoadModule = (name: string) => Exports;

/** Strings are distinguished by all of their bytes, and each new one is reported. */
function keepStrings(lstring: Exports): void {
  lstring.luaS_hash = (bytes: Uint8Array) => `|${Buffer.from(bytes).toString('latin1')}`;
  lstring.luaS_hashlongstr = (string: FengariString & { hash: string | null }) => {
    string.hash ??= `|${Buffer.from(string.getstr()).toString('latin1')}`;
    return string.hash;
  };
  const bless = lstring.luaS_bless as (state: FengariState, bytes: Uint8Array) => FengariString;
  lstring.luaS_bless = (state: FengariState, bytes: Uint8Array) => {
    watch?.string(bytes);
    return bless(state, bytes);
  };
  // Fengari also calls this one with `new`, so it cannot be an arrow function.
  lstring.luaS_new = function copyString(state: FengariState, bytes: Uint8Array) {
    watch?.string(bytes);
    return bless(state, Uint8Array.from(bytes));
  };
  lstring.luaS_newliteral = (state: FengariState, text: string) => {
    const bytes = Uint8Array.from(Buffer.from(text, 'latin1'));
    watch?.string(bytes);
    return bless(state, bytes);
  };
}

/** Comparisons of names are reported: the compiler looks for variables and labels by comparing one after the other. */
function watchComparisons(lstring: Exports): void {
  const equal = lstring.luaS_eqlngstr as (a: FengariString, b: FengariString) => boolean;
  lstring.luaS_eqlngstr = (a: FengariString, b: FengariString) => {
    if (a === b) return true;
    watch?.compared();
    return equal(a, b);
  };
}

/** Each new size of the token buffer is reported. */
function watchBuffer(lzio: Exports): void {
  const resizeBuffer = lzio.luaZ_resizebuffer as (state: FengariState, buffer: unknown, size: number) => void;
  lzio.luaZ_resizebuffer = (state: FengariState, buffer: unknown, size: number) => {
    watch?.buffer(size);
    resizeBuffer(state, buffer, size);
  };
}

/** Numerals and constant folding have 64-bit integers. */
function keepNumbers(lobject: Exports, lvm: Exports): void {
  lobject.luaO_str2num = (bytes: Uint8Array, result: FengariValue) => {
    const number = parseNumeral(Buffer.from(bytes).toString('latin1'));
    if (number === undefined) return 0;
    if (number.float) result.setfltvalue(number.value);
    else result.setivalue(number.value);
    return bytes.length + 1;
  };
  lobject.luaO_arith = (
    _: unknown,
    operator: number,
    a: FengariValue,
    b: FengariValue,
    result: FengariValue,
  ) => {
    const folded = fold(operator, operand(a), operand(b));
    if (folded.float) result.setfltvalue(folded.value);
    else result.setivalue(folded.value);
  };
  lvm.tointeger = (v: FengariValue) => {
    if (v.ttisinteger()) return v.value;
    const integer = v.ttisfloat() ? int64.fromDouble(v.value as number) : undefined;
    return integer === undefined ? false : compilerInteger(integer);
  };
}

function operand(v: FengariValue): { float: boolean; value: number | bigint } {
  return { float: v.ttisfloat(), value: v.value as number | bigint };
}

/** Each key that the scanner adds to its table is reported. */
function watchScannerKeys(ltable: Exports): void {
  const setFrom = ltable.luaH_setfrom as (s: unknown, t: unknown, key: FengariValue, v: unknown) => void;
  ltable.luaH_setfrom = (state: unknown, table: unknown, key: FengariValue, value: unknown) => {
    watch?.scannerKey(key);
    setFrom(state, table, key, value);
  };
}

/** Reports the lexer when a compilation begins. */
function watchStart(llex: Exports): void {
  type SetInput = (state: FengariState, lexer: FengariLexer, ...rest: readonly unknown[]) => void;
  const setInput = llex.luaX_setinput as SetInput;
  llex.luaX_setinput = (state: FengariState, lexer: FengariLexer, ...rest: readonly unknown[]) => {
    watch?.started(lexer);
    setInput(state, lexer, ...rest);
  };
}

/** The compiler of the patched modules. */
function compilerOf(module: LoadModule, lzio: Exports): FengariModules {
  const lauxlib = module('lauxlib');
  const lparser = module('lparser');
  const ldo = module('ldo');
  const newState = lauxlib.luaL_newstate as () => FengariState;
  const Dyndata = lparser.Dyndata as new () => FengariDyndata;
  const protectedCall = ldo.luaD_rawrunprotected as (s: FengariState, f: () => void, u: null) => number;
  const TokenBuffer = lzio.MBuffer as new () => unknown;
  const Zio = lzio.ZIO as new (
    s: FengariState,
    reader: () => Uint8Array | null,
    data: null,
  ) => { zgetc(): number };
  const parser = lparser.luaY_parser as (
    state: FengariState,
    input: unknown,
    buffer: unknown,
    dyndata: FengariDyndata,
    name: Uint8Array,
    first: number,
  ) => { p: FengariProto };
  return {
    newState,
    newDyndata: () => new Dyndata(),
    protect: (state, run) => protectedCall(state, run, null),
    parse(state, source, name, dyndata) {
      let pending: Uint8Array | null = source;
      const input = new Zio(
        state,
        () => {
          const bytes = pending;
          pending = null;
          return bytes;
        },
        null,
      );
      return parser(state, input, new TokenBuffer(), dyndata, name, input.zgetc()).p;
    },
  };
}
