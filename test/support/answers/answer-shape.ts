import { jsonEntries } from '../../../src/codec/json.js';
import { type Json, type JsonObject, JsonReal } from '../../../src/codec/json-value.js';
import { jsonTypeName } from '../../../src/rpc/declaration/json-type.js';
import { readLines } from '../vectors/vectors.js';

/** The members of an answer in their order with the types of their values; a list has the shape of its first element. */
export type Shape = string | readonly Shape[] | { readonly members: readonly (readonly [string, Shape])[] };

/** The shape of an answer. */
export function shapeOf(value: Json): Shape {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  const type = jsonTypeName(value);
  if (type !== 'obj') return type;
  return { members: [...jsonEntries(value as JsonObject)].map(([key, member]) => [key, shapeOf(member)]) };
}

/** The shape without the members that this node adds to what the reference answers. */
export function without(shape: Shape, added: readonly string[]): Shape {
  if (typeof shape === 'string') return shape;
  if (!('members' in shape)) return shape.map(element => without(element, added));
  return {
    members: shape.members
      .filter(([key]) => !added.includes(key))
      .map(([key, member]) => [key, without(member, added)]),
  };
}

interface RecordedAnswer {
  readonly method: string;
  readonly result: unknown;
}

let recorded: readonly RecordedAnswer[] | undefined;

/**
 * The shapes of what the reference node answered to a method, in recordings of a running node.
 * @param matches - which of the recorded answers
 */
export function recordedShape(method: string, matches: (result: JsonObject) => boolean = () => true): Shape {
  recorded ??= readLines<RecordedAnswer>('oracle/method-answers');
  const answer = recorded.find(
    candidate => candidate.method === method && matches(candidate.result as JsonObject),
  );
  if (!answer) throw new Error(`there is no recorded answer of ${method} like that`);
  return shapeOf(withReals(answer.result) as Json);
}

/** The vector file marks numbers that were printed with a fraction. */
function withReals(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReals);
  if (typeof value !== 'object' || value === null) return value;
  if ('$real' in value) return new JsonReal(Number(value.$real));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withReals(member)]));
}
