/** Decides when a function is worth translating. */
import type { Proto, TranslatedCode } from '../proto.js';

/** The translated form of a function that has become hot, or undefined. */
export function translateWhenHot(proto: Proto): TranslatedCode | undefined {
  return proto.translated ?? undefined;
}
