import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../codec/steps.js';

/**
 * How long a task works before others of its thread get a turn, in milliseconds. A call that waits for the disk and for
 * other threads needs several turns: it waits for as many slices. A turn costs about a fiftieth of that.
 */
export const SLICE_MILLISECONDS = 2;

/**
 * Divides a long task into slices, so that requests, blocks and signals have their turn in between. Whatever the
 * task has read of the node can be another after a turn of the others.
 *
 * ```ts
 * if (turns.areDue) await turns.give();
 * ```
 */
export class Turns {
  #began = performance.now();

  /** Whether the present slice is used up. */
  get areDue(): boolean {
    return performance.now() - this.#began >= SLICE_MILLISECONDS;
  }

  /** Lets others have their turn, and begins the next slice. */
  async give(): Promise<void> {
    await setImmediate();
    this.#began = performance.now();
  }
}

/**
 * Does work that pauses between its steps.
 * @param turn - lets others have their turn if one is due; default: as {@link Turns} says
 */
export async function inTurns<T>(steps: Steps<T>, turn = turnsWhenDue()): Promise<T> {
  let step = steps.next();
  while (!step.done) {
    await turn();
    step = steps.next();
  }
  return step.value;
}

function turnsWhenDue(): () => Promise<void> {
  const turns = new Turns();
  return async () => {
    if (turns.areDue) await turns.give();
  };
}
