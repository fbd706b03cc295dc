/** Names that differ in more characters than this are not taken for a misspelling. */
const MAX_DISTANCE = 3;

/** The name that a misspelt one was probably meant to be, or undefined. */
export function nearestName(misspelt: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.min(MAX_DISTANCE, misspelt.length - 1) + 1;
  for (const name of names) {
    const distance = editDistance(misspelt, name);
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best;
}

/** How many characters must be inserted, removed or replaced (Levenshtein). */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const current = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = previous[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[j]! + 1, current[j - 1]! + 1));
    }
    previous = current;
  }
  return previous[to.length]!;
}
