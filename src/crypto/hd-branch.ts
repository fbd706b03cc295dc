/**
 * The keys of a wallet from the entropy of its mnemonic (BIP39, BIP32), as the SDKs derive them (spec 01 §7). Loads a
 * word list: import it where it is used, with `import()`.
 */
import { pbkdf2Sync } from 'node:crypto';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { ExtendedPrivateKey } from './extended-private-key.js';
import { wipe } from './wallet-cipher.js';

/** Where the addresses of a wallet are; the SDKs use the first one. */
export const ADDRESS_BRANCH = "m/44'/99999'/0'/0";
/** Where the keys are that sign blocks for them, under the same indexes. */
export const MINER_BRANCH = "m/44'/99999'/0'/1";
const SEED_ROUNDS = 2048;
const SEED_SIZE = 64;
/** Indexes of a branch; the rest are hardened. */
export const MAX_INDEX = 2 ** 31 - 1;

/** The English mnemonic of 16 to 32 bytes of entropy, 12 to 24 words. */
export function mnemonicOf(entropy: Uint8Array): string {
  return entropyToMnemonic(entropy, english);
}

/** The seed of BIP39 with an empty passphrase, 64 bytes; the library's own is fifty times slower. */
function seedOfEntropy(entropy: Uint8Array): Buffer {
  return pbkdf2Sync(mnemonicOf(entropy).normalize('NFKD'), 'mnemonic', SEED_ROUNDS, SEED_SIZE, 'sha512');
}

/** The keys below a point of a wallet's tree. */
export class KeyBranch {
  readonly #node: ExtendedPrivateKey;

  /** @param path - of the branch, such as {@link ADDRESS_BRANCH} */
  constructor(entropy: Uint8Array, path: string) {
    const seed = seedOfEntropy(entropy);
    this.#node = ExtendedPrivateKey.derive(seed, path);
    wipe(seed);
  }

  /** The private key at an index from 0 to {@link MAX_INDEX}, 32 bytes. */
  privateKey(index: number): Buffer {
    return this.#node.child(index).takeKey();
  }

  /** Overwrites the secrets; no more keys can be had. */
  forget(): void {
    this.#node.forget();
  }
}
