import { type Json, type JsonObject, JsonReal } from '../codec/json-value.js';
import type { Json as Answer } from './methods.generated.js';

/** Plain JavaScript values: numbers with a fraction as such, objects with the usual prototype. */
export function answerOf(value: Json): Answer {
  if (value instanceof JsonReal) return value.value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(answerOf);
  const members = Object.entries(value as JsonObject);
  return Object.fromEntries(members.map(([name, member]) => [name, answerOf(member ?? null)]));
}
