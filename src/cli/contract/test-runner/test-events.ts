/** What a process that runs tests tells the program that has started it, line by line. */
import { writeSync } from 'node:fs';

export interface TestResult {
  readonly suite: string;
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly milliseconds: number;
  /** What went wrong, as it is shown. */
  readonly failure?: string | undefined;
}

export type TestEvent =
  | { readonly kind: 'begun'; readonly suite: string; readonly name: string }
  | ({ readonly kind: 'result' } & TestResult)
  /** All are through; `defined` counts tests that nothing has run, `left` those that `only` has left out. */
  | { readonly kind: 'ended'; readonly left: number; readonly defined: number };

/** The descriptor of the process that the events go to. */
export const EVENT_DESCRIPTOR = 3;

/** Writes an event before it returns: the test that follows may never give anything else a turn. */
export function writeEvent(event: TestEvent): void {
  const line = Buffer.from(`${JSON.stringify(event)}\n`);
  for (let at = 0; at < line.length; ) {
    try {
      at += writeSync(EVENT_DESCRIPTOR, line, at);
    } catch (error) {
      // The reader is behind; it does nothing else.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}
