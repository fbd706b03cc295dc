import { Turns } from '../chain/turns.js';
import { wipe } from '../crypto/wallet-cipher.js';
import { WalletError } from './errors.js';
import { sealed } from './new-keys.js';
import { PLAIN, type SecretCipher } from './secret-cipher.js';
import type { StoredEntry, StoredKey, WalletDocument } from './wallet-document.js';

/**
 * A wallet whose secrets are sealed by `cipher`. Others get their turns meanwhile.
 * @param encryption - the master key of the cipher, as it is stored
 * @throws WalletError `wrong-state` when the wallet is encrypted already
 */
export async function withEncryptedKeys(
  document: WalletDocument,
  encryption: NonNullable<WalletDocument['encryption']>,
  cipher: SecretCipher,
): Promise<WalletDocument> {
  if (document.encryption) throw new WalletError('wrong-state', 'the wallet is encrypted already');
  const turns = new Turns();
  const entries: StoredEntry[] = [];
  for (const entry of document.entries) {
    if (turns.areDue) await turns.give();
    const { main, miner } = entry;
    entries.push({
      ...entry,
      main: main && resealedKey(main, cipher),
      miner: miner && resealedKey(miner, cipher),
    });
  }
  const { mnemonic } = document;
  return {
    ...document,
    encryption,
    entries,
    mnemonic: mnemonic && { ...mnemonic, entropy: resealed(mnemonic.entropy, cipher) },
  };
}

/** A key of an unencrypted wallet, sealed for an encrypted one. */
function resealedKey(key: StoredKey, cipher: SecretCipher): StoredKey {
  const privateKey = PLAIN.open(key);
  try {
    return sealed(privateKey, cipher);
  } finally {
    wipe(privateKey);
  }
}

/** Bytes of an unencrypted wallet, sealed for an encrypted one. */
function resealed(stored: string, cipher: SecretCipher): string {
  const bytes = PLAIN.openBytes(stored);
  try {
    return cipher.sealBytes(bytes);
  } finally {
    wipe(bytes);
  }
}
