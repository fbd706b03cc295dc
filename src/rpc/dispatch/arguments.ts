import type { Json } from '../../codec/json-value.js';
import type { Caller } from '../declaration/caller.js';
import { RpcError } from '../declaration/errors.js';
import { methodHelp } from '../declaration/help.js';
import { jsonTypeName } from '../declaration/json-type.js';
import type { RpcMethod } from '../declaration/registry.js';

/**
 * Checks how many parameters there are.
 *
 * @throws RpcError -1 with the method's help, whose first line is the usage line (spec 02 §1.7)
 */
export function checkCount(method: RpcMethod, params: readonly Json[]): void {
  const { params: declared } = method.declaration;
  const required = declared.filter(parameter => parameter.optional !== true).length;
  if (params.length < required || params.length > declared.length) {
    throw new RpcError('MISC_ERROR', methodHelp(method));
  }
}

/**
 * The positional type check of typed methods: only the parameters that are present, and null never passes.
 *
 * @throws RpcError -3 (spec 02 §1.7)
 */
export function checkTypes(method: RpcMethod, params: readonly Json[]): void {
  for (const [index, value] of params.entries()) {
    const { accepts } = method.declaration.params[index]!.type;
    const actual = jsonTypeName(value);
    if (!accepts.includes(actual)) {
      throw new RpcError('TYPE_ERROR', `Expected type ${accepts[0]}, got ${actual} for params[${index}]`);
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
  const converted: Record<string, unknown> = {};
  for (const [index, value] of params.entries()) {
    const { name, type } = method.declaration.params[index]!;
    converted[name] = type.convert(value, { index, name, caller });
  }
  return converted;
}
