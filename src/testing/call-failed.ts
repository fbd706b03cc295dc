import { inspect } from 'node:util';
import { MAX_TRACEBACK } from '../../vm/lua/machine/errors.js';
import type { RefusedCall } from './call-outcome.js';
import { callTreeText, type ShownCall } from './call-tree-text.js';

/** Where a failure happened in the source of a contract. */
export interface SourceLocation {
  /** As it was given at deployment; the contract's name where it was deployed from text. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** A frame of a contract's call stack, innermost first. */
export interface StackFrame {
  /** Undefined for functions of the host. */
  readonly location: SourceLocation | undefined;
  /** The function's name, `main chunk` for the body of the contract. */
  readonly name: string;
}

/** What is known of a call that the ledger has refused. */
export interface CallFailure {
  /** Code with which the ledger refuses the transaction (spec 01 §18.1). */
  readonly code: number;
  /** Reason text of the ledger, complete. */
  readonly reason: string;
  /** What the contract itself said, without positions; the reason where it said nothing. */
  readonly summary: string;
  /** Of actions only: which exception, with its full number (spec 04 §9). */
  readonly exception?: { readonly code: number; readonly name: string } | undefined;
  /** Of the contract, where it is on the chain already. */
  readonly regId?: string | undefined;
  /** Name of the contract, and how it was called. */
  readonly contract: string;
  readonly method: string;
  /** Innermost first. */
  readonly frames: readonly StackFrame[];
  /** What the contract had logged until then. */
  readonly logs: readonly string[];
  /** What functions of `mylib` had refused until then. */
  readonly refusals: readonly RefusedCall[];
  /** What the transaction has called, found out when it is asked for; undefined where that is not possible. */
  readonly calls?: (() => readonly ShownCall[]) | undefined;
  /** Source texts by file, for the excerpt in the message. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Refusals that the message shows, the last ones. */
const SHOWN_REFUSALS = 10;
/** Lines of source that the message shows before and after the one that failed. */
const CONTEXT_LINES = 2;

/** A call that the ledger has refused. It has cost nothing and changed nothing (decision D21). */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly code: number;
  readonly reason: string;
  readonly summary: string;
  readonly exception: CallFailure['exception'];
  readonly frames: readonly StackFrame[];
  readonly logs: readonly string[];
  readonly refusals: readonly RefusedCall[];

  readonly #failure: CallFailure;

  constructor(failure: CallFailure) {
    super(messageOf(failure));
    this.stack = `${this.name}: ${this.message.split('\n', 1)[0]}${callersOf(this)}`;
    this.#failure = failure;
    this.code = failure.code;
    this.reason = failure.reason;
    this.summary = failure.summary;
    this.exception = failure.exception;
    this.frames = failure.frames;
    this.logs = failure.logs;
    this.refusals = failure.refusals;
  }

  /**
   * Which contract has called which, with arguments, fuel, and what each has logged, stored, moved and been refused; empty
   * where nothing was called, or the call was made in the middle of a block. The call is made again for it, on the chain
   * as it was.
   */
  callTree(): string {
    const { calls, regId, sources } = this.#failure;
    const [file] = sources.keys();
    return callTreeText(calls?.() ?? [], contract => (contract === regId ? file : undefined));
  }

  /** What consoles show: the whole message, of which the stack contains only the first line. */
  [inspect.custom](): string {
    const frames = this.stack?.slice(this.stack.indexOf('\n')) ?? '';
    return `${this.name}: ${this.message}${frames}`;
  }

  /** The innermost place in a contract's source; undefined where none is known. */
  get location(): SourceLocation | undefined {
    return this.frames.find(({ location }) => location !== undefined)?.location;
  }
}

/** Frames of the harness itself, which are of no use to its users. */
const HARNESS = new URL('.', import.meta.url).href;

/**
 * The frames of a failure that are not the harness's own. Test functions show the message, then the stack
 * from its second line on: hence the stack has the message's first line only.
 */
function callersOf({ stack = '', message }: CallFailed): string {
  const frames = stack.slice(stack.indexOf(message) + message.length).split('\n');
  return frames.filter(frame => !frame.includes(HARNESS)).join('\n');
}

function messageOf(failure: CallFailure): string {
  const { code, reason, summary, contract, method, frames, logs, refusals, sources } = failure;
  const parts = [`${contract}: ${method} failed: ${summary}`];
  const location = frames.find(frame => frame.location !== undefined)?.location;
  const source = location && sources.get(location.file);
  if (location !== undefined && source !== undefined) {
    parts.push(`${location.file}:${location.line}`, sourceExcerpt(source, location.line));
  }
  if (frames.length > 0)
    parts.push(['call stack:', ...frameLines(frames).map(line => `  ${line}`)].join('\n'));
  if (logs.length > 0) parts.push(['logged before:', ...logs.map(line => `  ${line}`)].join('\n'));
  const [file = contract] = sources.keys();
  if (refusals.length > 0) {
    const lines = refusals.slice(-SHOWN_REFUSALS).map(each => `  ${refusalText(file, each)}`);
    parts.push(['what mylib refused:', ...lines].join('\n'));
  }
  parts.push(`code ${code}, ${reason.trim()}`);
  return parts.join('\n');
}

/** `file:line: mylib.WriteData: why`. */
export function refusalText(file: string, { line, function: name, reason }: RefusedCall): string {
  return `${file}:${line}: ${name}: ${reason}`;
}

/** One line for each frame; those that are the same one after the other share one. */
function frameLines(frames: readonly StackFrame[]): string[] {
  const lines: string[] = [];
  const texts = frames.map(frameText);
  for (let first = 0, next = 0; first < texts.length; first = next) {
    while (texts[next] === texts[first]) next++;
    const times = next - first;
    lines.push(times === 1 ? texts[first]! : `${texts[first]}, ${times} times`);
  }
  return frames.length === MAX_TRACEBACK ? [...lines, '...'] : lines;
}

function frameText({ location, name }: StackFrame): string {
  return location === undefined ? `${name} (host)` : `${name} (${location.file}:${location.line})`;
}

/** The lines around one, which is marked; numbers in front. */
function sourceExcerpt(source: string, line: number): string {
  const lines = source.split(/\r?\n/);
  const first = Math.max(line - CONTEXT_LINES, 1);
  const last = Math.min(line + CONTEXT_LINES, lines.length);
  const width = String(last).length;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
    .map(n => `${n === line ? '>' : ' '} ${String(n).padStart(width)} | ${lines[n - 1]}`.trimEnd())
    .join('\n');
}
