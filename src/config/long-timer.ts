/** The longest delay of `setTimeout`, 24.8 days in milliseconds; with a longer one it calls back at once. */
export const MAX_TIMER_DELAY: number = 2 ** 31 - 1;

/** What sets one timer; tests provide their own. @returns cancels it */
export type SetTimer = (delay: number, callback: () => void) => () => void;

const setTimer: SetTimer = (delay, callback) => {
  const timer = setTimeout(callback, delay);
  return () => clearTimeout(timer);
};

/**
 * Calls back once after a delay of any length: every delay that is computed goes through this.
 * @param delay - milliseconds; less than 0 is 0
 * @returns cancels the call
 */
export function callAfter(delay: number, callback: () => void, timer: SetTimer = setTimer): () => void {
  let cancel: () => void;
  const wait = (left: number): void => {
    const step = Math.min(Math.max(left, 0), MAX_TIMER_DELAY);
    cancel = timer(step, () => (left > step ? wait(left - step) : callback()));
  };
  wait(delay);
  return () => cancel();
}
