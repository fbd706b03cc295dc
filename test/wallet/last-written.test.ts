import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Wallet } from '../../src/wallet/wallet.js';
import { fileStorage } from '../../src/wallet/wallet-storage.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const test = suite('the wallet that was written last');

function open(path: string): Promise<Wallet> {
  return Wallet.open({ storage: fileStorage(path), network: 'regtest' });
}

async function refusal(path: string): Promise<string> {
  const opened = await open(path).catch((error: Error) => error);
  assert.instance(opened, Error);
  return (opened as Error).message;
}

/** A wallet that was closed, with a copy that lacks its newest key. */
async function closedWallet() {
  const path = join(temporaryDirectory(), 'wallet.dat');
  const older = `${path}.older`;
  const wallet = await open(path);
  copyFileSync(path, older);
  const { keyId } = await wallet.create({ forMiner: false });
  await wallet.close();
  return { path, older, keyId };
}

test('an older copy in its place is refused, and so is nothing in its place; nothing is changed', async () => {
  const { path, older, keyId } = await closedWallet();
  const newest = readFileSync(path);
  copyFileSync(older, path);
  assert.match(await refusal(path), /an older copy lacks the keys.*remove the file .*wallet\.dat\.last/);
  assert.equal(readFileSync(path), readFileSync(older));
  rmSync(path);
  assert.match(await refusal(path), /wallet\.dat is missing.*remove the file .*wallet\.dat\.last/);
  writeFileSync(path, newest);
  const wallet = await open(path);
  assert.ok(wallet.has(keyId));
  await wallet.close();
});

test('without its note, or with a damaged one, a wallet is taken as it is', async () => {
  const { path, older, keyId } = await closedWallet();
  copyFileSync(older, path);
  const note = readFileSync(`${path}.last`);
  note[3]! ^= 1;
  writeFileSync(`${path}.last`, note);
  let wallet = await open(path);
  assert.not.ok(wallet.has(keyId));
  await wallet.close();
  rmSync(`${path}.last`);
  wallet = await open(path);
  await wallet.close();
  copyFileSync(older, path);
  await (await open(path)).close();
});

test('a process that ends between the note and the wallet leaves one that is taken, whether it is changed or not', async () => {
  const { path, older } = await closedWallet();
  const wallet = await open(path);
  const before = readFileSync(path);
  await wallet.create({ forMiner: false });
  // What a kill leaves: the wallet was not closed.
  const after = readFileSync(path);
  for (const text of [before, after]) {
    writeFileSync(path, text);
    await open(path);
  }
  copyFileSync(older, path);
  assert.match(await refusal(path), /older copy/);
});

test.run();
