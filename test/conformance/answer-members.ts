import type { Json, JsonObject } from '../../src/codec/json-value.js';

/** The code of the error that an answer has. */
export function errorCode(answer: Json): number | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { error } = answer as JsonObject;
  if (typeof error !== 'object' || error === null) return undefined;
  return Number((error as JsonObject).code);
}

/** The members of a result; none where it is no object. */
export function resultOf(answer: Json): JsonObject {
  const { result = null } = typeof answer === 'object' && answer !== null ? (answer as JsonObject) : {};
  return typeof result === 'object' && result !== null ? (result as JsonObject) : {};
}
