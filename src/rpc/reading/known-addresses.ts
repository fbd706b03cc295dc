import type { AddressChange, WalletEntry } from '../../wallet/entries.js';

/** The addresses of the wallet with their public keys, as another thread has told of them. */
export class KnownAddresses {
  readonly #own = new Map<string, WalletEntry>();
  readonly #impersonated = new Map<string, WalletEntry>();
  #sorted: readonly WalletEntry[] | undefined;

  change(changes: readonly AddressChange[]): void {
    for (const { keyId, entry, isImpersonated } of changes) {
      const entries = isImpersonated ? this.#impersonated : this.#own;
      if (entry === undefined) entries.delete(keyId);
      else entries.set(keyId, entry);
    }
    this.#sorted = undefined;
  }

  /** Number of addresses, without those that are impersonated. */
  get size(): number {
    return this.#own.size;
  }

  /** In ascending order of key id. */
  entries(): readonly WalletEntry[] {
    this.#sorted ??= [...this.#own.values()].sort((a, b) => (a.keyId < b.keyId ? -1 : 1));
    return this.#sorted;
  }

  /** @param keyId - 40 hex digits in natural order */
  entry(keyId: string): WalletEntry | undefined {
    return this.#own.get(keyId) ?? this.#impersonated.get(keyId);
  }
}
