import { record, u8, u32, type ValueOf, varint32, varint64, vector } from '../../codec/codec.js';
import { DecodeError } from '../../codec/errors.js';
import { type RegId, regId } from '../../codec/regid.js';
import { descendingU64Key, tupleKey, unitKey } from '../key-codecs.js';
import type { StateReader, StateWriter } from '../state.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';
import { presence } from './presence.js';
import { rawRegIdKey } from './regid-key.js';

const delegate = record({ regId, votes: varint64 });
/** A producer with the votes, in sawi, that it had when votes were counted. */
export type Delegate = ValueOf<typeof delegate>;

/**
 * The candidates in rank order: votes descending, then the raw bytes of the regid ascending
 * (spec 08 §5). Whoever once had votes stays in, with zero votes too.
 */
export const delegateRanking = defineTable({
  name: 'delegate ranking',
  prefix: 40,
  key: tupleKey<readonly [votes: bigint, candidate: RegId]>(descendingU64Key, rawRegIdKey),
  value: presence,
  consensus: true,
});

/** Height of the newest block with a vote: one number. */
export const lastVoteHeight = defineTable({
  name: 'last vote height',
  prefix: 41,
  key: unitKey,
  value: valueCodec(varint32),
  consensus: true,
});

const COUNTING_STATES = ['none', 'pending', 'activated'] as const;

const pending = record({
  state: {
    read(reader) {
      const code = u8.read(reader);
      const state = COUNTING_STATES[code];
      if (state === undefined) throw new DecodeError(`no state of a counting has the number ${code}`);
      return state;
    },
    write: (writer, state: (typeof COUNTING_STATES)[number]) =>
      u8.write(writer, COUNTING_STATES.indexOf(state)),
  },
  countedHeight: u32,
  list: vector(delegate),
});
/** The result of the newest counting of votes, whether it waits for its activation, in rank order. */
export type PendingDelegates = ValueOf<typeof pending>;

export const pendingDelegates = defineTable({
  name: 'pending delegates',
  prefix: 42,
  key: unitKey,
  value: valueCodec(pending),
  consensus: true,
});

/** The producers whose turn it can be, in rank order: one list. */
export const activeDelegates = defineTable({
  name: 'active delegates',
  prefix: 43,
  key: unitKey,
  value: valueCodec(vector(delegate)),
  consensus: true,
});

const producerCountChange = record({ current: u32, next: u32, effectiveHeight: u32 });
/** How many producers there are: `next` from `effectiveHeight` on, `current` before (spec 05 §12.3). */
export type ProducerCount = ValueOf<typeof producerCountChange>;

/** Absent until governance changes the number of producers for the first time. */
export const producerCount = defineTable({
  name: 'producer count',
  prefix: 44,
  key: unitKey,
  value: valueCodec(producerCountChange),
  consensus: true,
});

/**
 * Moves a candidate to its place in the ranking.
 *
 * @param before - votes in the ranking so far; undefined for somebody who is not in it
 */
export function rankCandidate(
  state: StateWriter,
  candidate: RegId,
  before: bigint | undefined,
  after: bigint,
): void {
  // Erased first: with equal votes the reference's other order loses the candidate (spec 07, A8).
  if (before !== undefined) state.delete(delegateRanking, [before, candidate]);
  state.put(delegateRanking, [after, candidate], true);
}

/** The first `count` candidates of the ranking that have at least `minimumVotes` sawi of votes. */
export function topCandidates(state: StateReader, count: number, minimumVotes: bigint): Delegate[] {
  const top: Delegate[] = [];
  for (const [[votes, candidate]] of state.iterate(delegateRanking, { limit: count })) {
    if (votes < minimumVotes) break;
    top.push({ regId: candidate, votes });
  }
  return top;
}
