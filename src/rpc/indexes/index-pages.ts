import type { IndexPlace } from '../../chain/indexes/index-keys.js';
import type { JsonObject } from '../../codec/json-value.js';
import type { IndexName } from '../../config/index-names.js';
import { RpcError } from '../declaration/errors.js';
import type { NodeServices } from '../node/services.js';
import { DEFAULT_PAGE, LARGEST_PAGE } from './indexes.methods.js';

export interface PageArguments {
  readonly max_count: number | undefined;
  readonly cursor: string | undefined;
}

/**
 * Requires that an index is complete: an answer from a part of it would be wrong without saying so.
 * @returns height of the lowest block that it has
 */
export function requireIndex({ indexes }: Pick<NodeServices, 'indexes'>, name: IndexName): number {
  const { state, done, total, from } = indexes.status(name);
  if (state === 'ready') return from;
  throw new RpcError(
    'MISC_ERROR',
    state === 'off'
      ? `the index ${name} is switched off: start the node with -index=${name}`
      : `the index ${name} is being built or was dropped: it has ${done} of ${total} blocks (see getindexinfo)`,
  );
}

/** How many entries a page may have. @throws RpcError -8 */
export function pageSize({ max_count: count = DEFAULT_PAGE }: PageArguments): number {
  if (count >= 1 && count <= LARGEST_PAGE) return count;
  throw new RpcError('INVALID_PARAMETER', `max_count=${count} must be from 1 to ${LARGEST_PAGE}`, {
    about: String(count),
  });
}

const PLACE = /^(\d{1,10}):(\d{1,10})$/;
const MAX_U32 = 2 ** 32 - 1;

/** The place at which the page before ended. @throws RpcError -8 */
export function placeOfCursor({ cursor = '' }: PageArguments): IndexPlace | undefined {
  if (cursor === '') return undefined;
  const [, height, position] = PLACE.exec(cursor) ?? [];
  if (height === undefined || Number(height) > MAX_U32 || Number(position) > MAX_U32) {
    throw badCursor(cursor, 'such as 120:3');
  }
  return { height: Number(height), position: Number(position) };
}

/** @param form - what a cursor looks like */
export function badCursor(cursor: string, form: string): RpcError {
  return new RpcError('INVALID_PARAMETER', `cursor=${cursor} is not what a page ended with, ${form}`, {
    about: cursor,
  });
}

/** The text of a place. */
export function cursorOf({ height, position }: IndexPlace): string {
  return `${height}:${position}`;
}

/**
 * A page of what is found.
 * @param found - one entry more than the page may have tells that there are more
 * @param cursorOfEntry - where a page ends whose last entry it is
 */
export function pageJson<T>(
  found: Iterable<T>,
  count: number,
  fromHeight: number,
  cursorOfEntry: (entry: T) => string,
): { readonly entries: readonly T[]; readonly members: JsonObject } {
  const all = [...found];
  const entries = all.slice(0, count);
  const last = entries.at(-1);
  const hasMore = all.length > count && last !== undefined;
  return {
    entries,
    members: {
      count: entries.length,
      has_more: hasMore,
      cursor: hasMore ? cursorOfEntry(last) : '',
      from_height: fromHeight,
    },
  };
}
