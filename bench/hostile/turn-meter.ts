import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../../test/support/temporary-directory.js';

/** How often the thread writes down what it has measured, in milliseconds. */
const WRITING_INTERVAL = 100;

/**
 * Measures the longest turn of the thread that serves in a node of another process: how long its event loop was held up
 * at most. The only other threads that load it have data of their own, or are told to load nothing.
 */
export class TurnMeter {
  readonly #file = join(temporaryDirectory(), 'longest-turn');

  /** Node.js with what it has to load first. */
  get command(): [string, ...string[]] {
    const source = `import { isMainThread, workerData } from 'node:worker_threads';
      import { monitorEventLoopDelay } from 'node:perf_hooks';
      import { writeFileSync } from 'node:fs';
      if (!isMainThread && workerData === null) {
        const delays = monitorEventLoopDelay({ resolution: 1 });
        delays.enable();
        const write = () => writeFileSync(${JSON.stringify(this.#file)}, String(delays.max / 1e6));
        setInterval(write, ${WRITING_INTERVAL}).unref();
        setTimeout(() => { delays.reset(); write(); }, ${WRITING_INTERVAL}).unref();
      }`;
    return [process.execPath, '--import', `data:text/javascript,${encodeURIComponent(source)}`];
  }

  /** Milliseconds; undefined where no thread of its own serves. */
  get longestTurn(): number | undefined {
    try {
      return Number(readFileSync(this.#file, 'utf8'));
    } catch {
      return undefined;
    }
  }
}
