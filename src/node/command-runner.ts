import { type ChildProcess, spawn } from 'node:child_process';

/** Commands that run at the same time, and that wait for one of them to end. */
const MOST_RUNNING = 8;
const MOST_WAITING = 1000;
/** Values that may stand in a command: digits, letters and a sign, nothing that means anything to a shell. */
const HARMLESS = /^-?[0-9a-z]+$/;

/** Runs commands of the operator, a bounded number at the same time; those beyond wait in their order. */
export class CommandRunner {
  readonly #option: string;
  readonly #onProblem: (problem: Error) => void;
  readonly #running = new Set<ChildProcess>();
  readonly #waiting: string[] = [];
  #dropped = 0;

  /**
   * @param option - where the commands come from, for messages
   * @param onProblem - gets what goes wrong
   */
  constructor(option: string, onProblem: (problem: Error) => void) {
    this.#option = option;
    this.#onProblem = onProblem;
  }

  /**
   * Runs a command in a shell.
   * @param values - what stands for `%` and each of these letters
   * @throws RangeError for a value that could mean anything to a shell
   */
  run(command: string, values: Readonly<Record<string, string>>): void {
    const filled = filledCommand(command, values);
    if (this.#waiting.length < MOST_WAITING) this.#waiting.push(filled);
    else this.#dropped++;
    this.#next();
  }

  #next(): void {
    while (this.#running.size < MOST_RUNNING) {
      const command = this.#waiting.shift();
      if (command === undefined) break;
      this.#start(command);
    }
    if (this.#dropped === 0 || this.#waiting.length > 0) return;
    this.#onProblem(
      new Error(
        `${this.#dropped} commands of -${this.#option} were left out: ${MOST_WAITING} waited already`,
      ),
    );
    this.#dropped = 0;
  }

  #start(command: string): void {
    const child = spawn(command, { shell: true, stdio: 'ignore' });
    // A node that stops does not wait for it.
    child.unref();
    this.#running.add(child);
    const ended = (problem: string | undefined): void => {
      if (!this.#running.delete(child)) return;
      if (problem !== undefined) this.#onProblem(new Error(`-${this.#option}: \`${command}\` ${problem}`));
      this.#next();
    };
    child.once('error', error => ended(`cannot be started: ${error.message}`));
    child.once('exit', (code, signal) => {
      if (code === 0) ended(undefined);
      else ended(signal === null ? `ended with code ${code}` : `was ended by ${signal}`);
    });
  }
}

/** A command with its values in the places of `%` and a letter. @throws RangeError */
export function filledCommand(command: string, values: Readonly<Record<string, string>>): string {
  return command.replace(/%([a-z])/g, (all, letter: string) => {
    const value = values[letter];
    if (value === undefined) return all;
    if (!HARMLESS.test(value)) throw new RangeError(`${JSON.stringify(value)} may not stand in a command`);
    return value;
  });
}
