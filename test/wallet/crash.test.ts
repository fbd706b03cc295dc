import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Wallet } from '../../src/wallet/wallet.js';
import { fileStorage } from '../../src/wallet/wallet-storage.js';
import { scaled } from '../support/random/scale.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const PROGRAM = fileURLToPath(new URL('./key-making-process.js', import.meta.url));

test('a process that is killed while it writes loses no key that it has announced', async () => {
  const path = join(temporaryDirectory(), 'wallet.json');
  const announced: string[] = [];
  for (let round = 0; round < scaled(4, 50); round++) {
    const child = spawn(process.execPath, [PROGRAM, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    announced.push(...(await keysUntilKilled(child, 3 + ((round * 7) % 11))));
    const wallet = await Wallet.open({ storage: fileStorage(path), network: 'regtest' });
    for (const keyId of announced) assert.ok(wallet.privateKey(keyId), `the key ${keyId} is lost`);
  }
});

/** Kills the process right after it has announced a number of keys, while it writes the next one. */
async function keysUntilKilled(child: ChildProcess, count: number): Promise<string[]> {
  let output = '';
  child.stdout!.setEncoding('utf8');
  child.stdout!.on('data', (chunk: string) => {
    output += chunk;
    if (output.split('\n').length > count) child.kill('SIGKILL');
  });
  await new Promise(resolve => child.on('close', resolve));
  return output.split('\n').slice(0, -1);
}

test.run();
