/** Repetitions; the fastest counts, as the one that other work on the machine disturbed least. */
const REPETITIONS = 3;
/** A measurement takes at least so many milliseconds: what V8's threads do beside it would else decide it. */
const LEAST_MILLISECONDS = 20;

/** Milliseconds of processor time for a million units of what something says that it took. */
export function costOf(run: () => number): number {
  run();
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < REPETITIONS; i++) {
    const started = process.cpuUsage();
    let units = 0;
    let milliseconds = 0;
    while (milliseconds < LEAST_MILLISECONDS) {
      units += run();
      const { user, system } = process.cpuUsage(started);
      milliseconds = (user + system) / 1000;
    }
    best = Math.min(best, milliseconds * (1e6 / units));
  }
  return best;
}
