import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { callAfter, MAX_TIMER_DELAY, type SetTimer } from '../../src/config/long-timer.js';
import { packageRoot } from '../../src/config/package-root.js';

/** Timers that fire when a test says so. */
class Timers {
  readonly delays: number[] = [];
  #callback: (() => void) | undefined;

  readonly set: SetTimer = (delay, callback) => {
    this.delays.push(delay);
    this.#callback = callback;
    return () => {
      this.#callback = undefined;
    };
  };

  /** @returns whether a timer was set */
  fire(): boolean {
    const callback = this.#callback;
    this.#callback = undefined;
    callback?.();
    return callback !== undefined;
  }
}

for (const delay of [
  0,
  1,
  MAX_TIMER_DELAY,
  MAX_TIMER_DELAY + 1,
  40 * 86_400_000,
  100 * MAX_TIMER_DELAY + 5,
]) {
  test(`a call after ${delay} ms comes once, after timers that are all short enough`, () => {
    const timers = new Timers();
    let calls = 0;
    callAfter(delay, () => calls++, timers.set);
    while (calls === 0) assert.ok(timers.fire());
    assert.not(timers.fire());
    assert.ok(timers.delays.every(each => each <= MAX_TIMER_DELAY));
    assert.is(
      timers.delays.reduce((sum, each) => sum + each, 0),
      delay,
    );
    assert.is(calls, 1);
  });
}

test('a call that is cancelled does not come, in whatever part of its delay', () => {
  for (const fired of [0, 1, 2]) {
    const timers = new Timers();
    let calls = 0;
    const cancel = callAfter(3 * MAX_TIMER_DELAY, () => calls++, timers.set);
    for (let i = 0; i < fired; i++) timers.fire();
    cancel();
    assert.not(timers.fire());
    assert.is(calls, 0);
  }
});

test('no other code of the node sets a timer with a computed delay', () => {
  const root = join(packageRoot(), 'src');
  const others: string[] = [];
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name === join('config', 'long-timer.ts')) continue;
    for (const [, delay] of readFileSync(join(root, name), 'utf8').matchAll(
      /(?<!\.)\bset(?:Timeout|Interval)\((.*)\)/g,
    )) {
      // A constant, or one that is bounded by the longest delay.
      if (!/^(.*, )?[A-Z_]+$/.test(delay!) && !delay!.includes('MAX_TIMER_DELAY'))
        others.push(`${name}: ${delay}`);
    }
  }
  assert.equal(others, []);
});

test.run();
