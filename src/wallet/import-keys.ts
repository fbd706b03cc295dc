import { Turns } from '../chain/turns.js';
import { keyIdOf } from '../crypto/keys.js';
import { byKeyId, sortedEntries } from './entries.js';
import { sealed } from './new-keys.js';
import type { SecretCipher } from './secret-cipher.js';
import type { WalletDocument } from './wallet-document.js';

/** Private keys to be taken into the wallet. */
export interface KeyImport {
  /** The address that a miner key without a main key belongs to, its key id. */
  readonly keyId?: string;
  readonly main?: Uint8Array | undefined;
  readonly miner?: Uint8Array | undefined;
  /** Seconds since 1970; default: now. */
  readonly created?: number;
}

/**
 * A wallet with keys added. An address that is already there keeps its creation time and the keys that the import
 * does not replace. Others get their turns meanwhile.
 *
 * @param cipher - throws where the wallet is locked, also when that happens meanwhile: then nothing is imported
 * @param now - seconds since 1970
 * @throws RangeError for a miner key without the address it belongs to
 */
export async function withImported(
  document: WalletDocument,
  keys: readonly KeyImport[],
  { cipher, now }: { cipher: () => SecretCipher; now: () => number },
): Promise<WalletDocument> {
  cipher();
  const turns = new Turns();
  const entries = byKeyId(document);
  for (const imported of keys) {
    if (turns.areDue) await turns.give();
    const main = imported.main && sealed(imported.main, cipher());
    const keyId = main ? keyIdOf(Buffer.from(main.publicKey, 'hex')) : imported.keyId;
    if (keyId === undefined) throw new RangeError('a key without a main key needs the key id of its address');
    const present = entries.get(keyId);
    entries.set(keyId, {
      keyId,
      created: present?.created ?? imported.created ?? now(),
      main: main ?? present?.main,
      miner: imported.miner ? sealed(imported.miner, cipher()) : present?.miner,
      ...(present?.index !== undefined && { index: present.index }),
    });
  }
  return { ...document, entries: sortedEntries(entries.values()) };
}
