import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as chinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { deriveKey, extendedKeys, seedOf, toEnglish, WALLET_PATH } from '../../src/crypto/hd.js';
import {
  ADDRESS_BRANCH,
  KeyBranch,
  MAX_INDEX,
  MINER_BRANCH,
  mnemonicOf,
} from '../../src/crypto/hd-branch.js';
import { encodeWif } from '../../src/crypto/wif.js';
import { readVectors } from '../support/vectors/vectors.js';

interface MnemonicVector {
  mnemonic: string;
  seed: string;
  path: string;
  private_key: string;
  public_key: string;
  mainnet: { master_xprv: string; master_xpub: string };
  testnet: { master_xprv: string; master_xpub: string };
}

const PREFIXES = {
  mainnet: { private: 0x4c233f4b, public: 0x4c1d3d5f },
  testnet: { private: 0x7d5c5a26, public: 0x7d573a2c },
};

test('keys.json: seed, key pair and extended keys of every mnemonic are those of the SDKs', () => {
  const { mnemonics } = readVectors<{ mnemonics: MnemonicVector[] }>('keys');
  for (const vector of mnemonics) {
    assert.is(seedOf(vector.mnemonic).toString('hex'), vector.seed);
    assert.is(vector.path, WALLET_PATH);
    const { privateKey, publicKey } = deriveKey(vector.mnemonic);
    assert.is(privateKey.toString('hex'), vector.private_key);
    assert.is(publicKey.toString('hex'), vector.public_key);
    for (const network of ['mainnet', 'testnet'] as const) {
      const master = extendedKeys(vector.mnemonic, PREFIXES[network]);
      assert.is(master.private, vector[network].master_xprv);
      assert.is(master.public, vector[network].master_xpub);
    }
  }
  assert.is(mnemonics.length, 4);
  console.log(`keys.json: ${mnemonics.length} mnemonics, ${mnemonics.length * 4} extended keys`);
});

/** The part of the JavaScript SDK that makes a key from a mnemonic. */
interface Sdk {
  WalletManager: new (
    network: string,
  ) => {
    importWalletFromMnemonic(mnemonic: string): { privateKey: string };
  };
}

test('a mnemonic in each language of the JavaScript SDK gives the key that the SDK gives', () => {
  const sdk = createRequire(import.meta.url)('wicc-wallet-lib') as Sdk;
  const wallets = new sdk.WalletManager('testnet');
  const entropies = [Buffer.alloc(16, 0x5a), Buffer.from('00112233445566778899aabbccddeeff', 'hex')];
  for (const list of [english, french, italian, japanese, chinese, spanish]) {
    for (const entropy of entropies) {
      // The SDK separates words at ASCII spaces only and looks them up as its lists spell them.
      const mnemonic = entropyToMnemonic(entropy, list).normalize('NFKD');
      const wif = encodeWif(210, deriveKey(mnemonic).privateKey);
      assert.is(wif, wallets.importWalletFromMnemonic(mnemonic).privateKey, mnemonic);
    }
  }
});

test('a phrase in any language becomes the English phrase of the same entropy', () => {
  const entropy = Buffer.from('ffeeddccbbaa99887766554433221100', 'hex');
  const expected = entropyToMnemonic(entropy, english);
  for (const list of [english, french, japanese, korean, chinese]) {
    assert.is(toEnglish(entropyToMnemonic(entropy, list)), expected);
    assert.is(toEnglish(`  ${entropyToMnemonic(entropy, list).normalize('NFC')}\n`), expected);
  }
});

test('a mnemonic with unknown words, a wrong number of words or a wrong checksum is refused', () => {
  const valid = 'abandon '.repeat(11);
  assert.throws(() => deriveKey(`${valid}zebraa`), /in no word list/);
  assert.throws(() => deriveKey(`${valid}abandon`), /checksum/);
  assert.throws(() => deriveKey('abandon about'), /12, 15, 18, 21 or 24 words/);
  assert.throws(() => deriveKey(''), /in no word list/);
});

test('another path gives another key', () => {
  const mnemonic = `${'abandon '.repeat(11)}about`;
  assert.not.equal(deriveKey(mnemonic, "m/44'/99999'/0'/0/1"), deriveKey(mnemonic));
});

test('the keys of a wallet are those that BIP32 has at their paths, in another implementation', () => {
  for (const entropy of [Buffer.alloc(16), randomBytes(16), randomBytes(32)]) {
    const mnemonic = mnemonicOf(entropy);
    for (const path of [ADDRESS_BRANCH, MINER_BRANCH]) {
      const branch = new KeyBranch(entropy, path);
      for (const index of [0, 1, 2, 77, MAX_INDEX]) {
        assert.equal(branch.privateKey(index), deriveKey(mnemonic, `${path}/${index}`).privateKey);
      }
    }
  }
});

test('a branch that has forgotten its secrets has no keys', () => {
  const branch = new KeyBranch(randomBytes(16), ADDRESS_BRANCH);
  branch.forget();
  assert.throws(() => branch.privateKey(0), /private key/);
});

test.run();
