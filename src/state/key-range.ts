import type { KeyCodec } from './table.js';

/**
 * Which entries of a table to iterate over, all of them by default. Every condition that is given
 * holds. `prefix` is encoded text that keys begin with, see `TupleKeyCodec.prefixOf`; `from` (included) and `below`
 * (excluded) are encoded texts, which need not be keys.
 */
export interface KeyRange<K> {
  gte?: K;
  gt?: K;
  lt?: K;
  lte?: K;
  prefix?: string;
  from?: string;
  below?: string;
  reverse?: boolean;
  /** Greatest number of entries. */
  limit?: number;
}

/** Encoded keys from `lower` (included) to `upper` (excluded; `undefined`: to the end of the table). */
export interface TextBounds {
  lower: string;
  upper: string | undefined;
}

/** The bounds of a range. `lower` is not below `upper` if no key can be inside. */
export function textBoundsOf<K>(codec: KeyCodec<K>, range: KeyRange<K>): TextBounds {
  const { gte, gt, lt, lte, prefix, from } = range;
  const bounds: TextBounds = { lower: '', upper: undefined };
  if (gte !== undefined) raise(bounds, codec.encode(gte));
  if (gt !== undefined) raise(bounds, `${codec.encode(gt)}\0`);
  if (lt !== undefined) cut(bounds, codec.encode(lt));
  if (lte !== undefined) cut(bounds, `${codec.encode(lte)}\0`);
  if (prefix !== undefined) {
    raise(bounds, prefix);
    cut(bounds, afterPrefix(prefix));
  }
  if (from !== undefined) raise(bounds, from);
  cut(bounds, range.below);
  return bounds;
}

function raise(bounds: TextBounds, lower: string): void {
  if (lower > bounds.lower) bounds.lower = lower;
}

function cut(bounds: TextBounds, upper: string | undefined): void {
  if (upper !== undefined && (bounds.upper === undefined || upper < bounds.upper)) bounds.upper = upper;
}

/** The least text above all that begin with `prefix`; `undefined` if there is none. */
function afterPrefix(prefix: string): string | undefined {
  for (let end = prefix.length - 1; end >= 0; end--) {
    const code = prefix.charCodeAt(end);
    if (code < 0xff) return prefix.slice(0, end) + String.fromCharCode(code + 1);
  }
  return undefined;
}
