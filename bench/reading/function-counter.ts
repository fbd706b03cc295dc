import { type Profiler, Session } from 'node:inspector/promises';

/** How many functions of a file have run. */
export interface FunctionsOfFile {
  /** The address of the script, such as `file:///…/dist/src/node.js`. */
  readonly file: string;
  readonly functions: number;
}

/** Counts which functions run in this thread, by V8's own counters. Slow while it is on. */
export class FunctionCounter {
  readonly #session: Session;

  private constructor(session: Session) {
    this.#session = session;
  }

  static async started(): Promise<FunctionCounter> {
    const session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    return new FunctionCounter(session);
  }

  /** The files whose functions have run since the last call, and how many of each. */
  async take(): Promise<readonly FunctionsOfFile[]> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    return result
      .map(script => ({ file: script.url, functions: ranIn(script) }))
      .filter(each => each.functions > 0);
  }

  async stop(): Promise<void> {
    await this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }
}

function ranIn({ functions }: Profiler.ScriptCoverage): number {
  return functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length;
}
