import { record, u8, u32, type ValueOf, varint32, varint64, vector } from '../../codec/codec.js';
import { DecodeError } from '../../codec/errors.js';
import { type RegId, regId, regIdFromRaw, regIdRaw } from '../../codec/regid.js';
import { PROTOCOL } from '../../config/network.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { descendingU64Key, tupleKey, unitKey } from '../key-codecs.js';
import type { StateReader, StateWriter } from '../state.js';
import { defineTable, type KeyCodec } from '../table.js';
import { valueCodec } from '../typed-values.js';
import { regIdKey } from './keys.js';
import { presence } from './presence.js';

const delegate = record({ regId, votes: varint64 });
/** A producer with the votes, in sawi, that it had when votes were counted. */
export type Delegate = ValueOf<typeof delegate>;

/** Regids as their raw bytes, little-endian: their order is not that of heights (spec 08 §5). */
const rawRegIdKey: KeyCodec<RegId> = {
  size: 6,
  encode: id => regIdRaw(id).toString('latin1'),
  decode: text => regIdFromRaw(Buffer.from(text, 'latin1')),
};

/**
 * The candidates in rank order: votes descending, then the raw bytes of the regid ascending (spec
 * 08 §5). A candidate that once had votes stays in, even with zero votes.
 */
export const DELEGATE_RANKING = defineTable({
  name: 'delegate-ranking',
  prefix: TABLE_PREFIX.delegateRanking,
  key: tupleKey<readonly [votes: bigint, candidate: RegId]>(descendingU64Key, rawRegIdKey),
  value: presence,
  consensus: true,
});

/** Height of the newest block with a vote: one number. */
export const LAST_VOTE_HEIGHT = defineTable({
  name: 'last-vote-height',
  prefix: TABLE_PREFIX.lastVoteHeight,
  key: unitKey,
  value: valueCodec(varint32),
  consensus: true,
});

/**
 * Of the votes that a candidate has, those in sawi that the voting contract gave; the others are users' own.
 * A candidate without any is not in it, and nobody is where the contract's votes are not kept apart.
 */
export const CONTRACT_VOTES = defineTable({
  name: 'contract-votes',
  prefix: TABLE_PREFIX.contractVotes,
  key: regIdKey,
  value: valueCodec(varint64),
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

/** Before the first counting. */
export const INITIAL_PENDING_DELEGATES: PendingDelegates = Object.freeze({
  state: 'none',
  countedHeight: 0,
  list: [],
});

export const PENDING_DELEGATES = defineTable({
  name: 'pending-delegates',
  prefix: TABLE_PREFIX.pendingDelegates,
  key: unitKey,
  value: valueCodec(pending),
  consensus: true,
});

/** The producers whose turn it can be, in rank order: one list. */
export const ACTIVE_DELEGATES = defineTable({
  name: 'active-delegates',
  prefix: TABLE_PREFIX.activeDelegates,
  key: unitKey,
  value: valueCodec(vector(delegate)),
  consensus: true,
});

/** How many producers there are: `next` from `effectiveHeight` on, `current` before (spec 05 §12.3). */
const producerCountChange = record({ current: u32, next: u32, effectiveHeight: u32 });

/** Absent until governance changes the number of producers for the first time. */
export const PRODUCER_COUNT = defineTable({
  name: 'producer-count',
  prefix: TABLE_PREFIX.producerCount,
  key: unitKey,
  value: valueCodec(producerCountChange),
  consensus: true,
});

/** How many producers there are at a height (spec 05 §12.3). */
export function producerCountAt(state: StateReader, height: number): number {
  const change = state.get(PRODUCER_COUNT, undefined);
  if (change === undefined) return PROTOCOL.initialProducerCount;
  return height >= change.effectiveHeight ? change.next : change.current;
}

/**
 * Moves a candidate to its place in the ranking, or enters it.
 *
 * @param before - the candidate's votes so far, in sawi
 * @param after - its votes from now on
 */
export function rankCandidate(state: StateWriter, candidate: RegId, before: bigint, after: bigint): void {
  // Erased first: with equal votes the reference's other order loses the candidate (spec 07, A8).
  state.delete(DELEGATE_RANKING, [before, candidate]);
  state.put(DELEGATE_RANKING, [after, candidate], true);
}

/** The first `count` candidates of the ranking that have at least `minimumVotes` sawi of votes. */
export function topCandidates(state: StateReader, count: number, minimumVotes: bigint): Delegate[] {
  const top: Delegate[] = [];
  for (const [[votes, candidate]] of state.iterate(DELEGATE_RANKING, { limit: count })) {
    if (votes < minimumVotes) break;
    top.push({ regId: candidate, votes });
  }
  return top;
}
