import type { RegId } from '../codec/regid.js';
import { featureVersionAt, type NetworkParameters } from '../config/network.js';
import { producerSlot, shuffleProducers, shuffleRound } from '../crypto/shuffle.js';
import type { StateReader } from '../state/state.js';
import { ACTIVE_DELEGATES, type Delegate } from '../state/tables/delegates.js';
import { blockIntervalAt } from './inflation.js';

type ScheduleParameters = Pick<NetworkParameters, 'forks' | 'blockInterval' | 'consecutiveBlocks'>;

/** Who produces when: the active delegates in the order of their turns, and whose turn it is. */
export interface ProducerSchedule {
  readonly order: readonly Delegate[];
  /** Index in `order` of the producer whose turn it is. */
  readonly index: number;
}

/** The order of producers for a round. */
type OrderOf = (active: readonly Delegate[], round: number) => readonly Delegate[];

/**
 * Orders of producers, of which the newest of each list is kept: a round lasts many blocks, and the
 * hashing of a shuffle takes its time.
 */
export class ProducerOrders {
  readonly #newest = new WeakMap<
    readonly Delegate[],
    { readonly round: number; readonly order: readonly Delegate[] }
  >();

  readonly of: OrderOf = (active, round) => {
    const known = this.#newest.get(active);
    if (known?.round === round) return known.order;
    const order = shuffleProducers(active, round);
    this.#newest.set(active, { round, order });
    return order;
  };
}

/**
 * The turns of the producers at a block time (spec 08 §6, spec 01 §13.5): a list that is shuffled
 * again for every round. The round follows from the time from R3 on, before from the height.
 *
 * @param active - the active delegates in rank order, at least one
 * @param height - height of the block, for the rules that hold there
 * @param time - block time, seconds since 1970
 * @param orderOf - the shuffle, or one that keeps orders
 */
export function producerSchedule(
  network: ScheduleParameters,
  active: readonly Delegate[],
  height: number,
  time: number,
  orderOf: OrderOf = shuffleProducers,
): ProducerSchedule {
  const version = featureVersionAt(network.forks, height);
  const byTime = version === 'R3' || version === 'R3.5';
  const { beforeR3, fromR3 } = network.consecutiveBlocks;
  const count = active.length;
  const turn = producerSlot({
    time,
    interval: blockIntervalAt(network, height),
    consecutive: byTime ? fromR3 : beforeR3,
    count,
  });
  const round = byTime ? turn.round : shuffleRound(height, count);
  return { order: orderOf(active, round), index: turn.index };
}

/** The active delegates in rank order; none before block 0 is done. */
export function activeDelegates(state: StateReader): readonly Delegate[] {
  return state.get(ACTIVE_DELEGATES, undefined) ?? [];
}

/**
 * The producer whose turn a block time is; undefined while there are no active delegates.
 *
 * @param state - after the parent of the block
 */
export function producerAt(
  network: ScheduleParameters,
  state: StateReader,
  height: number,
  time: number,
  orderOf?: OrderOf,
): RegId | undefined {
  const active = activeDelegates(state);
  if (active.length === 0) return undefined;
  const { order, index } = producerSchedule(network, active, height, time, orderOf);
  return order[index]?.regId;
}
