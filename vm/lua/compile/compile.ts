/** Lua source to bytecode, with bounds on everything a hostile source could exhaust. */

import type { Proto } from '../bytecode/proto.js';

import { latin1, toBytes } from '../value/string.js';
import { convertProto } from './convert.js';
import { fengari, watched } from './fengari.js';
import type { FengariDyndata } from './fengari-types.js';
import { type CompileMemory, CompileMemoryModel } from './memory.js';

/** The largest source: the limit of a contract's code (spec 03 §3.1). */
const MAX_SOURCE_BYTES = 65_536;
/**
 * How many gotos, breaks included, may wait for their label: the parser compares every one of them
 * with every label, and the product must stay small.
 */
const MAX_PENDING_GOTOS = 2_000;
/**
 * How many names may be compared with others, for each byte of the source and in all: every name is looked for among
 * the variables of all functions around it, and every label among those of its block. Programs compare each name
 * with a few dozen others.
 */
const COMPARISONS_PER_BYTE = 200;
const FREE_COMPARISONS = 100_000;
/** Comparisons of names for a unit of work, and how many are charged at a time. */
const COMPARISONS_PER_WORK = 4;
const COMPARISONS_AT_A_TIME = 4096;
/** First byte of binary chunks, which Lua 5.3 would run without checking them (spec 03 O-5). */
const BINARY_SIGNATURE = 0x1b;
const SYNTAX_STATUSES: readonly number[] = [2, 3];

export interface CompiledChunk {
  readonly proto: Proto;
  readonly memory: CompileMemory;
  /** Work of looking for its names, which is known only when it is compiled. */
  readonly searchWork: number;
}

/** Work of starting a compilation, and of a byte of its source. */
const COMPILATION_WORK = 20_000;
const COMPILE_WORK_PER_BYTE = 96;
/**
 * Words that may add a jump to a list which the compiler goes through each time: the work grows with the
 * square of their number, by one unit for so many pairs.
 */
const JUMP_WORDS = ['and', 'or', 'elseif', 'goto', 'break'] as const;
const PAIRS_PER_WORK = 2;

/**
 * The work of compiling a source text (spec 03 §7.8). It is a matter of the text alone, not of whether the
 * code is kept from an earlier run.
 */
export function compileWork(source: Uint8Array): number {
  const text = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  let words = 0;
  for (const word of JUMP_WORDS) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) words++;
    }
  }
  return (
    COMPILATION_WORK + COMPILE_WORK_PER_BYTE * source.length + Math.ceil((words * words) / PAIRS_PER_WORK)
  );
}

function isLetter(c: number | undefined): boolean {
  const lower = (c ?? 0) | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** @throws LuaSyntaxError when a source is longer than a contract may be */
export function checkSourceLength(length: number): void {
  if (length > MAX_SOURCE_BYTES) {
    throw new LuaSyntaxError(`chunk has ${length} bytes (limit is ${MAX_SOURCE_BYTES})`);
  }
}

/**
 * Compiles a chunk. Nesting is bounded by the parser itself at 200 levels, less the C levels that
 * the caller has used; locals, upvalues, registers and constants by the limits of Lua.
 *
 * @param source - the text, as bytes
 * @param chunkName - as Lua takes it: `line` for a text, `=v` to be shown as it is, `@file`
 * @param cLevels - nested C calls in progress
 * @param worker - pays for looking for names (`searchWork`) while it is compiled; what it throws ends the compilation
 * @throws LuaSyntaxError with Lua's message and line
 */
export function compileChunk(
  source: Uint8Array,
  chunkName: string,
  cLevels = 0,
  worker: Worker = NOBODY,
): CompiledChunk {
  checkSourceLength(source.length);
  if (source[0] === BINARY_SIGNATURE) {
    throw new LuaSyntaxError("attempt to load a binary chunk (mode is 't')");
  }
  const compiler = fengari();
  const state = compiler.newState();
  state.nCcalls = cLevels;
  const dyndata = compiler.newDyndata();
  boundPendingGotos(dyndata);
  const limit = FREE_COMPARISONS + COMPARISONS_PER_BYTE * source.length;
  const model = new BoundedCompilation(dyndata, limit, worker);
  let failure: unknown;
  let compiled: CompiledChunk | undefined;
  watched(model, () => {
    const status = compiler.protect(state, () => {
      try {
        const proto = compiler.parse(state, source, toBytes(chunkName), dyndata);
        compiled = { proto: convertProto(proto), memory: model.finish(), searchWork: model.searchWork };
      } catch (error) {
        failure = error;
        throw error;
      }
    });
    if (SYNTAX_STATUSES.includes(status)) {
      const message = latin1(state.stack[state.top - 1]!.svalue());
      failure = new LuaSyntaxError(
        message.replace(': too many JS levels (limit', ': too many C levels (limit'),
        model.abandon(),
      );
    }
  });
  if (compiled !== undefined) return compiled;
  if (failure instanceof LuaSyntaxError || failure === model.aborted) throw failure;
  throw new Error('the Lua compiler failed', { cause: failure });
}

/** A compilation that ends before it has compared too many names. */
class BoundedCompilation extends CompileMemoryModel {
  /** What the worker has thrown. */
  aborted: unknown = NOBODY;
  #comparisons = 0;
  readonly #limit: number;
  readonly #worker: Worker;

  constructor(dyndata: FengariDyndata, limit: number, worker: Worker) {
    super(dyndata);
    this.#limit = limit;
    this.#worker = worker;
  }

  /** Work of the comparisons that were made, in whole portions. */
  get searchWork(): number {
    return (
      Math.floor(this.#comparisons / COMPARISONS_AT_A_TIME) * (COMPARISONS_AT_A_TIME / COMPARISONS_PER_WORK)
    );
  }

  override compared(): void {
    if (this.#comparisons % COMPARISONS_AT_A_TIME === COMPARISONS_AT_A_TIME - 1) this.#charge();
    if (++this.#comparisons > this.#limit) {
      throw new LuaSyntaxError(
        `too many variables and labels for the names in use (limit is ${this.#limit} comparisons)`,
      );
    }
  }

  #charge(): void {
    try {
      this.#worker.work(COMPARISONS_AT_A_TIME / COMPARISONS_PER_WORK);
    } catch (error) {
      this.aborted = error;
      throw error;
    }
  }
}

/** Who pays. */
interface Worker {
  work(units: number): void;
}

const NOBODY: Worker = { work() {} };

function boundPendingGotos(dyndata: FengariDyndata): void {
  let count = 0;
  Object.defineProperty(dyndata.gt, 'n', {
    get: () => count,
    set(n: number) {
      if (n > MAX_PENDING_GOTOS) {
        throw new LuaSyntaxError(`too many pending gotos (limit is ${MAX_PENDING_GOTOS})`);
      }
      count = n;
    },
  });
}

/** A chunk that does not compile. */
export class LuaSyntaxError extends Error {
  /** @param memory - what the compiler had allocated when it found the error */
  constructor(
    message: string,
    readonly memory?: CompileMemory,
  ) {
    super(message);
  }
}
