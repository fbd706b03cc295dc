/**
 * Mnemonics and hierarchical keys as the wallet SDKs use them (spec 01 §7). This module loads all word
 * lists and a second curve library, so import it where it is used, with `import()`.
 */
import { HDKey } from '@scure/bip32';
import { mnemonicToEntropy, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditionalChinese } from '@scure/bip39/wordlists/traditional-chinese.js';

/** The derivation path of wallets on every network. */
export const WALLET_PATH = "m/44'/99999'/0'/0/0";

/**
 * Word lists in the order in which a phrase is tried against them. The first six and their order are
 * those of the JavaScript SDK: it decides for phrases whose words are in two lists.
 */
const WORD_LISTS = [
  simplifiedChinese,
  english,
  french,
  italian,
  japanese,
  spanish,
  traditionalChinese,
  korean,
  czech,
  portuguese,
];

/** A key pair: 32 and 33 bytes. */
export interface KeyPair {
  readonly privateKey: Buffer;
  readonly publicKey: Buffer;
}

/** The 4-byte prefixes of a network's extended keys, read as big-endian numbers (spec 01 §4). */
export interface ExtendedKeyPrefixes {
  readonly private: number;
  readonly public: number;
}

/** Extended keys as base58check texts. */
export interface ExtendedKeys {
  readonly private: string;
  readonly public: string;
}

/**
 * The English phrase with the same word numbers. SDKs make the seed from this phrase, so that a
 * phrase in another language gives other keys here than in wallets that follow BIP39 alone.
 *
 * @throws RangeError when no word list has all the words.
 */
export function toEnglish(mnemonic: string): string {
  const words = mnemonic.normalize('NFKD').trim().split(/\s+/);
  const list = WORD_LISTS.find(candidate => words.every(word => candidate.includes(word)));
  if (list === undefined) {
    throw new RangeError('the mnemonic has a word that is in no word list, or words of several languages');
  }
  return words.map(word => english[list.indexOf(word)]!).join(' ');
}

/**
 * The key pair of a mnemonic at a path, with an empty passphrase.
 *
 * @param path - a BIP32 path from the master key.
 * @throws RangeError when the mnemonic is not 12, 15, 18, 21 or 24 known words with a right checksum.
 */
export function deriveKey(mnemonic: string, path: string = WALLET_PATH): KeyPair {
  const { privateKey, publicKey } = HDKey.fromMasterSeed(seedOf(mnemonic)).derive(path);
  if (privateKey === null || publicKey === null) throw new Error(`no key at the path ${path}`);
  return { privateKey: Buffer.from(privateKey), publicKey: Buffer.from(publicKey) };
}

/**
 * The extended keys of a mnemonic at a path, by default the master keys.
 *
 * @param prefixes - those of the network, such as `{ private: 0x4c233f4b, public: 0x4c1d3d5f }`.
 * @throws RangeError as {@link deriveKey}.
 */
export function extendedKeys(mnemonic: string, prefixes: ExtendedKeyPrefixes, path = 'm'): ExtendedKeys {
  const node = HDKey.fromMasterSeed(seedOf(mnemonic), prefixes).derive(path);
  return { private: node.privateExtendedKey, public: node.publicExtendedKey };
}

/**
 * The 64-byte BIP39 seed of a mnemonic, made from its English form.
 *
 * @throws RangeError as {@link deriveKey}.
 */
export function seedOf(mnemonic: string): Buffer {
  return Buffer.from(mnemonicToSeedSync(checkedEnglish(mnemonic)));
}

/**
 * The entropy of a mnemonic, 16 to 32 bytes, from which the wallet makes everything else.
 *
 * @throws RangeError as {@link deriveKey}.
 */
export function entropyOf(mnemonic: string): Buffer {
  return Buffer.from(mnemonicToEntropy(checkedEnglish(mnemonic), english));
}

function checkedEnglish(mnemonic: string): string {
  const phrase = toEnglish(mnemonic);
  if (validateMnemonic(phrase, english)) return phrase;
  throw new RangeError('a mnemonic is 12, 15, 18, 21 or 24 words, the last of which carries a checksum');
}
