import { test } from 'uvu';
import { LockTimer } from '../../src/wallet/lock-timer.js';

const HOUR = 3_600_000;

test('a clock that is set back after the wallet was opened keeps it open no longer', async () => {
  let back = 0;
  const timer = new LockTimer(() => Date.now() - back);
  // A timer keeps no process alive.
  const alive = setInterval(() => undefined, HOUR);
  const locked = new Promise<void>(resolve => timer.set(Date.now() + 50, resolve));
  back = HOUR;
  await locked;
  clearInterval(alive);
});

test('a clock that is set forward locks the wallet when it next looks, and not before it has to', async () => {
  let ahead = 0;
  const timer = new LockTimer(() => Date.now() + ahead);
  const alive = setInterval(() => undefined, HOUR);
  ahead = HOUR;
  await new Promise<void>(resolve => timer.set(Date.now() + 50, resolve));
  clearInterval(alive);
});

test.run();
