import { decode } from '../codec/codec.js';
import { BLOCK_KIND, BLOCK_STORE_PREFIX, WALLET_INDEX_KIND, WALLET_INDEX_PREFIX } from '../storage/layout.js';
import type { BlockLog } from './block-log.js';
import { LOG_POSITION_KEY, placeCodec, stalePlaceCodec } from './block-records.js';

const PLACE = BLOCK_KIND.place.charCodeAt(0);
const STALE_PLACE = BLOCK_KIND.stalePlace.charCodeAt(0);

/** Up to where a store has followed the log of what waits: another place in each directory. */
const WAITING_POSITION = Buffer.from(WALLET_INDEX_PREFIX + WALLET_INDEX_KIND.logged, 'latin1');

/**
 * The entries of a store that follows a log of blocks, as a chain without a log has them: with the bytes of
 * the blocks in place of their places in the log.
 */
export function* entriesWithoutLog(
  entries: Iterable<[Buffer, Buffer]>,
  log: Pick<BlockLog, 'rawBlock'>,
): Generator<[Buffer, Buffer]> {
  for (const [key, value] of entries) {
    const kind = key[0] === BLOCK_STORE_PREFIX ? key[1] : undefined;
    if (kind === PLACE) yield [ofKind('block', key), log.rawBlock(decode(placeCodec, value))];
    else if (kind === STALE_PLACE)
      yield [ofKind('stale', key), log.rawBlock(decode(stalePlaceCodec, value).place)];
    else if (!key.equals(LOG_POSITION_KEY) && !key.equals(WAITING_POSITION)) yield [key, value];
  }
}

function ofKind(kind: 'block' | 'stale', key: Buffer): Buffer {
  return Buffer.concat([Buffer.of(BLOCK_STORE_PREFIX, BLOCK_KIND[kind].charCodeAt(0)), key.subarray(2)]);
}
