import { Wallet } from '../../src/wallet/wallet.js';
import { fileStorage } from '../../src/wallet/wallet-storage.js';

/** Fast, for tests. */
const KDF = { method: 'scrypt', cost: 2, blockSize: 1, parallelization: 1 } as const;
export const PASSPHRASES = ['first', 'second'] as const;

export function openWallet(path: string): Promise<Wallet> {
  return Wallet.open({ storage: fileStorage(path), network: 'regtest', kdf: KDF, keyPool: 3 });
}

/**
 * Encrypts a wallet, and lets it give out keys of its stock and fill that up, while it may end at any step.
 * @param announce - is called with each key id that was given out
 */
export async function useWallet(path: string, announce: (keyId: string) => void): Promise<void> {
  const [first, second] = PASSPHRASES;
  const wallet = await openWallet(path);
  announce((await wallet.create({ forMiner: false })).keyId);
  await wallet.encrypt(first);
  // In stock, locked.
  for (let i = 0; i < 2; i++) announce((await wallet.create({ forMiner: false })).keyId);
  // Filled up again by unlocking, and by giving out.
  await wallet.unlock(first, 60);
  announce((await wallet.create({ forMiner: true })).keyId);
  await wallet.refillPool(5);
  await wallet.changePassphrase(first, second);
  wallet.lock();
  announce((await wallet.create({ forMiner: false })).keyId);
  await wallet.close();
}
