const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** Exit code of a node that was made to end before it had stopped in good order. */
const FORCED = 1;

/**
 * Calls back at the first signal to end; the second one ends the process at once, for a stop that
 * hangs. @returns ends the listening
 */
export function onEndSignal(callback: (signal: string) => void): () => void {
  let received = false;
  const listener = (signal: NodeJS.Signals): void => {
    if (received) process.exit(FORCED);
    received = true;
    callback(signal);
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}

/** Calls back at each SIGHUP, which a program that rotates logs sends, and a terminal that is closed. @returns ends it */
export function onReopenSignal(callback: () => void): () => void {
  process.on('SIGHUP', callback);
  return () => {
    process.off('SIGHUP', callback);
  };
}
