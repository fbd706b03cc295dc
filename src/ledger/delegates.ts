import { sameRegId } from '../codec/regid.js';
import { featureVersionAt, type NetworkParameters } from '../config/network.js';
import type { StateReader, StateWriter } from '../state/state.js';
import {
  ACTIVE_DELEGATES,
  type Delegate,
  INITIAL_PENDING_DELEGATES,
  LAST_VOTE_HEIGHT,
  PENDING_DELEGATES,
  type PendingDelegates,
  producerCountAt,
  topCandidates,
} from '../state/tables/delegates.js';

type CountingParameters = Pick<NetworkParameters, 'forks' | 'voteCounting' | 'mended'>;

/**
 * Counts the votes and activates the result when it is time, at the end of a block (spec 08 §5):
 * votes are counted at multiples of the counting interval, and the resulting producers take turns
 * from the block after the activation delay on. Below R3 both happen in every block.
 */
export function processDelegates(network: CountingParameters, state: StateWriter, height: number): void {
  const timing = countingAt(network, height);
  const before = state.get(PENDING_DELEGATES, undefined) ?? INITIAL_PENDING_DELEGATES;
  const counted = isCountingDue(timing, state, before, height)
    ? countVotes(network, state, before, height)
    : before;
  const result = activateIfDue(timing, state, counted, height);
  if (result !== before) state.put(PENDING_DELEGATES, undefined, result);
}

interface CountingTiming {
  readonly interval: number;
  readonly activationDelay: number;
}

/** When votes are counted and their result holds, at a height. */
export function countingAt({ forks, voteCounting }: CountingParameters, height: number): CountingTiming {
  const version = featureVersionAt(forks, height);
  return version === 'R3' || version === 'R3.5' ? voteCounting : { interval: 1, activationDelay: 0 };
}

/** Spec 08 §5, step 1. */
function isCountingDue(
  { interval }: CountingTiming,
  state: StateReader,
  pending: PendingDelegates,
  height: number,
): boolean {
  if (pending.state === 'pending' || height % interval !== 0) return false;
  const votedSince = (state.get(LAST_VOTE_HEIGHT, undefined) ?? 0) > pending.countedHeight;
  const active = state.get(ACTIVE_DELEGATES, undefined) ?? [];
  return pending.countedHeight === 0 || votedSince || active.length !== producerCountAt(state, height);
}

/** Spec 08 §5, step 2: the newly counted list waits for its activation if it differs from the active one. */
function countVotes(
  { mended }: CountingParameters,
  state: StateReader,
  before: PendingDelegates,
  height: number,
): PendingDelegates {
  const minimumVotes = mended.electOnlyVotedCandidates ? 1n : 0n;
  const list = topCandidates(state, producerCountAt(state, height), minimumVotes);
  const counted = { ...before, countedHeight: height };
  // Without candidates the producers stay who they are (decision D9).
  if (list.length === 0) return counted;
  const changed = !sameDelegates(list, state.get(ACTIVE_DELEGATES, undefined) ?? []);
  return { ...counted, list, state: changed ? 'pending' : before.state };
}

/** Spec 08 §5, step 3. */
function activateIfDue(
  { activationDelay }: CountingTiming,
  state: StateWriter,
  pending: PendingDelegates,
  height: number,
): PendingDelegates {
  if (pending.state !== 'pending' || height - pending.countedHeight < activationDelay) return pending;
  state.put(ACTIVE_DELEGATES, undefined, pending.list);
  return { ...pending, state: 'activated' };
}

/** Whether two lists name the same producers with the same votes in the same order. */
function sameDelegates(a: readonly Delegate[], b: readonly Delegate[]): boolean {
  return (
    a.length === b.length &&
    a.every((delegate, i) => delegate.votes === b[i]!.votes && sameRegId(delegate.regId, b[i]!.regId))
  );
}
