import type { Json, JsonObject } from '../../codec/json-value.js';
import { RpcError } from '../declaration/errors.js';
import { object } from '../declaration/parameters/index.js';
import type { ParameterType } from '../declaration/parameters/parameter-type.js';
import { converted } from '../declaration/refused-value.js';

/**
 * The elements of an array parameter, each an object.
 * @throws RpcError -1 for another element
 */
export function objectElements(elements: readonly Json[], name: string): JsonObject[] {
  return elements.map((element, index) =>
    converted(object, element, { index, name }, { member: `${name}[${index}]` }),
  );
}

/**
 * A member of an object inside a parameter, converted as a parameter would be.
 * @throws RpcError -8 when it is missing or null (spec 02 §3.5), or as the type says
 */
export function member<T>(holder: JsonObject, name: string, type: ParameterType<T>): T {
  const value = holder[name];
  if (value === undefined || value === null) {
    throw new RpcError('INVALID_PARAMETER', `field ${name} not found in json object`);
  }
  return converted(type, value, { index: 0, name });
}
