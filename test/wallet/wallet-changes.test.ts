import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { generatePrivateKey } from '../../src/crypto/keys.js';
import { Wallet } from '../../src/wallet/wallet.js';
import { fileStorage } from '../../src/wallet/wallet-storage.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const test = suite('changes behind the document of a wallet');
/** Fast, for tests. */
const KDF = { method: 'scrypt', cost: 2, blockSize: 1, parallelization: 1 } as const;
const DOCUMENT_END = '\n}\n';

function open(path: string): Promise<Wallet> {
  return Wallet.open({ storage: fileStorage(path), network: 'regtest', kdf: KDF, keyPool: 4 });
}

function newPath(): string {
  return join(temporaryDirectory(), 'wallet.dat');
}

/** The text of a wallet file: its document, and the lines behind it. */
function parts(path: string): { readonly document: string; readonly lines: readonly string[] } {
  const text = readFileSync(path, 'utf8');
  const end = text.indexOf(DOCUMENT_END) + DOCUMENT_END.length;
  return { document: text.slice(0, end), lines: text.slice(end).split('\n').slice(0, -1) };
}

/** A closed wallet with three addresses that were given out behind its document. */
async function changedWallet() {
  const path = newPath();
  const wallet = await open(path);
  await wallet.import([{ main: generatePrivateKey() }]);
  for (let i = 0; i < 3; i++) await wallet.create({ forMiner: i === 1 });
  const text = wallet.backup();
  await wallet.close();
  return { path, text };
}

async function refusal(path: string): Promise<string> {
  const opened = await open(path).catch((error: Error) => error);
  assert.instance(opened, Error, 'a wallet was opened that is not what was written');
  return (opened as Error).message;
}

test('an address that is given out is a line behind the document, which stays as it is', async () => {
  const { path, text } = await changedWallet();
  const { document, lines } = parts(path);
  assert.is(lines.length, 3);
  const wallet = await open(path);
  assert.is(wallet.backup(), text);
  await Promise.all([wallet.create({ forMiner: false }), wallet.create({ forMiner: false })]);
  const next = parts(path);
  assert.is(next.document, document);
  // What is asked for together is written together; the first is begun before the second is asked for.
  assert.ok(next.lines.length === 4 || next.lines.length === 5);
  await wallet.close();
});

test('a wallet that was changed at random says after each start what it said before', async () => {
  const random = new SeededRandom();
  console.log(`random numbers of SEED=${random.seed}`);
  const path = newPath();
  const changes = [
    (wallet: Wallet) => wallet.import([{ main: generatePrivateKey() }]),
    (wallet: Wallet) => wallet.refillPool(6),
    (wallet: Wallet) => wallet.unlock('secret', 60),
    async (wallet: Wallet) => wallet.lock(),
    (wallet: Wallet) => wallet.remove(wallet.entries()[0]?.keyId ?? ''),
    (wallet: Wallet) => wallet.showMnemonic(),
  ];
  for (let round = 0; round < 12; round++) {
    const wallet = await open(path);
    if (round === 4) await wallet.encrypt('secret');
    for (let step = random.integer(0, 7); step >= 0; step--) {
      const change = random.integer(0, 2) === 0 ? changes[random.integer(0, changes.length - 1)] : undefined;
      // Some are refused in some states: that changes nothing.
      const made =
        change === undefined ? wallet.create({ forMiner: random.integer(0, 1) === 0 }) : change(wallet);
      await Promise.resolve(made).catch((error: Error) =>
        assert.is(error.name, 'WalletError', error.stack ?? ''),
      );
    }
    const said = wallet.backup();
    assert.is(await wallet.verifyStored(), undefined);
    await wallet.close();
    const again = await open(path);
    assert.is(again.backup(), said);
    await again.close();
  }
});

test('a line without its end was never acknowledged: it is left out, and the file is made whole', async () => {
  const { path, text } = await changedWallet();
  const whole = readFileSync(path);
  const { lines } = parts(path);
  const older = await open(path);
  await older.create({ forMiner: false });
  const longer = readFileSync(path);
  for (const cut of [whole.length + 1, whole.length + 100, longer.length - 1]) {
    writeFileSync(path, longer.subarray(0, cut));
    const wallet = await open(path);
    assert.is(wallet.backup(), text);
    assert.is(parts(path).lines.length < lines.length, true, 'the file was not written anew');
    await wallet.create({ forMiner: false });
    await wallet.close();
    await (await open(path)).close();
    // As before the cut: a process that was killed has left the note of its change.
    writeFileSync(path, whole);
    rmSync(`${path}.last`);
    await (await open(path)).create({ forMiner: false });
  }
});

test('a changed bit anywhere, a missing line and exchanged lines are refused', async () => {
  const { path } = await changedWallet();
  const sound = readFileSync(path);
  for (let at = 0; at < sound.length; at += 13) {
    const damaged = Buffer.from(sound);
    damaged[at]! ^= 1 << (at % 8);
    writeFileSync(path, damaged);
    await refusal(path);
    assert.equal(readFileSync(path), damaged, 'a refused start has changed the wallet');
  }
  rmSync(`${path}.last`);
  writeFileSync(path, sound);
  const { document, lines } = parts(path);
  for (const wrong of [lines.slice(1), [lines[0], lines[2]], [lines[1], lines[0], lines[2]]]) {
    writeFileSync(path, `${document}${wrong.join('\n')}\n`);
    assert.match(await refusal(path), /the sum of line \d+ does not fit/);
  }
});

test('a copy with fewer changes is an older one, which is refused', async () => {
  const { path } = await changedWallet();
  const { document, lines } = parts(path);
  for (let kept = 0; kept < lines.length; kept++) {
    writeFileSync(
      path,
      document +
        lines
          .slice(0, kept)
          .map(line => `${line}\n`)
          .join(''),
    );
    assert.match(await refusal(path), /older copy lacks the keys/);
  }
});

test('an address whose line cannot be written is not given out, and the next writes everything', async () => {
  const { path } = await changedWallet();
  const wallet = await open(path);
  const addresses = wallet.entries().length;
  const copy = `${path}.copy`;
  copyFileSync(path, copy);
  rmSync(path);
  const failed = await wallet.create({ forMiner: false }).catch((error: NodeJS.ErrnoException) => error);
  assert.is((failed as NodeJS.ErrnoException).code, 'ENOENT');
  assert.is(wallet.entries().length, addresses);
  const { keyId } = await wallet.create({ forMiner: false });
  assert.is(parts(path).lines.length, 0);
  await wallet.close();
  const again = await open(path);
  assert.ok(again.has(keyId));
  assert.is(again.entries().length, addresses + 1);
  await again.close();
});

test('what is behind the document is written into it before it is longer than a file may grow', async () => {
  const path = newPath();
  const wallet = await open(path);
  const heights: number[] = [];
  for (let i = 0; i < 300; i++) {
    await wallet.create({ forMiner: false });
    heights.push(parts(path).lines.length);
  }
  assert.ok(Math.max(...heights) < 290, 'nothing was ever written into the document');
  const text = wallet.backup();
  await wallet.close();
  const again = await open(path);
  assert.is(again.backup(), text);
  assert.is(again.entries().length, 301);
  await again.close();
});

test.run();
