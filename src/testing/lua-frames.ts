import type { Proto } from '../../vm/lua/bytecode/proto.js';
import { compileContract } from '../../vm/lua/contract.js';
import type { SourceLocation, StackFrame } from './call-failed.js';

/** How messages of the engine name a contract's source (spec 03 §6.1), and a line of it. */
const POSITION = /\[string "line"\]:(\d+)/;
const HOST = /^\[host\]: (?:base\.)?(.*)$/;
/** What the ledger writes before a message of a contract. */
const INTRODUCTION = /^run-script-error: (?:(?:lua_pcallk|luaL_loadbuffer) failed: )?/;

/** The call stack of a run that failed, from the lines of its traceback (innermost first). */
export function luaFrames(traceback: readonly string[], source: Uint8Array, file: string): StackFrame[] {
  const functions = functionsOf(source);
  return traceback.map(text => {
    const host = HOST.exec(text);
    if (host !== null) return { location: undefined, name: host[1]! };
    const location = locationIn(text, file);
    return { location, name: location === undefined ? text : functions.nameAt(location.line) };
  });
}

/** The frames of a function of `mylib` that was called on a line. */
export function framesOf(
  source: Uint8Array,
  file: string,
  { line, function: name }: { readonly line: number; readonly function: string },
): StackFrame[] {
  const called = { location: undefined, name };
  if (line === 0) return [called];
  return [called, { location: { file, line }, name: functionsOf(source).nameAt(line) }];
}

/** The place that a message of the engine begins with. */
export function locationIn(message: string, file: string): SourceLocation | undefined {
  const line = POSITION.exec(message)?.[1];
  return line === undefined ? undefined : { file, line: Number(line) };
}

/** What a contract said, from the reason with which the ledger refuses its call. */
export function luaMessage(reason: string): string {
  const message = reason.replace(INTRODUCTION, '');
  return message.replace(/^\[string "line"\]:\d+: /, '').trimEnd();
}

/** The functions of a source by the lines that they are on. */
export interface SourceFunctions {
  nameAt(line: number): string;
}

/** @throws LuaSyntaxError */
export function functionsOf(source: Uint8Array): SourceFunctions {
  const lines = Buffer.from(source).toString('utf8').split(/\r?\n/);
  const main = compileContract(source).proto;
  return {
    nameAt(line) {
      const found = innermost(main, line);
      return found === main
        ? 'main chunk'
        : functionName(lines[found.lineDefined - 1] ?? '', found.lineDefined);
    },
  };
}

/** The innermost function whose lines include one. */
function innermost(proto: Proto, line: number): Proto {
  const inner = proto.protos.find(each => each.lineDefined <= line && line <= lastLine(each));
  return inner === undefined ? proto : innermost(inner, line);
}

/** The line of a function's `end`, where its last instruction is. */
function lastLine({ lines }: Proto): number {
  return lines[lines.length - 1] ?? 0;
}

/** The name in the line that defines a function. */
function functionName(line: string, lineDefined: number): string {
  const match = /function\s+([\w.:]+)/.exec(line) ?? /([\w.]+)\s*=\s*function/.exec(line);
  return match?.[1] ?? `function of line ${lineDefined}`;
}
