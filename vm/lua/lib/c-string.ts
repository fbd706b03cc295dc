/** Texts where C sees them end at their first zero byte. */
const ZERO = '\0';

/**
 * The part of a text that a C function sees.
 *
 * @param limit - maximum number of bytes that are read
 */
export function cString(text: string, limit = text.length): string {
  const seen = limit < text.length ? text.slice(0, limit) : text;
  const end = seen.indexOf(ZERO);
  return end < 0 ? seen : seen.slice(0, end);
}
