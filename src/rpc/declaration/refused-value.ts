import { type Json, type JsonObject, JsonReal } from '../../codec/json-value.js';
import { RpcError } from './errors.js';
import type { ParameterDeclaration } from './method.js';
import type { ParameterType, Position } from './parameters/parameter-type.js';

/**
 * The error of a value that a parameter or a member cannot have. Its message is the reference's; its data say what
 * it is about: `{"parameter":"amount","position":4,"allowed":"amount in sawi from 0 to 21000000000000000","given":-5}`.
 *
 * @param place - the name of the parameter, or of a member in it, such as `vouts[2]`
 * @param given - a number, true, false or null is repeated, of anything else the kind: it may be long, or a secret
 */
export function refusedValue(
  error: RpcError,
  place: Place,
  type: ParameterType<unknown>,
  given: Json,
): RpcError {
  return error.withData({ ...place, allowed: allowedText(type), given: shown(given) });
}

/** Which parameter it is, from 1 on, or which member in one. */
export type Place = { readonly parameter: string; readonly position: number } | { readonly member: string };

/** A parameter with its place, as refusals name it. */
export function parameterPlace(index: number, { name }: ParameterDeclaration): Place {
  return { parameter: name, position: index + 1 };
}

/**
 * A value within a parameter, converted as a parameter would be.
 * @param place - how refusals name it, by default its name
 * @throws RpcError as the type says, with the place and what the value may be
 */
export function converted<T>(
  type: ParameterType<T>,
  value: Json,
  position: Position,
  place: Place = { member: position.name },
): T {
  try {
    return type.convert(value, position);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw refusedValue(error, place, type, value);
  }
}

/**
 * The error of a handler, with the parameter that it is about: the one that was given as what the error says it is
 * about. As it is where that is none, or more than one.
 */
export function withRefusedParameter(
  error: RpcError,
  declared: readonly ParameterDeclaration[],
  params: readonly Json[],
): RpcError {
  const { about } = error;
  if (about === undefined) return error;
  const places = params.flatMap((value, index) => (value === about && declared[index] ? [index] : []));
  const [index] = places;
  const parameter = index === undefined ? undefined : declared[index];
  if (index === undefined || parameter === undefined || places.length > 1) return error;
  return error.withData({ ...parameterPlace(index, parameter), allowed: allowedText(parameter.type) });
}

/** What a value of a type may be, with its limits. */
export function allowedText({ label, schema: { minimum, maximum } }: ParameterType<unknown>): string {
  if (minimum === undefined || maximum === undefined) return label;
  return label.endsWith(` from ${minimum}`)
    ? `${label} to ${maximum}`
    : `${label} from ${minimum} to ${maximum}`;
}

/** What an error is about as a line for people, such as `parameter 4, amount: amount in sawi from 0, given -5`. */
export function refusalText(data: JsonObject): string {
  const { parameter, position, member, allowed, given, detail } = data;
  const place = parameter === undefined ? member : `parameter ${position}, ${parameter}`;
  const parts = [
    ...(place === undefined ? [] : [`${place}: ${allowed}`]),
    ...(given === undefined ? [] : [`given ${given instanceof JsonReal ? given.value : given}`]),
    ...(detail === undefined ? [] : [String(detail)]),
  ];
  return parts.join(', ');
}

function shown(given: Json): Json {
  if (given === null || typeof given === 'boolean' || typeof given === 'number') return given;
  if (typeof given === 'bigint' || given instanceof JsonReal) return given;
  if (typeof given === 'string')
    return given === '' ? 'an empty text' : `a text of ${given.length} characters`;
  if (Array.isArray(given)) return `an array of ${given.length}`;
  return 'an object';
}
