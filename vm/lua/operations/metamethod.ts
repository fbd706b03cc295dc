/** The metamethods that a run finds for its values. */
import type { Machine } from '../machine.js';
import { metamethodOf, metatableOf } from '../metamethods.js';
import type { Value } from '../value.js';

/** The metamethod of a value for an event. */
export function metamethod(machine: Machine, v: Value, event: number): Value {
  return metamethodOf(metatableOf(v, machine.stringMetatable), event);
}

/** The metamethod of an operator: that of the first operand, or of the second. */
export function binaryMetamethod(machine: Machine, event: number, a: Value, b: Value): Value {
  return metamethod(machine, a, event) ?? metamethod(machine, b, event);
}
