import type { Json, JsonObject } from '../../codec/json-value.js';
import { RpcError } from '../declaration/errors.js';
import { usageLine } from '../declaration/help.js';
import type { RpcMethod } from '../declaration/registry.js';

/** How the parameter is called that asks for an earlier block, of methods that can be asked so. */
const HEIGHT = 'height';

/**
 * The parameters of a call by position. Given by name, those that are left out are `undefined` in front of others.
 * @throws RpcError -32602 for a name that the method has not, for one that is missing, and for a wrong number
 */
export function positionalParameters(
  method: RpcMethod,
  given: readonly Json[] | JsonObject,
): readonly Json[] {
  const { params: declared, atHeight = false } = method.declaration;
  const required = declared.filter(({ optional }) => optional !== true).map(({ name }) => name);
  if (isArray(given)) {
    if (given.length >= required.length && given.length <= declared.length + (atHeight ? 1 : 0)) return given;
    throw wrong(method, `${given.length} parameters are given`);
  }
  const names: readonly string[] = declared.map(({ name }) => name);
  const asksForHeight = atHeight && !names.includes(HEIGHT) && given[HEIGHT] !== undefined;
  const unknown = Object.keys(given).find(
    name => !names.includes(name) && !(asksForHeight && name === HEIGHT),
  );
  if (unknown !== undefined) throw wrong(method, `there is no parameter ${unknown}`, unknown);
  const missing = required.find(name => given[name] === undefined);
  if (missing !== undefined) throw wrong(method, `the parameter ${missing} is missing`, missing);
  const values = names.map(name => given[name]);
  while (values.length > 0 && values.at(-1) === undefined) values.pop();
  if (asksForHeight) values.push({ [HEIGHT]: given[HEIGHT] });
  // Whoever converts parameters passes over those that are undefined.
  return values as readonly Json[];
}

function wrong(method: RpcMethod, what: string, parameter?: string): RpcError {
  const names = method.declaration.params.map(({ name }) => name);
  return new RpcError('INVALID_PARAMS', `Invalid params: ${what}; ${usageLine(method)}`, {
    data: { ...(parameter !== undefined && { parameter }), parameters: names },
  });
}

function isArray(given: readonly Json[] | JsonObject): given is readonly Json[] {
  return Array.isArray(given);
}
