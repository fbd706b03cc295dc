import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { generatePrivateKey, keyIdOf, publicKeyOf } from '../../src/crypto/keys.js';
import type { KdfParameters } from '../../src/crypto/wallet-cipher.js';
import { WalletError, type WalletErrorCode } from '../../src/wallet/errors.js';
import { Wallet } from '../../src/wallet/wallet.js';
import { memoryStorage } from '../../src/wallet/wallet-storage.js';

/** Weak, and fast enough for tests. */
const KDF: KdfParameters = { method: 'scrypt', cost: 16, blockSize: 1, parallelization: 1 };
const HASH = Buffer.alloc(32, 3);

function refused(code: WalletErrorCode): (error: unknown) => boolean {
  return error => error instanceof WalletError && error.code === code;
}

async function refusedAsync(promise: Promise<unknown>, code: WalletErrorCode): Promise<void> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(refused(code)(outcome), `expected the refusal ${code}, got ${String(outcome)}`);
}

async function fixture() {
  const storage = memoryStorage();
  const clock = { now: 1_700_000_000_000 };
  const main = generatePrivateKey();
  const miner = generatePrivateKey();
  const options = { storage, network: 'regtest', firstKeys: [main], kdf: KDF, now: () => clock.now };
  const wallet = await Wallet.open(options);
  await wallet.import([{ main, miner }]);
  return { wallet, storage, clock, main, miner, keyId: keyIdOf(publicKeyOf(main)), options };
}

test('encrypting locks the wallet, and no private key is left in the file', async () => {
  const { wallet, storage, main, miner, keyId } = await fixture();
  await wallet.encrypt('first');
  assert.ok(wallet.isEncrypted && wallet.isLocked);
  const text = (await storage.read())!;
  assert.not.ok(text.includes(main.toString('hex')), 'the main key is in the file');
  assert.not.ok(text.includes(miner.toString('hex')), 'the miner key is in the file');
  assert.throws(() => wallet.sign(HASH, keyId), refused('locked'));
  assert.throws(() => wallet.privateKey(keyId, 'miner'), refused('locked'));
  await refusedAsync(wallet.create({ forMiner: true }), 'locked');
});

test('addresses and public keys can be read while the wallet is locked', async () => {
  const { wallet, main, keyId } = await fixture();
  const before = wallet.entries();
  await wallet.encrypt('first');
  assert.equal(wallet.entries(), before);
  assert.is(wallet.entry(keyId)!.publicKey, publicKeyOf(main).toString('hex'));
});

test('the right passphrase opens all keys, a wrong one opens none', async () => {
  const { wallet, main, miner, keyId } = await fixture();
  await wallet.encrypt('first');
  assert.is(await wallet.unlock('second', 60), false);
  assert.ok(wallet.isLocked);
  assert.is(await wallet.unlock('first', 60), true);
  assert.equal(wallet.privateKey(keyId), main);
  assert.equal(wallet.privateKey(keyId, 'miner'), miner);
});

test('an encrypted wallet is locked when it is opened again', async () => {
  const { wallet, main, keyId, options } = await fixture();
  await wallet.encrypt('first');
  const reopened = await Wallet.open(options);
  assert.ok(reopened.isEncrypted && reopened.isLocked);
  assert.ok(await reopened.unlock('first', 60));
  assert.equal(reopened.privateKey(keyId), main);
});

test('keys that are made while the wallet is unlocked are encrypted too', async () => {
  const { wallet, storage } = await fixture();
  await wallet.encrypt('first');
  await wallet.unlock('first', 60);
  const { keyId } = await wallet.create({ forMiner: false });
  const secret = wallet.privateKey(keyId)!.toString('hex');
  assert.not.ok((await storage.read())!.includes(secret));
  wallet.lock();
  await wallet.unlock('first', 60);
  assert.is(wallet.privateKey(keyId)!.toString('hex'), secret);
});

test('a later unlocking replaces the time of an earlier one', async () => {
  const { wallet, clock } = await fixture();
  await wallet.encrypt('first');
  await wallet.unlock('first', 3600);
  assert.is(wallet.unlockedUntil, 1_700_000_000 + 3600);
  await wallet.unlock('first', 60);
  assert.is(wallet.unlockedUntil, 1_700_000_000 + 60);
  clock.now += 1000;
  await wallet.unlock('first', 10_000_000_000);
  assert.is(wallet.unlockedUntil, 1_700_000_001 + 10_000_000_000);
  wallet.lock();
  assert.is(wallet.unlockedUntil, 0);
});

test('the wallet locks itself when its time is over', async () => {
  const { wallet } = await fixture();
  await wallet.encrypt('first');
  const real = await Wallet.open({
    storage: { ...memoryStorage(), read: async () => wallet.backup() },
    network: 'regtest',
  });
  await real.unlock('first', 0.05);
  assert.not.ok(real.isLocked);
  await new Promise(resolve => setTimeout(resolve, 120));
  assert.ok(real.isLocked);
  assert.is(real.unlockedUntil, 0);
});

test('unlocking for no time checks the passphrase and leaves the wallet locked', async () => {
  const { wallet } = await fixture();
  await wallet.encrypt('first');
  await wallet.unlock('first', 60);
  assert.is(await wallet.unlock('first', -5), true);
  assert.ok(wallet.isLocked);
});

test('after a change of the passphrase only the new one works', async () => {
  const { wallet, main, keyId } = await fixture();
  await wallet.encrypt('first');
  assert.is(await wallet.changePassphrase('wrong', 'second'), false);
  assert.is(await wallet.changePassphrase('first', 'second'), true);
  assert.ok(wallet.isLocked);
  assert.is(await wallet.unlock('first', 60), false);
  assert.is(await wallet.unlock('second', 60), true);
  assert.equal(wallet.privateKey(keyId), main);
});

test('locking is refused without encryption, encrypting is refused twice', async () => {
  const { wallet } = await fixture();
  assert.throws(() => wallet.lock(), refused('wrong-state'));
  await refusedAsync(wallet.unlock('x', 1), 'wrong-state');
  await refusedAsync(wallet.changePassphrase('x', 'y'), 'wrong-state');
  await wallet.encrypt('first');
  wallet.lock();
  await refusedAsync(wallet.encrypt('again'), 'wrong-state');
});

test('a stored key that was tampered with is reported, not used', async () => {
  const { wallet, keyId, options } = await fixture();
  await wallet.encrypt('first');
  const whole = wallet.backup().replace(/,\n {2}"checksum": "[0-9a-f]+"/, '');
  const text = whole.replace(
    /("main":\{"publicKey":"[0-9a-f]+","secret":")(.)/g,
    (_, before: string, digit: string) => `${before}${digit === '0' ? '1' : '0'}`,
  );
  const damaged = await Wallet.open({ ...options, storage: { ...memoryStorage(), read: async () => text } });
  await damaged.unlock('first', 60);
  assert.throws(() => damaged.sign(HASH, keyId), refused('bad-file'));
});

test.run();
