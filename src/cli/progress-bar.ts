import type { TaskProgress } from '../chain/tasks.js';

/** Milliseconds until a call counts as one that takes long, and between two looks. */
const FIRST_LOOK = 1000;
const PERIOD = 500;
const WIDTH = 30;

/** A bar that shows how far a task is, in one line. */
export function barOf({ id, name, unit, done, total, seconds }: TaskProgress): string {
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const end = `(coind canceltask ${id} ends it)`;
  if (total === 0) return `${name}: ${done} ${unit}, ${time} ${end}`;
  const part = Math.min(done / total, 1);
  const filled = Math.round(part * WIDTH);
  const bar = `${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}`;
  return `${name} [${bar}] ${Math.floor(part * 100)} %, ${done} of ${total} ${unit}, ${time} ${end}`;
}

export interface ProgressBarParts {
  /** Asks the node for its tasks. */
  readonly ask: () => Promise<readonly TaskProgress[]>;
  /** The method that was called, whose task is shown. */
  readonly method: string;
  readonly draw: (text: string) => void;
}

/**
 * Shows how far the task of a call is while the call is not answered.
 * @returns removes the bar
 */
export function showProgress({ ask, method, draw }: ProgressBarParts): () => void {
  let shown = false;
  let ended = false;
  const look = async (): Promise<void> => {
    const tasks = await ask().catch(() => []); // The call itself says what is wrong.
    const task = tasks.find(({ name }) => name === method);
    if (ended) return;
    if (task !== undefined) {
      draw(`\r\u001b[K${barOf(task)}`);
      shown = true;
    }
    timer = setTimeout(look, PERIOD);
  };
  let timer = setTimeout(look, FIRST_LOOK);
  return () => {
    ended = true;
    clearTimeout(timer);
    if (shown) draw('\r\u001b[K');
  };
}
