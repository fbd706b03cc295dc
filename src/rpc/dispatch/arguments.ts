import type { Json } from '../../codec/json-value.js';
import type { Caller } from '../declaration/caller.js';
import { RpcError } from '../declaration/errors.js';
import { methodUsage } from '../declaration/help.js';
import { jsonTypeName } from '../declaration/json-type.js';
import { converted, parameterPlace, refusedValue } from '../declaration/refused-value.js';
import type { RpcMethod } from '../declaration/registry.js';

/**
 * Checks how many parameters there are.
 *
 * @throws RpcError -1 with the usage line and the parameters (spec 02 §1.7)
 */
export function checkCount(method: RpcMethod, params: readonly Json[]): void {
  const { params: declared } = method.declaration;
  const required = declared.filter(parameter => parameter.optional !== true).length;
  if (params.length < required || params.length > declared.length) {
    throw new RpcError('MISC_ERROR', methodUsage(method, params.length));
  }
}

/**
 * The positional type check of typed methods: only the parameters that are present, and null never passes.
 *
 * @throws RpcError -3 (spec 02 §1.7)
 */
export function checkTypes(method: RpcMethod, params: readonly Json[]): void {
  for (const [index, value] of params.entries()) {
    // Left out by a caller who names parameters.
    if (value === undefined) continue;
    const parameter = method.declaration.params[index]!;
    const { type } = parameter;
    const actual = jsonTypeName(value);
    if (!type.accepts.includes(actual)) {
      const message = `Expected type ${type.accepts[0]}, got ${actual} for params[${index}]`;
      throw refusedValue(new RpcError('TYPE_ERROR', message), parameterPlace(index, parameter), type, value);
    }
  }
}

/**
 * The arguments for the handler by name; omitted ones are undefined.
 *
 * @throws RpcError as the parameter's type says
 */
export function convertArguments(
  method: RpcMethod,
  params: readonly Json[],
  caller: Caller,
): Readonly<Record<string, unknown>> {
  const named: Record<string, unknown> = {};
  for (const [index, value] of params.entries()) {
    // Left out by a caller who names parameters.
    if (value === undefined) continue;
    const parameter = method.declaration.params[index]!;
    const { name, type } = parameter;
    const position = { index, name, caller };
    named[name] = converted(type, value, position, parameterPlace(index, parameter));
  }
  return named;
}
