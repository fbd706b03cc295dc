import { randomBytes } from 'node:crypto';
import { Turns } from '../chain/turns.js';
import { generatePrivateKey, keyIdOf, publicKeyOf } from '../crypto/keys.js';
import { wipe } from '../crypto/wallet-cipher.js';
import { WalletError } from './errors.js';
import { PLAIN, type SecretCipher } from './secret-cipher.js';
import type { PoolKey, StoredEntry, StoredKey, StoredMnemonic, WalletDocument } from './wallet-document.js';

/** Bytes of entropy of a new mnemonic, for 12 words, as the SDKs make it. */
const ENTROPY_BYTES = 16;

/** A mnemonic of a wallet that begins. It costs no word list and no derivation until a key is needed. */
export function newMnemonic(): StoredMnemonic {
  return { entropy: PLAIN.sealBytes(randomBytes(ENTROPY_BYTES)), next: 0, shown: false, given: false };
}

/** A key as it is stored. */
export function sealed(privateKey: Uint8Array, cipher: SecretCipher): StoredKey {
  const publicKey = publicKeyOf(privateKey);
  return { publicKey: publicKey.toString('hex'), secret: cipher.seal(privateKey, publicKey) };
}

/** Gives the keys at indexes of a mnemonic. */
interface DerivedKeys {
  address(index: number): Buffer;
  miner(index: number): Buffer;
}

/**
 * Loads what making keys needs, so that none of it has to be opened when the process may have no file left to open.
 * Until then it is left out: a start is faster without.
 */
export async function loadKeyMaking(): Promise<void> {
  await Promise.all([import('../crypto/hd-branch.js'), import('../crypto/hd.js')]);
}

/** Works with the keys of a mnemonic, whose secrets are overwritten afterwards. */
async function withDerivedKeys<T>(
  { entropy: stored }: StoredMnemonic,
  cipher: SecretCipher,
  work: (keys: DerivedKeys) => T | Promise<T>,
): Promise<T> {
  const { ADDRESS_BRANCH, KeyBranch, MINER_BRANCH } = await import('../crypto/hd-branch.js');
  const entropy = cipher.openBytes(stored);
  const branches = new Map<string, InstanceType<typeof KeyBranch>>();
  const branch = (path: string): InstanceType<typeof KeyBranch> => {
    const known = branches.get(path) ?? new KeyBranch(entropy, path);
    branches.set(path, known);
    return known;
  };
  try {
    return await work({
      address: index => branch(ADDRESS_BRANCH).privateKey(index),
      miner: index => branch(MINER_BRANCH).privateKey(index),
    });
  } finally {
    for (const made of branches.values()) made.forget();
    wipe(entropy);
  }
}

/**
 * A wallet with so many keys in stock at least; others get their turns while they are made.
 * @param cipher - of the document's secrets; undefined when the wallet was locked meanwhile
 * @throws WalletError `locked`
 */
export async function withPool(
  document: WalletDocument,
  size: number,
  cipher: () => SecretCipher,
): Promise<WalletDocument> {
  const pool: PoolKey[] = [...(document.pool ?? [])];
  const missing = size - pool.length;
  if (missing <= 0 && document.pool !== undefined) return document;
  const { mnemonic } = document;
  const turns = new Turns();
  const fill = async (make: (step: number) => { readonly key: Buffer; readonly index?: number }) => {
    for (let step = 0; step < missing; step++) {
      if (turns.areDue) await turns.give();
      const { key, index } = make(step);
      pool.push({ ...sealed(key, cipher()), ...(index !== undefined && { index }) });
      wipe(key);
    }
  };
  if (mnemonic === undefined) {
    await fill(() => ({ key: generatePrivateKey() }));
    return { ...document, pool };
  }
  await withDerivedKeys(mnemonic, cipher(), keys =>
    fill(step => ({ key: keys.address(mnemonic.next + step), index: mnemonic.next + step })),
  );
  return { ...document, pool, mnemonic: { ...mnemonic, next: mnemonic.next + Math.max(0, missing) } };
}

/** Keys that are derived together at most: to begin a derivation takes ten times as long as a further key. */
const MOST_AHEAD = 16;

/**
 * Keys of an unencrypted wallet that are derived and not given out, in memory only. The more are asked for, the more are
 * derived together.
 */
export class KeysAhead {
  /** Of the mnemonic that they are derived from. */
  #entropy: string | undefined;
  #keys: PoolKey[] = [];
  #together = 1;

  /** The key at the next index of a mnemonic. */
  async next(mnemonic: StoredMnemonic, cipher: () => SecretCipher): Promise<PoolKey> {
    if (this.#entropy !== mnemonic.entropy || this.#keys[0]?.index !== mnemonic.next) {
      this.#entropy = mnemonic.entropy;
      const { pool = [] } = await withPool({ ...NO_WALLET, mnemonic }, this.#together, cipher);
      this.#keys = [...pool];
      this.#together = Math.min(MOST_AHEAD, 2 * this.#together);
    }
    const key = this.#keys.shift();
    if (key === undefined) throw new Error('no key was derived');
    return key;
  }

  /** Keeps none of them. */
  forget(): void {
    this.#entropy = undefined;
    this.#keys = [];
  }
}

/** Only its mnemonic counts where keys are derived. */
const NO_WALLET: WalletDocument = { network: '', encryption: undefined, entries: [] };

/** What a wallet has when it has given out an address. */
export interface GivenOut {
  readonly document: WalletDocument;
  readonly entry: StoredEntry;
}

/** What giving out an address needs besides the wallet. */
export interface GivingOut {
  readonly cipher: () => SecretCipher;
  readonly forMiner: boolean;
  /** Seconds since 1970. */
  readonly created: number;
  readonly ahead: KeysAhead;
}

/**
 * Gives out an address: the oldest in stock, otherwise the next of the mnemonic, otherwise a random one.
 * @param cipher - throws where the wallet is locked
 * @throws WalletError `locked` where a key would have to be made
 */
export async function giveOut(
  document: WalletDocument,
  { cipher, forMiner, created, ahead }: GivingOut,
): Promise<GivenOut> {
  const [inStock] = document.pool ?? [];
  const stocked = inStock === undefined ? await withOneKey(document, cipher, ahead) : document;
  const [key, ...rest] = stocked.pool ?? [];
  if (key === undefined) throw new Error('there is no key in stock');
  const { index, publicKey, secret } = key;
  const miner = forMiner ? await minerKey(stocked, index, cipher) : undefined;
  const entry: StoredEntry = {
    keyId: keyIdOf(Buffer.from(publicKey, 'hex')),
    created,
    main: { publicKey, secret },
    ...(miner && { miner }),
    ...(index !== undefined && { index }),
  };
  return { document: { ...stocked, pool: document.pool === undefined ? undefined : rest }, entry };
}

async function withOneKey(
  document: WalletDocument,
  cipher: () => SecretCipher,
  ahead: KeysAhead,
): Promise<WalletDocument> {
  const { mnemonic } = document;
  if (mnemonic === undefined || document.encryption !== undefined) return withPool(document, 1, cipher);
  const key = await ahead.next(mnemonic, cipher);
  return { ...document, pool: [key], mnemonic: { ...mnemonic, next: mnemonic.next + 1 } };
}

async function minerKey(
  { mnemonic }: WalletDocument,
  index: number | undefined,
  cipher: () => SecretCipher,
): Promise<StoredKey> {
  if (mnemonic === undefined || index === undefined) return sealed(generatePrivateKey(), cipher());
  return await withDerivedKeys(mnemonic, cipher(), keys => sealed(keys.miner(index), cipher()));
}

/** What the chain knows of an address. */
export interface AddressUse {
  /** Whether it was ever used. */
  readonly isUsed: boolean;
  /** The key that signs blocks for it, 66 hex digits, where it has one. */
  readonly minerPublicKey?: string | undefined;
}

/** The addresses of a mnemonic that a chain knows. */
export interface FoundAddresses {
  readonly entries: readonly StoredEntry[];
  /** The lowest index that was not used. */
  readonly next: number;
}

/**
 * Looks for the addresses of a mnemonic that were used, from the first on, until so many in a row were not. The first
 * one, which is that of the SDKs, is always among them.
 *
 * @param gapLimit - from 1 on
 * @param created - of the entries, seconds since 1970
 */
export async function findAddresses(
  mnemonic: StoredMnemonic,
  cipher: () => SecretCipher,
  { useOf, gapLimit, created }: { useOf: (keyId: string) => AddressUse; gapLimit: number; created: number },
): Promise<FoundAddresses> {
  const turns = new Turns();
  return await withDerivedKeys(mnemonic, cipher(), async keys => {
    const all: StoredEntry[] = [];
    let next = 1;
    for (let index = 0; index < next + gapLimit; index++) {
      if (turns.areDue) await turns.give();
      const main = sealed(keys.address(index), cipher());
      const keyId = keyIdOf(Buffer.from(main.publicKey, 'hex'));
      const { isUsed, minerPublicKey } = useOf(keyId);
      const miner = minerPublicKey === undefined ? undefined : sealed(keys.miner(index), cipher());
      const isDerived = miner?.publicKey === minerPublicKey;
      all.push({ keyId, created, main, ...(miner && isDerived && { miner }), index });
      if (isUsed) next = index + 1;
    }
    return { entries: all.slice(0, next), next };
  });
}

/**
 * The words of a wallet, and the wallet that has shown them: that happens once, since whoever has them has all keys.
 * @param cipher - throws where the wallet is locked
 * @throws WalletError `locked`; `wrong-state` where there are none, or they were shown already
 */
export async function shownMnemonic(
  document: WalletDocument,
  cipher: () => SecretCipher,
): Promise<{ document: WalletDocument; words: string }> {
  const { mnemonic } = document;
  const opener = cipher();
  if (mnemonic === undefined) {
    throw new WalletError('wrong-state', 'this wallet has no mnemonic: it was made before there were any');
  }
  if (mnemonic.shown) {
    throw new WalletError('wrong-state', 'the mnemonic of this wallet was shown already, which happens once');
  }
  const words = await wordsOf(mnemonic, opener);
  return { document: { ...document, mnemonic: { ...mnemonic, shown: true } }, words };
}

/** The words of a mnemonic. */
async function wordsOf({ entropy: stored }: StoredMnemonic, cipher: SecretCipher): Promise<string> {
  const { mnemonicOf } = await import('../crypto/hd-branch.js');
  const entropy = cipher.openBytes(stored);
  try {
    return mnemonicOf(entropy);
  } finally {
    wipe(entropy);
  }
}

/**
 * A mnemonic that is given, as it is stored.
 * @throws WalletError `bad-mnemonic`
 */
export async function storedMnemonic(words: string, cipher: SecretCipher): Promise<StoredMnemonic> {
  const { entropyOf } = await import('../crypto/hd.js');
  try {
    const entropy = entropyOf(words);
    const stored = cipher.sealBytes(entropy);
    wipe(entropy);
    return { entropy: stored, next: 0, shown: false, given: true };
  } catch (error) {
    if (error instanceof RangeError) throw new WalletError('bad-mnemonic', error.message, { cause: error });
    throw error;
  }
}
