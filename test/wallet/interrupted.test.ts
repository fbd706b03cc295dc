import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keyIdOf, publicKeyOf } from '../../src/crypto/keys.js';
import { scaled } from '../support/random/scale.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { stepsTaken, stopAt } from './file-steps.js';
import { openWallet, PASSPHRASES, useWallet } from './interrupted-wallet.js';

const PROGRAM = fileURLToPath(new URL('./killed-process.js', import.meta.url));
const directory = temporaryDirectory();
const scratch = join(directory, 'scratch');

/** A wallet with a key, as it was before. */
async function newWallet(
  name: string,
): Promise<{ readonly path: string; readonly keyIds: readonly string[] }> {
  const path = join(directory, name);
  await stopAt(Number.POSITIVE_INFINITY, 'stop', scratch);
  const wallet = await openWallet(path);
  const keyIds = wallet.entries().map(({ keyId }) => keyId);
  await wallet.close();
  return { path, keyIds };
}

/** Opens what an end at some step has left, and looks for every key. */
async function assertWhole(path: string, keyIds: readonly string[], where: string): Promise<void> {
  await stopAt(Number.POSITIVE_INFINITY, 'stop', scratch);
  const wallet = await openWallet(path);
  if (wallet.isEncrypted) {
    const opens = [];
    for (const passphrase of PASSPHRASES) opens.push(await wallet.unlock(passphrase, 60));
    assert.is(opens.filter(Boolean).length, 1, `${where}: one passphrase opens it`);
    if (wallet.isLocked) await wallet.unlock(PASSPHRASES[0], 60);
  }
  for (const keyId of keyIds) {
    const privateKey = wallet.privateKey(keyId);
    assert.ok(privateKey, `${where}: the key ${keyId} is lost`);
    assert.is(keyIdOf(publicKeyOf(privateKey)), keyId, where);
  }
  // What is given out next was not given out before, and the words are there.
  assert.not.ok(keyIds.includes((await wallet.create({ forMiner: false })).keyId), where);
  assert.is((await wallet.showMnemonic()).split(' ').length, 12, where);
  await wallet.close();
  // Nothing is left over that could hold keys.
  const left = readdirSync(dirname(path)).filter(name => name.startsWith(`${basename(path)}.`));
  assert.equal(
    left.filter(name => !/\.(scratch|last)$/.test(name)),
    [],
    where,
  );
}

/** Uses a wallet that does nothing more from a step on. @returns the keys that it has given out */
async function usedUntil(
  step: number,
  path: string,
): Promise<{ readonly announced: string[]; readonly steps: number }> {
  const announced: string[] = [];
  await stopAt(step, 'stop', scratch);
  const finished = useWallet(path, keyId => announced.push(keyId));
  // It never settles when it has stopped: then the step was reached.
  for (let done = false; !done && stepsTaken() < step; ) {
    done = await Promise.race([finished.then(() => true), delay(1, false)]);
  }
  return { announced, steps: stepsTaken() };
}

/** So many of the steps from 1 on, evenly. */
function spread(steps: number, wanted: number): number[] {
  const count = Math.min(steps, wanted);
  return Array.from({ length: count }, (_, i) => 1 + Math.floor(((i + 0.5) * steps) / count));
}

test('an end at each step of encryption, of the stock of keys and of a new passphrase loses no key', async () => {
  const whole = await newWallet('whole');
  const { steps } = await usedUntil(Number.POSITIVE_INFINITY, whole.path);
  assert.ok(steps > 40, `${steps} steps`);
  for (const step of spread(steps, scaled(18, steps))) {
    const { path, keyIds } = await newWallet(`stopped-${step}`);
    const { announced } = await usedUntil(step, path);
    await assertWhole(path, [...keyIds, ...announced], `step ${step} of ${steps}`);
  }
  console.log(`${steps} steps`);
});

test('a process that is killed at a step loses no key that it has given out', async () => {
  const whole = await newWallet('measured');
  const { steps } = await usedUntil(Number.POSITIVE_INFINITY, whole.path);
  for (const step of spread(steps, scaled(3, steps))) {
    const { path, keyIds } = await newWallet(`killed-${step}`);
    const { signal, stdout } = spawnSync(process.execPath, [PROGRAM, path, String(step)], {
      encoding: 'utf8',
    });
    assert.is(signal, 'SIGKILL', `step ${step}`);
    await assertWhole(path, [...keyIds, ...stdout.split('\n').filter(Boolean)], `killed at step ${step}`);
  }
});

test('after encryption no file holds what the wallet held before', async () => {
  const { path } = await newWallet('plain');
  const before = JSON.parse(readFileSync(path, 'utf8')) as { mnemonic: { entropy: string } };
  await usedUntil(Number.POSITIVE_INFINITY, path);
  for (const name of readdirSync(directory).filter(name => name.startsWith('plain'))) {
    assert.not.ok(readFileSync(join(directory, name), 'utf8').includes(before.mnemonic.entropy), name);
  }
});

test.run();
