/** What has to be undone when a node stops, or when its start fails half-way. */
export class Cleanup {
  readonly #steps: (() => void | Promise<void>)[] = [];

  /** Adds a step; steps run in the reverse order. */
  add(step: () => void | Promise<void>): void {
    this.#steps.push(step);
  }

  /** Runs every step, whether others fail or not. @throws the first failure */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
