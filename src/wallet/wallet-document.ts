import type { KdfParameters } from '../crypto/wallet-cipher.js';

/**
 * A key as it is stored. The secret is the private key itself, 64 hex digits, or in an encrypted
 * wallet its encryption under the master key (spec 07 §17.2).
 */
export interface StoredKey {
  /** Compressed, 66 hex digits. */
  readonly publicKey: string;
  /** Hex. */
  readonly secret: string;
}

/**
 * One address of the wallet. A cold-mining wallet has entries whose main key was dropped
 * (spec 02 §5.5, dropminermainkeys).
 */
export interface StoredEntry {
  /** Key id of the main key, 40 hex digits in natural order. */
  readonly keyId: string;
  /** When the entry came into the wallet, seconds since 1970. */
  readonly created: number;
  readonly main?: StoredKey | undefined;
  readonly miner?: StoredKey | undefined;
  /** Its index among the keys of the mnemonic, for one that was derived. */
  readonly index?: number | undefined;
}

/** What a wallet derives its keys from. */
export interface StoredMnemonic {
  /** Its entropy, as the cipher of the wallet seals bytes, hex. */
  readonly entropy: string;
  /** The lowest index that no key was derived at. */
  readonly next: number;
  /** Whether the words were shown. */
  readonly shown: boolean;
  /** Whether they came from outside, so that somebody has them. */
  readonly given: boolean;
}

/** A key that was made in advance, so that a locked wallet has an address to give out. */
export interface PoolKey extends StoredKey {
  readonly index?: number | undefined;
}

/** How the master key of an encrypted wallet is protected. */
export interface StoredEncryption {
  readonly kdf: KdfParameters;
  /** Hex. */
  readonly salt: string;
  /** The master key under the passphrase, hex. */
  readonly masterKey: string;
}

/** The content of a wallet file. */
export interface WalletDocument {
  /** Name of the network whose keys these are. */
  readonly network: string;
  readonly encryption: StoredEncryption | undefined;
  /** In ascending order of key id. */
  readonly entries: readonly StoredEntry[];
  /** Undefined for a wallet of single keys only. */
  readonly mnemonic?: StoredMnemonic | undefined;
  /** Keys in stock, in the order in which they are given out; undefined for a wallet that keeps none. */
  readonly pool?: readonly PoolKey[] | undefined;
}
