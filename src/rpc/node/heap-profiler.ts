import { Session } from 'node:inspector/promises';
import { requireWriting } from '../../storage/read-only.js';
import { writeNewFile } from '../../storage/whole-file.js';
import { PathRefused } from '../files/path-refused.js';

const NUMBER_DIGITS = 4;
const MAX_PROFILES = 9999;

/**
 * Says where a file can be made, from what is appended to the beginning of its path.
 * @throws PathRefused
 */
export type ProfilePlace = (suffix: string) => Promise<string>;

/**
 * The sampling heap profiler of V8 for this process: where memory that is still in use was allocated.
 * Profiles are files `<prefix>.0001.heapprofile` and so on, which the developer tools of a browser open.
 */
export class HeapProfiler {
  #session: Session | undefined;
  #place: ProfilePlace | undefined;
  #written = 0;

  get isRunning(): boolean {
    return this.#session !== undefined;
  }

  /**
   * Starts sampling. If it is sampling already, later profiles go to files at the new place.
   * @throws PathRefused where no file can be made there; it does not start then
   */
  async start(place: ProfilePlace): Promise<void> {
    requireWriting('the heap profiler');
    this.#written = 0;
    await this.#nextPath(place);
    this.#place = place;
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
   * @throws PathRefused, FileExists; what the file system says
   */
  async dump(): Promise<string | undefined> {
    requireWriting('the heap profiler');
    if (this.#session === undefined || this.#place === undefined) return undefined;
    const { profile } = await this.#session.post('HeapProfiler.getSamplingProfile');
    const path = await this.#nextPath(this.#place);
    await writeNewFile(path, JSON.stringify(profile));
    return path;
  }

  /** The path with the next number at which there is nothing. */
  async #nextPath(place: ProfilePlace): Promise<string> {
    for (;;) {
      const number = String(this.#written + 1).padStart(NUMBER_DIGITS, '0');
      try {
        return await place(`.${number}.heapprofile`);
      } catch (error) {
        const isTaken = error instanceof PathRefused && error.code === 'exists';
        if (!isTaken || this.#written >= MAX_PROFILES) throw error;
        this.#written++;
      }
    }
  }
}
