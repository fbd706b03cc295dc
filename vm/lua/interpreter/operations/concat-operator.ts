/** The operator `..` on any values. */

import { concatenate } from '../../machine/concatenate.js';
import { isNumber } from '../../value/arithmetic.js';
import { binaryMetamethod, Event, typeName } from '../../value/metamethods.js';
import type { LuaRuntime } from '../../value/runtime.js';
import { LuaString } from '../../value/string.js';
import type { Value } from '../../value/value.js';
import { toLuaString } from './convert.js';

/**
 * `..` of values in the stack, from the last to the first; the result is at `first`.
 *
 * @param count - number of values, at least 2
 */
export function concat(machine: LuaRuntime, first: number, count: number): void {
  const stack = machine.stack;
  let left = count;
  while (left > 1) {
    const last = first + left - 1;
    const a = stack[last - 1];
    const b = stack[last];
    const canJoin = (isNumber(a) || a instanceof LuaString) && (isNumber(b) || b instanceof LuaString);
    if (!canJoin) {
      const method = binaryMetamethod(machine, Event.concat, a, b);
      if (method === undefined) concatError(machine, last, a, b);
      stack[last - 1] = machine.callForOne(method, 2, a, b);
      left--;
      continue;
    }
    // Join as many as are strings or numbers.
    const pieces: LuaString[] = [toLuaString(machine, b)];
    let from = last;
    while (from > first) {
      const piece = stack[from - 1];
      if (!(isNumber(piece) || piece instanceof LuaString)) break;
      if (
        pieces.length === 1 &&
        piece instanceof LuaString &&
        (pieces[0]!.bytes === '' || piece.bytes === '')
      ) {
        // An empty neighbour joins without a buffer, and only these two.
        if (pieces[0]!.bytes === '') pieces[0] = piece;
        from--;
        break;
      }
      pieces.push(toLuaString(machine, piece));
      from--;
    }
    pieces.reverse();
    stack[from] = concatenate(machine, pieces);
    machine.checkCollector();
    left = from - first + 1;
  }
}

function concatError(machine: LuaRuntime, last: number, a: Value, b: Value): never {
  const firstIsFine = isNumber(a) || a instanceof LuaString;
  const variable = machine.describeSlot(firstIsFine ? last : last - 1);
  machine.runError('attempt to %s a %s value%s', 'concatenate', typeName(firstIsFine ? b : a), variable);
}
