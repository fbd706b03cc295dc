/** How messages show the name of a chunk. */

const MAX_LENGTH = 60;
const PREFIX = '[string "';
const DOTS = '...';
const SUFFIX = '"]';

/** `line` becomes `[string "line"]`, `=v` becomes `v`, `@file` becomes `file`; long names are cut. */
export function shownChunkName(source: string): string {
  const cText = source.includes('\0') ? source.slice(0, source.indexOf('\0')) : source;
  if (cText.startsWith('=')) return cText.slice(1, MAX_LENGTH);
  if (cText.startsWith('@')) {
    return cText.length <= MAX_LENGTH
      ? cText.slice(1)
      : DOTS + cText.slice(cText.length - (MAX_LENGTH - 1 - DOTS.length));
  }
  const newline = cText.indexOf('\n');
  const room = MAX_LENGTH - PREFIX.length - DOTS.length - SUFFIX.length - 1;
  if (newline < 0 && cText.length < room) return PREFIX + cText + SUFFIX;
  const firstLine = newline < 0 ? cText : cText.slice(0, newline);
  return PREFIX + firstLine.slice(0, room) + DOTS + SUFFIX;
}
