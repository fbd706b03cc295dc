import { setTimeout as delay } from 'node:timers/promises';
import { type ScrubParts, scrub } from '../chain/scrub.js';
import { TaskCancelled, type TaskControl, type Tasks } from '../chain/tasks.js';
import { callAfter } from '../config/long-timer.js';

const HOUR = 3_600_000;
/** The first look comes so long after the start, in milliseconds. */
const FIRST = 600_000;
/** After each slice the scrub waits so many milliseconds: it takes a small part of one core. */
const REST = 200;
/** Milliseconds of work between two rests. */
const SLICE = 10;

export interface BackgroundScrubParts extends Omit<ScrubParts, 'task'> {
  readonly tasks: Tasks;
  /** Hours between two looks; 0: never. */
  readonly hours: number;
  /** Is called with what was found. */
  readonly onDamage: (problem: string) => void;
  /** Gets what goes wrong with the scrub itself. */
  readonly onProblem: (error: Error) => void;
}

/** Looks at everything that is stored from time to time, slowly. @returns ends that */
export function scrubInBackground(parts: BackgroundScrubParts): () => void {
  const { tasks, hours, onDamage, onProblem } = parts;
  if (hours === 0) return () => undefined;
  let cancel: () => void;
  const look = async (): Promise<void> => {
    try {
      const problem = await tasks.run('scrub', 'bytes of the log', task =>
        scrub({ ...parts, task: slowly(task) }),
      );
      if (problem !== undefined) onDamage(problem);
    } catch (error) {
      if (error instanceof TaskCancelled) return;
      onProblem(new Error('what is stored could not be looked at', { cause: error }));
    }
    cancel = callAfter(hours * HOUR, () => void look());
  };
  cancel = callAfter(FIRST, () => void look());
  return () => cancel();
}

/** A task that rests between its slices. */
export function slowly(task: TaskControl): TaskControl {
  let began = performance.now();
  return {
    report: (done, total) => task.report(done, total),
    check: () => task.check(),
    async turn() {
      task.check();
      if (performance.now() - began < SLICE) return;
      await delay(REST);
      began = performance.now();
      task.check();
    },
  };
}
