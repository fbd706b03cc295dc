import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SeededRandom } from './seeded-random.js';

/** Inputs between two notes of how far a run has come. */
const NOTED_EVERY = 10_000;

/**
 * Gives a test so many random inputs. Each has a seed of its own, which follows from its number and the
 * seed of the run: a failure names both. With env RESUME, a directory, a run that was stopped goes on where it was.
 *
 * @param name - of the run, which names its file too
 * @throws Error that names the input, with what `attempt` has thrown as its cause
 */
export function runInputs(
  name: string,
  count: number,
  attempt: (random: SeededRandom, number: number) => void,
): void {
  const directory = process.env.RESUME;
  const file = directory === undefined ? undefined : join(directory, `${name}.json`);
  const noted =
    file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Progress) : undefined;
  const seed = noted?.seed ?? new SeededRandom().seed;
  for (let number = noted?.done ?? 0; number < count; number++) {
    try {
      attempt(new SeededRandom(seedOf(seed, number)), number);
    } catch (cause) {
      throw new Error(
        `input ${number} of SEED=${seed} failed: ${cause instanceof Error ? cause.message : cause}`,
        { cause },
      );
    }
    if (file !== undefined && (number + 1) % NOTED_EVERY === 0) note(file, { seed, done: number + 1 });
  }
  if (file !== undefined) note(file, { seed, done: count });
}

interface Progress {
  readonly seed: number;
  /** Inputs that need not be tried again. */
  readonly done: number;
}

function note(file: string, progress: Progress): void {
  writeFileSync(file, JSON.stringify(progress));
}

/** Seeds that are far from each other, so that neighbouring inputs have nothing in common. */
function seedOf(seed: number, number: number): number {
  const mixed = Math.imul(seed ^ Math.imul(number + 1, 0x9e3779b1), 0x85ebca6b) >>> 0;
  return mixed === 0 ? 1 : mixed;
}
