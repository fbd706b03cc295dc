/** The metamethods that a run finds for its values. */
import type { Machine } from '../../machine/machine.js';
import { metamethodOf, metatableOf } from '../../value/metamethods.js';
import type { Value } from '../../value/value.js';

/** The metamethod of a value for an event. */
export function metamethod(machine: Machine, v: Value, event: number): Value {
  return metamethodOf(metatableOf(v, machine.stringMetatable), event);
}

/** The metamethod of an operator: that of the first operand, or of the second. */
export function binaryMetamethod(machine: Machine, event: number, a: Value, b: Value): Value {
  return metamethod(machine, a, event) ?? metamethod(machine, b, event);
}
