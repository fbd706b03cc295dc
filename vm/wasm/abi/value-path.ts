/**
 * Values within each other at most, from the whole down: structs nest 32 types at most (spec 04 §4.3), and
 * names that stand for arrays of each other some more.
 */
export const MOST_STEPS = 64;
/** Characters of the way to a value that messages show: names are as long as an ABI makes them. */
const SHOWN_CHARACTERS = 256;

/** The way to a value, such as `transfer.to[3]`; a long one is cut, and says so. */
export function placeText(path: readonly string[]): string {
  let text = '';
  for (const step of path) {
    text += step;
    if (text.length > SHOWN_CHARACTERS) return `${text.slice(0, SHOWN_CHARACTERS)}... (cut)`;
  }
  return text;
}
