import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { deriveKey } from '../../src/crypto/hd.js';
import { keyIdOf, publicKeyOf } from '../../src/crypto/keys.js';
import { WalletError } from '../../src/wallet/errors.js';
import { Wallet } from '../../src/wallet/wallet.js';
import { fileStorage, memoryStorage, type WalletStorage } from '../../src/wallet/wallet-storage.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { readVectors } from '../support/vectors/vectors.js';

/** Fast, for tests. */
const KDF = { method: 'scrypt', cost: 2, blockSize: 1, parallelization: 1 } as const;
const PATH = "m/44'/99999'/0'/0";
const NEVER = { useOf: () => ({ isUsed: false }), gapLimit: 20 };
const { mnemonics } = readVectors<{ mnemonics: { mnemonic: string; keyid: string; private_key: string }[] }>(
  'keys',
);

function open(storage: WalletStorage = memoryStorage(), keyPool = 5): Promise<Wallet> {
  return Wallet.open({ storage, network: 'regtest', kdf: KDF, keyPool });
}

/** The key id at an index of a mnemonic, by other code than the wallet's. */
function keyIdAt(words: string, index: number): string {
  return keyIdOf(deriveKey(words, `${PATH}/${index}`).publicKey);
}

async function refusal(work: Promise<unknown>): Promise<WalletError> {
  const error = await work.then(
    () => undefined,
    (refused: unknown) => refused,
  );
  assert.instance(error, WalletError);
  return error as WalletError;
}

test("keys.json: a wallet from a mnemonic of the SDKs has the SDKs' address first", async () => {
  for (const { mnemonic, keyid, private_key } of mnemonics) {
    const wallet = await open();
    const { entries, nextIndex } = await wallet.restore(mnemonic, NEVER);
    assert.equal(
      entries.map(({ keyId, index }) => [keyId, index]),
      [[keyid, 0]],
    );
    assert.is(nextIndex, 1);
    assert.is(wallet.privateKey(keyid)?.toString('hex'), private_key);
  }
});

test('every address of a new wallet is derived from the mnemonic that it shows once', async () => {
  const storage = memoryStorage();
  const wallet = await open(storage);
  const made = [...wallet.entries()];
  for (let i = 0; i < 3; i++) made.push(await wallet.create({ forMiner: i === 1 }));
  const words = await wallet.showMnemonic();
  assert.is(words.split(' ').length, 12);
  assert.equal(
    made.map(({ keyId }) => keyId),
    made.map((_, index) => keyIdAt(words, index)),
  );
  const miner = deriveKey(words, "m/44'/99999'/0'/1/2").publicKey.toString('hex');
  assert.is(made[2]!.minerPublicKey, miner);
  assert.match((await refusal(wallet.showMnemonic())).message, /shown already/);
  assert.match((await refusal((await open(storage)).showMnemonic())).message, /shown already/);
});

test('the first keys of a development wallet are not of the mnemonic, later ones are', async () => {
  const first = Buffer.alloc(32, 7);
  const wallet = await Wallet.open({ storage: memoryStorage(), network: 'regtest', firstKeys: [first] });
  const { keyId } = await wallet.create({ forMiner: false });
  assert.is(keyId, keyIdAt(await wallet.showMnemonic(), 0));
});

test('a locked wallet gives out the keys in stock, each once, and the same as an unlocked one would', async () => {
  const storage = memoryStorage();
  const wallet = await open(storage);
  await wallet.encrypt('p');
  assert.is(wallet.keySource.inStock, 5);
  const given: string[] = [];
  for (let i = 0; i < 5; i++) given.push((await wallet.create({ forMiner: false })).keyId);
  assert.is((await refusal(wallet.create({ forMiner: false }))).code, 'locked');
  assert.is(new Set(given).size, 5);
  const reopened = await open(storage);
  assert.is(reopened.keySource.inStock, 0);
  for (const keyId of given) assert.ok(reopened.has(keyId));
  assert.ok(await reopened.unlock('p', 60));
  // Unlocking has filled the stock again.
  assert.is(reopened.keySource.inStock, 5);
  const words = await reopened.showMnemonic();
  assert.equal(
    given,
    given.map((_, i) => keyIdAt(words, i + 1)),
  );
  for (const keyId of given) assert.is(keyIdOf(publicKeyOf(reopened.privateKey(keyId)!)), keyId);
  assert.is((await reopened.create({ forMiner: true })).keyId, keyIdAt(words, 6));
  assert.is(reopened.keySource.inStock, 5);
  reopened.lock();
  assert.is((await refusal(reopened.create({ forMiner: true }))).code, 'locked');
  assert.is((await refusal(reopened.showMnemonic())).code, 'locked');
  assert.is((await refusal(reopened.refillPool(9))).code, 'locked');
});

test('an encrypted wallet holds neither its words nor a private key, in stock or not', async () => {
  const path = join(temporaryDirectory(), 'wallet.dat');
  const wallet = await open(fileStorage(path));
  const entropy = JSON.parse(readFileSync(path, 'utf8')).mnemonic.entropy as string;
  await wallet.encrypt('p');
  const file = readFileSync(path, 'utf8');
  assert.not.match(file, new RegExp(entropy));
  await wallet.unlock('p', 60);
  const words = await wallet.showMnemonic();
  for (let i = 0; i < 8; i++) {
    assert.not.match(file, new RegExp(deriveKey(words, `${PATH}/${i}`).privateKey.toString('hex')));
  }
  // Single words of it, such as salt, are words of the format too.
  assert.not.ok(readFileSync(path, 'utf8').includes(words));
});

test('restoring finds all addresses in use up to the gap, with their miner keys, and goes on behind them', async () => {
  const { mnemonic: words } = mnemonics[0]!;
  const miner = deriveKey(words, "m/44'/99999'/0'/1/3").publicKey.toString('hex');
  const used = new Map<string, string | undefined>([
    [keyIdAt(words, 3), miner],
    [keyIdAt(words, 8), 'ff'.repeat(33)],
    [keyIdAt(words, 14), undefined],
  ]);
  const useOf = (keyId: string) => ({ isUsed: used.has(keyId), minerPublicKey: used.get(keyId) });
  const wallet = await open();
  const { entries, nextIndex } = await wallet.restore(words, { useOf, gapLimit: 5 });
  assert.is(nextIndex, 9);
  assert.equal(
    entries.map(({ keyId }) => keyId),
    Array.from({ length: 9 }, (_, i) => keyIdAt(words, i)),
  );
  assert.equal(
    entries.filter(({ minerPublicKey }) => minerPublicKey).map(({ index }) => index),
    [3],
  );
  assert.is((await wallet.create({ forMiner: false })).keyId, keyIdAt(words, 9));
  // With a wider gap, the same wallet finds the rest, and forgets nothing.
  const wider = await wallet.restore(words, { useOf, gapLimit: 6 });
  assert.is(wider.nextIndex, 15);
  assert.is(wallet.keySource.nextIndex, 15);
});

test('a mnemonic that somebody relies on is not replaced, and keys that were given out never go', async () => {
  const { mnemonic: words } = mnemonics[1]!;
  const shown = await open();
  await shown.showMnemonic();
  assert.match((await refusal(shown.restore(words, NEVER))).message, /was shown or given/);

  const fresh = await open();
  const before = fresh.entries()[0]!;
  await fresh.restore(words, NEVER);
  assert.ok(fresh.has(before.keyId), 'an address that was given out has kept its key');
  assert.is(fresh.entry(before.keyId)!.index, undefined);
  assert.ok(fresh.privateKey(before.keyId));
});

test('words that are no mnemonic are refused, and change nothing', async () => {
  const wallet = await open();
  const before = wallet.backup();
  for (const words of ['', 'zoo', 'zoo '.repeat(12), `${mnemonics[0]!.mnemonic} zoo`, 'wrong words here']) {
    assert.is((await refusal(wallet.restore(words, NEVER))).code, 'bad-mnemonic', words);
  }
  assert.is(wallet.backup(), before);
});

test('restoring into an encrypted wallet replaces its stock by keys of the given mnemonic', async () => {
  const { mnemonic: words } = mnemonics[2]!;
  const wallet = await open();
  await wallet.encrypt('p');
  assert.is((await refusal(wallet.restore(words, NEVER))).code, 'locked');
  await wallet.unlock('p', 60);
  await wallet.restore(words, NEVER);
  wallet.lock();
  assert.is((await wallet.create({ forMiner: false })).keyId, keyIdAt(words, 1));
});

test('a wallet from before there were mnemonics goes on as it was, in its own format', async () => {
  const path = join(temporaryDirectory(), 'wallet.dat');
  const storage = fileStorage(path);
  const old = `{
  "format": "coind-wallet",
  "version": 1,
  "network": "regtest",
  "encryption": null,
  "entries": []
}
`;
  await storage.write(old);
  const wallet = await open(storage);
  const { keyId } = await wallet.create({ forMiner: true });
  assert.match(readFileSync(path, 'utf8'), /"version": 1,/);
  assert.not.match(readFileSync(path, 'utf8'), /mnemonic|pool/);
  assert.match((await refusal(wallet.showMnemonic())).message, /no mnemonic/);
  // Encryption gives it a stock of random keys.
  await wallet.encrypt('p');
  assert.match(readFileSync(path, 'utf8'), /"version": 2,/);
  const given = await wallet.create({ forMiner: false });
  const reopened = await open(storage);
  await reopened.unlock('p', 60);
  for (const id of [keyId, given.keyId]) assert.is(keyIdOf(publicKeyOf(reopened.privateKey(id)!)), id);
  // It may take a mnemonic, and has its addresses from it from then on.
  await reopened.restore(mnemonics[0]!.mnemonic, NEVER);
  assert.is((await reopened.create({ forMiner: false })).keyId, keyIdAt(mnemonics[0]!.mnemonic, 1));
});

test.run();
