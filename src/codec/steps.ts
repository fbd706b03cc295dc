/** Work that pauses between its steps, for others to have their turns: nothing that it depends on may change before it ends. */
export type Steps<T> = Generator<void, T, void>;

/** Does work to its end without a pause. */
export function atOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
