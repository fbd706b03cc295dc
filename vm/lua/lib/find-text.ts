/** Finding a text in another in time proportional to both, whatever they are. */

/** Who pays. */
export interface Worker {
  work(units: number): void;
}

/** Up to this length a text is looked for place by place: that is the fastest, and no more than so many times the text. */
const SHORT_PATTERN = 4;

/**
 * The first position from `from` on where a text has a pattern, or -1 (Knuth, Morris and Pratt). V8's own
 * search takes as long as the product of both lengths for texts that are made for it.
 */
export function findText(worker: Worker, text: string, pattern: string, from: number): number {
  const places = Math.max(0, text.length - from);
  worker.work(1 + places + pattern.length);
  if (pattern.length > places) return -1;
  if (pattern.length <= SHORT_PATTERN) return text.indexOf(pattern, from);
  const borders = bordersOf(pattern);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    const c = text.charCodeAt(at);
    while (matched > 0 && pattern.charCodeAt(matched) !== c) matched = borders[matched - 1]!;
    if (pattern.charCodeAt(matched) === c) matched++;
    if (matched === pattern.length) return at + 1 - matched;
  }
  return -1;
}

/** For each beginning of a pattern the length of the longest shorter beginning that it ends with. */
function bordersOf(pattern: string): Int32Array {
  const borders = new Int32Array(pattern.length);
  let matched = 0;
  for (let at = 1; at < pattern.length; at++) {
    const c = pattern.charCodeAt(at);
    while (matched > 0 && pattern.charCodeAt(matched) !== c) matched = borders[matched - 1]!;
    if (pattern.charCodeAt(matched) === c) matched++;
    borders[at] = matched;
  }
  return borders;
}
