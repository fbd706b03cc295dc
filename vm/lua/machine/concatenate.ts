/** Concatenation of strings as the reference pays for it. */

import type { LuaRuntime } from '../value/runtime.js';
import type { LuaString } from '../value/string.js';

/** Work of each string beyond two. */
const PIECE_WORK = 2;

/**
 * Joins strings. Works from the end, as the reference: an empty neighbour costs nothing, everything
 * else is joined in one buffer.
 */
export function concatenate(
  heap: Pick<LuaRuntime, 'checkStringLength' | 'useConcatBuffer' | 'joinedString' | 'work'>,
  pieces: readonly LuaString[],
): LuaString {
  let result = pieces[pieces.length - 1]!;
  let left = pieces.length - 1;
  while (left > 0) {
    const before = pieces[left - 1]!;
    if (result.bytes === '') {
      result = before;
      left--;
    } else if (before.bytes === '') {
      left--;
    } else {
      heap.work(PIECE_WORK * (left - 1));
      let joined = result.bytes;
      for (let i = left - 1; i >= 0; i--) {
        heap.checkStringLength(joined.length + pieces[i]!.bytes.length);
        joined = pieces[i]!.bytes + joined;
      }
      heap.useConcatBuffer(joined.length);
      return heap.joinedString(joined, left + 1);
    }
  }
  return result;
}
