/** What passes between the frames of functions that the interpreter runs: arguments and results. */

import type { Proto } from '../bytecode/proto.js';
import type { LuaClosure } from '../value/function.js';
import type { Value } from '../value/value.js';
import type { CallInfo } from './call-info.js';
import type { Machine } from './machine.js';

/** The arguments of a running function beyond its parameters. */
export function variableArguments(stack: readonly Value[], ci: CallInfo, proto: Proto): Value[] {
  return stack.slice(Math.min(ci.func + 1 + proto.parameterCount, ci.base), ci.base);
}

/** Replaces the running function by the one it calls last. */
export function enterTail(
  machine: Machine,
  ci: CallInfo,
  f: LuaClosure,
  func: number,
  count: number,
): CallInfo {
  // As in the reference, the new frame is first prepared as a call, then moved down.
  const called = machine.enterLua(f, func, count, ci.wanted);
  machine.closeUpvalues(ci.base);
  const distance = called.func - ci.func;
  const stack = machine.stack;
  const end = called.base + f.proto.parameterCount;
  for (let at = called.func; at < end; at++) stack[at - distance] = stack[at];
  ci.closure = f;
  ci.base = called.base - distance;
  ci.pc = 0;
  ci.tail = true;
  machine.ci = ci;
  return ci;
}

/** Puts the results of a call into registers, or all of them with `machine.top` behind the last. */
export function storeResults(machine: Machine, first: Value, at: number, wanted: number): void {
  const { stack, resultCount: count } = machine;
  if (count === 1) {
    stack[at] = first;
  } else {
    for (let n = wanted < 0 ? count - 1 : Math.min(count, wanted) - 1; n >= 0; n--)
      stack[at + n] = machine.results[n];
  }
  if (wanted < 0) machine.top = at + count;
  else for (let n = count; n < wanted; n++) stack[at + n] = undefined;
}

/** Moves results down to where the caller wants them. */
export function moveResults(machine: Machine, from: number, count: number, to: number, wanted: number): void {
  const stack = machine.stack;
  if (wanted < 0) {
    for (let n = 0; n < count; n++) stack[to + n] = stack[from + n];
    machine.top = to + count;
    return;
  }
  for (let n = 0; n < wanted; n++) stack[to + n] = n < count ? stack[from + n] : undefined;
}
