import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { addressGroup } from '../../../src/rpc/http/address-group.js';
import { delayAfter, LONGEST_DELAY_MS, PasswordGuesses } from '../../../src/rpc/http/password-guesses.js';
import type { User } from '../../../src/rpc/http/users.js';

const ALICE: User = { user: 'alice', role: 'read', secret: { password: 'right' } };
const COOKIE: User = { ...ALICE, user: 'cookie', unguessable: true };
const MACHINE = '10.0.0.1';

/** Guesses with delays that pass when they are told to. */
function guessesWithClock() {
  const delays: { readonly milliseconds: number; readonly pass: () => void }[] = [];
  const wrong: string[] = [];
  const guesses = new PasswordGuesses({
    find: header => (header === 'right' ? ALICE : header === 'cookie' ? COOKIE : undefined),
    onWrong: (address, inARow) => wrong.push(`${address} ${inARow}`),
    wait: milliseconds => new Promise<void>(pass => delays.push({ milliseconds, pass: () => pass() })),
  });
  const passAll = async (): Promise<void> => {
    for (let i = 0; i < 20; i++) {
      for (const { pass } of delays.splice(0)) pass();
      await new Promise(setImmediate);
    }
  };
  return { guesses, delays, wrong, passAll };
}

test('the delay doubles with each wrong password of an address, up to half a minute', () => {
  assert.equal([1, 2, 3, 6].map(delayAfter), [250, 500, 1000, 8000]);
  assert.equal([8, 9, 1000].map(delayAfter), [LONGEST_DELAY_MS, LONGEST_DELAY_MS, LONGEST_DELAY_MS]);
});

test('however many connections guess at once, five passwords are compared; the others wait in line or are sent away', async () => {
  const { guesses, delays, wrong, passAll } = guessesWithClock();
  const attempts = Array.from({ length: 1000 }, () => guesses.attempt(MACHINE, 'wrong'));
  await new Promise(setImmediate);
  assert.is(wrong.length, 5);
  assert.equal(
    delays.map(({ milliseconds }) => milliseconds),
    [250, 500, 1000, 2000, 4000, 4000],
  );
  await passAll();
  const outcomes = await Promise.all(attempts);
  assert.is(outcomes.filter(outcome => outcome === undefined).length, 9);
  assert.is(outcomes.filter(outcome => outcome !== undefined && 'later' in outcome).length, 991);
  assert.is(wrong.at(-1), `${MACHINE} 9`);
});

test('from the sixth try on a right password waits as long as a wrong one, so that waiting tells nothing', async () => {
  const { guesses, delays, passAll } = guessesWithClock();
  for (let i = 0; i < 5; i++) void guesses.attempt(MACHINE, 'wrong');
  await passAll();
  const right = guesses.attempt(MACHINE, 'right');
  await new Promise(setImmediate);
  assert.equal(
    delays.map(({ milliseconds }) => milliseconds),
    [4000],
  );
  await passAll();
  assert.is(await right, ALICE);
});

test('guesses of others delay neither credentials that were right at the address before, nor those of a cookie, nor another address', async () => {
  const { guesses, delays } = guessesWithClock();
  assert.is(await guesses.attempt(MACHINE, 'right'), ALICE);
  for (let i = 0; i < 5; i++) void guesses.attempt(MACHINE, 'wrong');
  delays.splice(0);
  assert.is(await guesses.attempt(MACHINE, 'right'), ALICE);
  assert.is(await guesses.attempt(MACHINE, 'cookie'), COOKIE);
  assert.is(await guesses.attempt('10.0.0.2', 'right'), ALICE);
  assert.equal(delays, []);
});

test('an address of IPv6 counts with its network of 64 bits, one of IPv4 alone in each of its forms', () => {
  assert.is(addressGroup('2001:db8:1:2:3:4:5:6'), addressGroup('2001:db8:1:2::7'));
  assert.is.not(addressGroup('2001:db8:1:2::7'), addressGroup('2001:db8:1:3::7'));
  assert.is(addressGroup('fe80::1%eth0'), addressGroup('fe80::2'));
  assert.is(addressGroup('::ffff:10.0.0.1'), '10.0.0.1');
  assert.equal(['::1', '127.0.0.1'].map(addressGroup), ['::1', '127.0.0.1']);
});

test.run();
