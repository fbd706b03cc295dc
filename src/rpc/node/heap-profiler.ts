import { writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { requireOrdinaryTarget } from '../../storage/ordinary-file.js';
import { requireWriting } from '../../storage/read-only.js';

const DEFAULT_PREFIX = 'coind';
const NUMBER_DIGITS = 4;

/**
 * The sampling heap profiler of V8 for this process: where memory that is still in use was allocated.
 * Profiles are files `<prefix>.0001.heapprofile` and so on, which the developer tools of a browser open.
 */
export class HeapProfiler {
  #session: Session | undefined;
  #prefix = DEFAULT_PREFIX;
  #written = 0;

  get isRunning(): boolean {
    return this.#session !== undefined;
  }

  /** Starts sampling. If it is sampling already, later profiles go to files with the new prefix. */
  async start(prefix: string = DEFAULT_PREFIX): Promise<void> {
    requireWriting('the heap profiler');
    this.#prefix = prefix;
    if (this.#session !== undefined) return;
    const session = new Session();
    session.connect();
    this.#session = session;
    await session.post('HeapProfiler.startSampling');
  }

  /** Ends sampling. What was not dumped is lost. */
  async stop(): Promise<void> {
    requireWriting('the heap profiler');
    const session = this.#session;
    this.#session = undefined;
    if (session === undefined) return;
    await session.post('HeapProfiler.stopSampling');
    session.disconnect();
  }

  /**
   * Writes a profile of what was allocated since the start and is in use still.
   * @returns the file's path; undefined when the profiler does not run
   * @throws Error when the file cannot be written
   */
  async dump(): Promise<string | undefined> {
    requireWriting('the heap profiler');
    if (this.#session === undefined) return undefined;
    const { profile } = await this.#session.post('HeapProfiler.getSamplingProfile');
    const path = `${this.#prefix}.${String(++this.#written).padStart(NUMBER_DIGITS, '0')}.heapprofile`;
    await requireOrdinaryTarget(path);
    await writeFile(path, JSON.stringify(profile));
    return path;
  }
}
