/**
 * The order in which producers take turns (spec 01 §13.5, §13.6; spec 08 §6). It follows the
 * reference bit by bit, its reuse of a finished hash and its skipped positions included, because
 * recorded blocks name their producers by it.
 */
import { ByteWriter } from '../codec/writer.js';
import { sha256 } from './hash.js';
import { Sha256State } from './sha256-state.js';

const WORDS_PER_SEED = 4;

/**
 * The seeds of a shuffle, 32 bytes each, without end.
 *
 * @param round - see {@link shuffleRound}.
 */
export function* shuffleSeeds(round: number | bigint): Generator<Buffer, never> {
  const text = Buffer.from(round.toString(), 'latin1');
  const writer = new ByteWriter();
  writer.compactSize(text.length);
  writer.bytes(text);
  const context = new Sha256State().update(writer.finish());
  for (;;) {
    const seed = sha256(context.digest());
    yield seed;
    context.update(seed);
  }
}

/**
 * The producers in the order of their turns.
 *
 * @param list - the active producers in rank order; it is not modified.
 * @param round - see {@link shuffleRound}.
 */
export function shuffleProducers<T>(list: readonly T[], round: number | bigint): T[] {
  const shuffled = [...list];
  const count = BigInt(shuffled.length);
  let i = 0;
  for (const seed of shuffleSeeds(round)) {
    if (i >= shuffled.length) break;
    for (let word = 0; word < WORDS_PER_SEED && i < shuffled.length; word++, i++) {
      const j = Number(seed.readBigUInt64LE(8 * word) % count);
      [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
    }
    // The reference counts once more for each seed, so every fifth position is never a start (O-31).
    i++;
  }
  return shuffled;
}

/** Where a moment lies in the producers' schedule. */
export interface ProducerSlotQuery {
  /** Block time, seconds since 1970, a non-negative integer. */
  readonly time: number;
  /** Block interval in seconds. */
  readonly interval: number;
  /** How many blocks a producer makes in a row: 2 from R3 on, 1 before. */
  readonly consecutive: number;
  /** Number of active producers, at least 1. */
  readonly count: number;
}

/** The turn at a moment. */
export interface ProducerSlot {
  /** Number of the turn since 1970. A turn is `consecutive` blocks of one producer. */
  readonly slot: number;
  /** Seeds the shuffle; the same for `count` turns. */
  readonly round: number;
  /** Index of the producer in the shuffled list. */
  readonly index: number;
}

/**
 * The round that a turn belongs to, which seeds the shuffle: the number s of spec 01 §13.6. Division
 * rounds up, so a round begins one turn after a multiple of `count`.
 *
 * @param turn - the slot from R3 on, the block height before R3.
 * @param count - number of active producers, at least 1.
 */
export function shuffleRound(turn: number, count: number): number {
  const rest = turn % count;
  return (turn - rest) / count + (rest > 0 ? 1 : 0);
}

/**
 * The turn at a block time from R3 on (spec 01 §13.5). Before R3 slot and index hold as well, with
 * `consecutive` 1, but the round follows from the height: see {@link shuffleRound}.
 *
 * @throws RangeError when an argument is not an integer in its range.
 */
export function producerSlot({ time, interval, consecutive, count }: ProducerSlotQuery): ProducerSlot {
  if (!Number.isSafeInteger(time) || time < 0) {
    throw new RangeError(`a block time is a non-negative number of seconds, got ${time}`);
  }
  for (const [name, value] of Object.entries({ interval, consecutive, count })) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new RangeError(`${name} is a positive integer, got ${value}`);
    }
  }
  const slot = Math.floor(Math.floor(time / interval) / consecutive);
  return { slot, round: shuffleRound(slot, count), index: slot % count };
}
