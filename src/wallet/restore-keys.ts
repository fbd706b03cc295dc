import { wipe } from '../crypto/wallet-cipher.js';
import { byKeyId, publicPart, sortedEntries, type WalletEntry } from './entries.js';
import { WalletError } from './errors.js';
import { type AddressUse, findAddresses, storedMnemonic } from './new-keys.js';
import type { SecretCipher } from './secret-cipher.js';
import type { StoredMnemonic, WalletDocument } from './wallet-document.js';

/** How the addresses of a mnemonic are looked for. */
export interface AddressSearch {
  /** What the chain knows of a key id. */
  readonly useOf: (keyId: string) => AddressUse;
  /** How many addresses in a row that were not used end the search, from 1 on. */
  readonly gapLimit: number;
}

/** What is found for a mnemonic. */
export interface RestoredWallet {
  /** By ascending index. */
  readonly entries: readonly WalletEntry[];
  readonly nextIndex: number;
}

/**
 * A wallet with the keys of a mnemonic, of which those of addresses that the chain knows, that makes new ones from
 * it from now on. Keys that are there already stay.
 *
 * @param cipher - throws where the wallet is locked
 * @param created - of new entries, seconds since 1970
 * @throws WalletError `locked`; `bad-mnemonic`; `wrong-state` where another mnemonic was shown or given
 */
export async function withRestored(
  document: WalletDocument,
  words: string,
  { cipher, useOf, gapLimit, created }: AddressSearch & { cipher: () => SecretCipher; created: number },
): Promise<{ document: WalletDocument; restored: RestoredWallet }> {
  const given = await storedMnemonic(words, cipher());
  const { mnemonic, pool } = document;
  const isSame = mnemonic !== undefined && sameSecret(mnemonic, given, cipher());
  if (!isSame) requireReplaceable(mnemonic);
  const found = await findAddresses(given, cipher, { useOf, gapLimit, created });
  const nextIndex = isSame ? Math.max(found.next, mnemonic.next) : found.next;
  const entries = byKeyId(document);
  // Indexes mean the mnemonic that the wallet has.
  if (!isSame) for (const { index: _, ...entry } of document.entries) entries.set(entry.keyId, entry);
  for (const entry of found.entries) {
    const present = entries.get(entry.keyId);
    entries.set(entry.keyId, {
      ...entry,
      created: present?.created ?? entry.created,
      miner: present?.miner ?? entry.miner,
    });
  }
  return {
    document: {
      ...document,
      entries: sortedEntries(entries.values()),
      mnemonic: { ...given, shown: isSame && mnemonic.shown, next: nextIndex },
      pool: isSame || pool === undefined ? pool : [],
    },
    restored: { entries: found.entries.map(publicPart), nextIndex },
  };
}

function sameSecret(one: StoredMnemonic, other: StoredMnemonic, cipher: SecretCipher): boolean {
  const [a, b] = [cipher.openBytes(one.entropy), cipher.openBytes(other.entropy)];
  const isSame = a.equals(b);
  wipe(a);
  wipe(b);
  return isSame;
}

/** Words that nobody has seen can be replaced: the keys that were derived from them stay. @throws WalletError `wrong-state` */
function requireReplaceable(mnemonic: StoredMnemonic | undefined): void {
  if (mnemonic === undefined || !(mnemonic.shown || mnemonic.given)) return;
  throw new WalletError(
    'wrong-state',
    'this wallet has a mnemonic that was shown or given, on which somebody may rely; start a node with another wallet ' +
      '(option wallet) for the one that is given',
  );
}
