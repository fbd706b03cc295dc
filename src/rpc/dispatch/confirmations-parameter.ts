import type { Json } from '../../codec/json-value.js';
import { type RpcMethod, takesConfirmations } from '../declaration/registry.js';

/** The place of `min_confirmations` among the parameters of a method that has it, always the last; otherwise -1. */
function placeOf(method: RpcMethod): number {
  return takesConfirmations(method) ? method.declaration.params.length - 1 : -1;
}

/** Whether a call wants a state in which what waits for a block counts. */
export function countsWaiting(method: RpcMethod, params: readonly Json[]): boolean {
  if (method.declaration.minConfirmations !== true) return false;
  const given = params[placeOf(method)];
  return given === 0 || given === 0n;
}

/**
 * Parameters in which `undefined` stands for those that are left out. Whoever gives `min_confirmations` by position
 * has to say something for each parameter before it: null for one that is left out. Elsewhere null is a value as any
 * other, and wrong for most parameters, as in the reference.
 */
export function withoutNulls(method: RpcMethod, params: readonly Json[]): readonly Json[] {
  const place = placeOf(method);
  if (place === -1 || params.length <= place) return params;
  const { params: declared } = method.declaration;
  // Whoever converts parameters passes over those that are undefined.
  return params.map((value, index) =>
    index < place && value === null && declared[index]?.optional === true ? undefined : value,
  ) as readonly Json[];
}
