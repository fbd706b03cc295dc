import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/config/package-root.js';
import type { BenchRequest } from './arguments.js';
import { checkOut } from './checkout.js';
import { type ComparedFigure, compared, comparisonJson, type Figures, mediansOf, named } from './figures.js';
import { ProcessGroup } from './process-group.js';
import { runBenchmark } from './run-benchmark.js';

/**
 * Runs several benchmarks, or those of two commits in turn, each in a process of its own, prints what
 * they print, and the comparison. Everything that it made is taken away at the end, and where it is
 * interrupted.
 *
 * @returns what is printed as JSON
 */
export async function runSession(request: BenchRequest): Promise<Readonly<Record<string, unknown>>> {
  const session = new Session(request);
  let isInterrupted = false;
  const interrupted = (signal: NodeJS.Signals) => {
    isInterrupted = true;
    void session.end().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143));
  };
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    return await session.run();
  } catch (error) {
    // What fails because it was ended is not worth a message; the process exits when everything is removed.
    if (isInterrupted) await new Promise<never>(() => {});
    throw error;
  } finally {
    await session.end();
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', interrupted);
  }
}

class Session {
  readonly #request: BenchRequest;
  readonly #processes = new ProcessGroup();
  #removeCheckout: (() => Promise<void>) | undefined;
  #ending: Promise<void> | undefined;

  constructor(request: BenchRequest) {
    this.#request = request;
  }

  async run(): Promise<Readonly<Record<string, unknown>>> {
    const { against } = this.#request;
    const root = packageRoot();
    if (against === undefined) {
      const [figures] = await this.#rounds([root]);
      return this.#joined(figures);
    }
    console.log(`building ${against}`);
    const { commit, folder } = await checkOut(root, against, this.#processes, remove => {
      this.#removeCheckout = remove;
    });
    const missing = this.#request.names.find(name => !existsSync(join(folder, 'dist/bench', `${name}.js`)));
    if (missing !== undefined) throw new Error(`commit ${commit} has no benchmark ${missing}`);
    const [here, there] = (await this.#rounds([root, folder])).map(figures => this.#joined(figures));
    if (here === undefined || there === undefined) throw new Error('a side was not measured');
    console.table(compared(here, there).map(each => rowOf(each, commit)));
    return comparisonJson(commit, here, there);
  }

  /** Ends what runs and removes what was made, once. */
  end(): Promise<void> {
    this.#ending ??= this.#processes.stop().then(() => this.#removeCheckout?.());
    return this.#ending;
  }

  /** Each benchmark in turn on all sides, round after round; by side, the medians by benchmark. */
  async #rounds(folders: readonly string[]): Promise<readonly ReadonlyMap<string, Figures>[]> {
    const sides = folders.map(folder => ({ folder, measured: new Map<string, Figures[]>() }));
    for (const name of this.#request.names) {
      for (let round = 1; round <= this.#request.rounds; round++) {
        for (const { folder, measured } of sides) {
          if (sides.length > 1)
            console.log(`\n${name}, round ${round} of ${this.#request.rounds}, ${folder}`);
          const before = measured.get(name) ?? [];
          const figures = await runBenchmark(this.#processes, folder, name, this.#request.volumes);
          measured.set(name, [...before, figures]);
        }
      }
    }
    return sides.map(
      ({ measured }) => new Map([...measured].map(([name, rounds]) => [name, mediansOf(rounds)])),
    );
  }

  /** One benchmark keeps the names of its figures; those of several begin with the name of theirs. */
  #joined(figures: ReadonlyMap<string, Figures> | undefined): Figures {
    const [only, ...others] = figures?.values() ?? [];
    if (figures === undefined || only === undefined) throw new Error('nothing was measured');
    return others.length === 0 ? only : named(figures);
  }
}

function rowOf(
  { figure, here, against, ratio }: ComparedFigure,
  commit: string,
): Record<string, string | number> {
  const shown = (value: number | undefined) => (value === undefined ? '' : Number(value.toPrecision(5)));
  return {
    figure,
    here: shown(here),
    [commit]: shown(against),
    ratio: ratio === undefined ? '' : ratio.toFixed(3),
  };
}
