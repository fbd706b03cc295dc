import type { Json, JsonObject } from '../../src/codec/json-value.js';

/** The code of the error that an answer has. */
export function errorCode(answer: Json): number | undefined {
  const error = errorOf(answer);
  return error && Number(error.code);
}

/** The message of the error that an answer has, otherwise empty. */
export function errorMessage(answer: Json): string {
  return String(errorOf(answer)?.message ?? '');
}

function errorOf(answer: Json): JsonObject | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { error } = answer as JsonObject;
  return typeof error === 'object' && error !== null ? (error as JsonObject) : undefined;
}

/** The members of a result; none where it is no object. */
export function resultOf(answer: Json): JsonObject {
  const { result = null } = typeof answer === 'object' && answer !== null ? (answer as JsonObject) : {};
  return typeof result === 'object' && result !== null ? (result as JsonObject) : {};
}
