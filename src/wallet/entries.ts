import type { StoredEntry, WalletDocument } from './wallet-document.js';

/** An address of the wallet, without its secrets. */
export interface WalletEntry {
  /** 40 hex digits in natural order. */
  readonly keyId: string;
  /** Seconds since 1970. */
  readonly created: number;
  /** 66 hex digits; undefined when the main key was dropped for cold mining. */
  readonly publicKey: string | undefined;
  /** The key that signs blocks for this address, where it has its own. */
  readonly minerPublicKey: string | undefined;
  /** Its index among the keys of the mnemonic, for one that was derived. */
  readonly index?: number | undefined;
}

/** An address that is new or another than before, or is not there any more. */
export interface AddressChange {
  readonly keyId: string;
  /** Undefined for one that is not there any more. */
  readonly entry: WalletEntry | undefined;
  /** Whether it is signed for without a key. */
  readonly isImpersonated: boolean;
}

/** What of an entry is no secret. */
export function publicPart({ keyId, created, main, miner, index }: StoredEntry): WalletEntry {
  const entry = { keyId, created, publicKey: main?.publicKey, minerPublicKey: miner?.publicKey };
  return index === undefined ? entry : { ...entry, index };
}

/** The entries by key id. */
export function byKeyId({ entries }: WalletDocument): Map<string, StoredEntry> {
  return new Map(entries.map(entry => [entry.keyId, entry]));
}

/** Entries in the order of the wallet file: by ascending key id. */
export function sortedEntries(entries: Iterable<StoredEntry>): StoredEntry[] {
  return [...entries].sort((a, b) => (a.keyId < b.keyId ? -1 : 1));
}

/** What differs between two lists in ascending order of key id. */
export function changedAddresses(
  before: readonly StoredEntry[],
  after: readonly StoredEntry[],
): AddressChange[] {
  const changes: AddressChange[] = [];
  let index = 0;
  const skipGone = (keyId: string | undefined): void => {
    for (; index < before.length; index++) {
      const gone = before[index];
      if (gone === undefined || (keyId !== undefined && gone.keyId >= keyId)) return;
      changes.push({ keyId: gone.keyId, entry: undefined, isImpersonated: false });
    }
  };
  for (const entry of after) {
    const { keyId } = entry;
    skipGone(keyId);
    const known = before[index]?.keyId === keyId ? before[index++] : undefined;
    // Most are the same objects.
    if (known !== entry) changes.push({ keyId, entry: publicPart(entry), isImpersonated: false });
  }
  skipGone(undefined);
  return changes;
}
