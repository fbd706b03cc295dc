/**
 * A place in the stream of events: so many of the block of a hash have been seen, all of them where `seen` is
 * undefined, and everything before. Height -1 with an empty hash is the beginning of the chain.
 */
export interface Position {
  readonly height: number;
  readonly hash: string;
  readonly seen?: number | undefined;
}

/** Before block 0. */
export const BEGINNING: Position = { height: -1, hash: '' };

const CURSOR = /^(-1|\d{1,10}):([0-9a-f]{64}|)(?::(\d{1,9}))?$/;

/** The text of a position, such as `12:00ab…:3`. */
export function cursorText({ height, hash, seen }: Position): string {
  return seen === undefined ? `${height}:${hash}` : `${height}:${hash}:${seen}`;
}

/** The position that a text names; undefined for a text that is no cursor. */
export function parseCursor(text: string): Position | undefined {
  const [, height, hash = '', seen] = CURSOR.exec(text) ?? [];
  if (height === undefined || (height === '-1') !== (hash === '')) return undefined;
  return { height: Number(height), hash, ...(seen !== undefined && { seen: Number(seen) }) };
}
