import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { generatePrivateKey, keyIdOf, publicKeyOf } from '../../src/crypto/keys.js';
import { verify } from '../../src/crypto/signature.js';
import { WalletError } from '../../src/wallet/errors.js';
import { Wallet } from '../../src/wallet/wallet.js';
import { parseWallet } from '../../src/wallet/wallet-file.js';
import { fileStorage, memoryStorage, type WalletStorage } from '../../src/wallet/wallet-storage.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

function withoutChecksum(text: string): string {
  return text.replace(/,\n {2}"checksum": "[0-9a-f]+"/, '');
}

function openIn(storage: WalletStorage, firstKeys: readonly Uint8Array[] = []): Promise<Wallet> {
  return Wallet.open({ storage, network: 'regtest', firstKeys });
}

test('a wallet that does not exist yet begins with one key', async () => {
  const wallet = await openIn(memoryStorage());
  assert.is(wallet.entries().length, 1);
  assert.is(wallet.isEncrypted, false);
  assert.is(wallet.isLocked, false);
});

test('a wallet that does not exist yet begins with the keys it is given, and only the first time', async () => {
  const storage = memoryStorage();
  const keys = [generatePrivateKey(), generatePrivateKey()];
  const wallet = await openIn(storage, keys);
  await wallet.remove(wallet.entries()[0]!.keyId);
  const reopened = await openIn(storage, keys);
  assert.is(reopened.entries().length, 1);
});

test('addresses are listed in ascending order of key id', async () => {
  const wallet = await openIn(memoryStorage());
  await wallet.import(Array.from({ length: 20 }, () => ({ main: generatePrivateKey() })));
  const keyIds = wallet.entries().map(entry => entry.keyId);
  assert.is(keyIds.length, 21);
  assert.equal(keyIds, keyIds.toSorted());
});

test('what is written comes back after reopening, readable by the owner only', async () => {
  const path = join(temporaryDirectory(), 'wallet.json');
  const wallet = await openIn(fileStorage(path));
  const entry = await wallet.create({ forMiner: true });
  const reopened = await openIn(fileStorage(path));
  assert.equal(reopened.entries(), wallet.entries());
  assert.equal(reopened.privateKey(entry.keyId), wallet.privateKey(entry.keyId));
  assert.equal(reopened.privateKey(entry.keyId, 'miner'), wallet.privateKey(entry.keyId, 'miner'));
  assert.is(statSync(path).mode & 0o777, 0o600);
});

test('a file in which any bit was changed opens with the same keys, or is refused with its name', async () => {
  const path = join(temporaryDirectory(), 'wallet.json');
  const wallet = await openIn(fileStorage(path), [generatePrivateKey(), generatePrivateKey()]);
  const sound = readFileSync(path);
  const random = new SeededRandom();
  let refused = 0;
  for (let i = 0; i < scaled(400, 100_000); i++) {
    const damaged = Buffer.from(sound);
    const at = random.integer(0, sound.length - 1);
    damaged[at] = sound[at]! ^ (1 << random.integer(0, 7));
    writeFileSync(path, damaged);
    try {
      assert.equal(
        (await openIn(fileStorage(path))).entries(),
        wallet.entries(),
        `seed ${random.seed}, byte ${at}`,
      );
    } catch (error) {
      assert.instance(error, WalletError, `seed ${random.seed}, byte ${at}: ${error}`);
      assert.ok((error as Error).message.startsWith(path));
      assert.equal(readFileSync(path), damaged, 'a refused start changes nothing');
      refused++;
    }
  }
  assert.ok(refused > 300, `${refused} were refused`);
});

test('a file of before, without a checksum, is read and gets one; one that was changed by hand says what to do', async () => {
  const path = join(temporaryDirectory(), 'wallet.json');
  const wallet = await openIn(fileStorage(path));
  const text = readFileSync(path, 'utf8');
  const before = withoutChecksum(text);
  assert.is.not(before, text);
  writeFileSync(path, before);
  assert.equal((await openIn(fileStorage(path))).entries(), wallet.entries());
  assert.is(readFileSync(path, 'utf8'), text);
  writeFileSync(path, text.replace(/"created":\d+/, '"created":1'));
  await openIn(fileStorage(path)).then(
    () => assert.unreachable(),
    error =>
      assert.match(error.message, /its checksum does not fit.*remove the line "checksum".*backupwallet/),
  );
});

test('a private key that is imported is the one that is exported and the one that signs', async () => {
  const wallet = await openIn(memoryStorage());
  const main = generatePrivateKey();
  const publicKey = publicKeyOf(main);
  const keyId = keyIdOf(publicKey);
  await wallet.import([{ main }]);
  assert.equal(wallet.privateKey(keyId), main);
  const hash = Buffer.alloc(32, 7);
  assert.ok(verify(hash, wallet.sign(hash, keyId), publicKey));
});

test('importing an address again keeps its age and its miner key', async () => {
  const wallet = await openIn(memoryStorage());
  const main = generatePrivateKey();
  const miner = generatePrivateKey();
  await wallet.import([{ main, miner, created: 1000 }]);
  await wallet.import([{ main, created: 2000 }]);
  const entry = wallet.entry(keyIdOf(publicKeyOf(main)))!;
  assert.is(entry.created, 1000);
  assert.is(entry.minerPublicKey, publicKeyOf(miner).toString('hex'));
});

test('a wallet for cold mining keeps the addresses and the miner keys only', async () => {
  const wallet = await openIn(memoryStorage());
  const { keyId } = await wallet.create({ forMiner: true });
  await wallet.removeMainKeysOfMiners();
  assert.is(wallet.entry(keyId)!.publicKey, undefined);
  assert.is(wallet.privateKey(keyId), undefined);
  assert.ok(wallet.privateKey(keyId, 'miner'));
  assert.is(wallet.entries().filter(entry => entry.publicKey).length, 1);
});

test('signing for an address that is not in the wallet is refused', async () => {
  const wallet = await openIn(memoryStorage());
  assert.throws(
    () => wallet.sign(Buffer.alloc(32, 1), '00'.repeat(20)),
    (error: unknown) => error instanceof WalletError && error.code === 'unknown-key',
  );
});

test('a change that cannot be written does not happen, and the next one can', async () => {
  const storage = memoryStorage();
  let full = false;
  const wallet = await openIn({
    ...storage,
    write: text => (full ? Promise.reject(new Error('no space left on device')) : storage.write(text)),
  });
  const before = wallet.entries();
  full = true;
  await rejects(wallet.create({ forMiner: false }), /no space left/);
  assert.equal(wallet.entries(), before);
  full = false;
  await wallet.create({ forMiner: false });
  assert.is(wallet.entries().length, before.length + 1);
});

test('changes that are asked for at the same time all happen', async () => {
  const storage = memoryStorage();
  const wallet = await openIn(storage);
  await Promise.all(Array.from({ length: 8 }, () => wallet.create({ forMiner: false })));
  assert.is(wallet.entries().length, 9);
  assert.is((await openIn(storage)).entries().length, 9);
});

test('addresses that are asked for together are written together, in the order of the mnemonic, and encryption comes between', async () => {
  const storage = memoryStorage();
  let writes = 0;
  const counting: WalletStorage = {
    ...storage,
    write(text) {
      writes++;
      return storage.write(text);
    },
  };
  const wallet = await openIn(counting);
  const create = () => wallet.create({ forMiner: false });
  writes = 0;
  const first = Array.from({ length: 20 }, create);
  const encrypted = wallet.encrypt('a passphrase');
  const stocked = Array.from({ length: 5 }, create);
  const made = await Promise.all([...first, ...stocked]);
  await encrypted;
  assert.ok(writes <= 4, `${writes} writes`);
  assert.is(new Set(made.map(({ keyId }) => keyId)).size, 25);
  const { entries, pool } = parseWallet((await storage.read()) ?? '', 'the wallet');
  const indexes = (found: readonly { readonly index?: number | undefined }[]) =>
    found.map(({ index = -1 }) => index).sort((a, b) => a - b);
  assert.equal(
    indexes(entries),
    Array.from({ length: 26 }, (_, i) => i),
  );
  assert.is(indexes(pool ?? [])[0], 26);
});

test('a file that is damaged, of another format or of another network is refused with the reason', async () => {
  const path = join(temporaryDirectory(), 'wallet.json');
  const wallet = await openIn(fileStorage(path));
  const good = withoutChecksum(wallet.backup());
  const cases: [content: string, reason: RegExp][] = [
    [good.slice(0, good.length / 2), /wallet\.json is not a usable wallet file: it is not JSON/],
    ['{}', /"format" is not "coind-wallet"/],
    [good.replace('"version": 2', '"version": 99'), /"version" is 99, this program reads 1/],
    [good.replace('"regtest"', '"main"'), /keys of the network "main", this node runs "regtest"/],
    [good.replace(/"keyId":"../, '"keyId":"xy'), /entries\[0\]\.keyId is not 40 digits of hex/],
  ];
  for (const [content, reason] of cases) {
    writeFileSync(path, content);
    await rejects(openIn(fileStorage(path)), reason);
  }
});

async function rejects(promise: Promise<unknown>, message: RegExp): Promise<void> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.instance(outcome, Error, `expected a failure that matches ${message}`);
  assert.match((outcome as Error).message, message);
}

test.run();
