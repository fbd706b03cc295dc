import { Turns } from '../chain/turns.js';
import { keyIdOf } from '../crypto/keys.js';
import { sign } from '../crypto/signature.js';
import { DEFAULT_SCRYPT, type KdfParameters, wipe } from '../crypto/wallet-cipher.js';
import { IMPERSONATION_SIGNATURE } from '../ledger/impersonation.js';
import { requireWriting } from '../storage/read-only.js';
import { clearFreedMemory } from './clear-memory.js';
import { WalletError } from './errors.js';
import { LockTimer } from './lock-timer.js';
import {
  type AddressUse,
  findAddresses,
  giveOut,
  newMnemonic,
  sealed,
  storedMnemonic,
  withPool,
  wordsOf,
} from './new-keys.js';
import { newMasterKey, unwrapMasterKey, wrapMasterKey } from './passphrase.js';
import { MasterKeyCipher, PLAIN, type SecretCipher } from './secret-cipher.js';
import {
  formatWallet,
  hasChecksum,
  parseWallet,
  type StoredEntry,
  type StoredKey,
  type StoredMnemonic,
  type WalletDocument,
} from './wallet-file.js';
import type { WalletStorage } from './wallet-storage.js';

export interface WalletOptions {
  readonly storage: WalletStorage;
  /** Name of the network; a file of another network's keys is refused. */
  readonly network: string;
  /** Private keys that a wallet which does not exist yet begins with; without any it makes one. */
  readonly firstKeys?: readonly Uint8Array[];
  /** How many keys an encrypted wallet keeps in stock, for addresses while it is locked. */
  readonly keyPool?: number;
  /** How a passphrase becomes a key, when the wallet is encrypted. */
  readonly kdf?: KdfParameters;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

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

/** How a wallet makes its keys. */
export interface KeySource {
  readonly hasMnemonic: boolean;
  /** Whether the words were shown; false without a mnemonic. */
  readonly isShown: boolean;
  /** The lowest index that no key was derived at; 0 without a mnemonic. */
  readonly nextIndex: number;
  /** Keys in stock. */
  readonly inStock: number;
}

/** What {@link Wallet.restore} has found. */
export interface RestoredWallet {
  /** By ascending index. */
  readonly entries: readonly WalletEntry[];
  readonly nextIndex: number;
}

/** Private keys to be taken into the wallet. */
export interface KeyImport {
  /** The address that a miner key without a main key belongs to, its key id. */
  readonly keyId?: string;
  readonly main?: Uint8Array | undefined;
  readonly miner?: Uint8Array | undefined;
  /** Seconds since 1970; default: now. */
  readonly created?: number;
}

export type KeyRole = 'main' | 'miner';

const DEFAULT_KEY_POOL = 100;

/**
 * The keys of this node (spec 07 §17, spec 02 §5.5). Every change is on the disk before its promise
 * resolves; a change that cannot be written does not happen. Changes take turns.
 */
export class Wallet {
  /** Turns the file through its states; the last change that was asked for. */
  #turn: Promise<unknown> = Promise.resolve();
  #document: WalletDocument;
  #byKeyId: ReadonlyMap<string, StoredEntry>;
  /** Undefined while the wallet is locked. */
  #cipher: SecretCipher | undefined;
  /** Milliseconds since 1970; 0 while locked or not encrypted. */
  #unlockedUntil = 0;
  readonly #timer: LockTimer;
  readonly #now: () => number;
  /** Accounts that are signed for without a key, by key id. */
  readonly #impersonated = new Map<string, WalletEntry>();

  private constructor(
    private readonly options: WalletOptions,
    document: WalletDocument,
  ) {
    this.#now = options.now ?? Date.now;
    this.#timer = new LockTimer(this.#now);
    this.#document = document;
    this.#byKeyId = indexed(document);
    this.#cipher = document.encryption ? undefined : PLAIN;
  }

  /**
   * Opens the wallet, or makes it. A wallet that is encrypted is locked at first.
   * @throws WalletError `bad-file` for one that is damaged, of another network, or cannot be read or made
   */
  static async open(options: WalletOptions): Promise<Wallet> {
    const { storage, network } = options;
    const text = await storage.read();
    if (text !== undefined) {
      const document = parseWallet(text, storage.location);
      if (document.network !== network) {
        throw new WalletError(
          'bad-file',
          `${storage.location} holds keys of the network "${document.network}", this node runs "${network}"`,
        );
      }
      // Nothing but the checksum is added, in one step: no copy with the keys is left lying about.
      if (!hasChecksum(text)) await written(storage, document);
      return new Wallet(options, document);
    }
    const wallet = new Wallet(options, {
      network,
      encryption: undefined,
      entries: [],
      mnemonic: newMnemonic(),
    });
    const { firstKeys = [] } = options;
    try {
      if (firstKeys.length > 0) await wallet.import(firstKeys.map(main => ({ main })));
      else await wallet.create({ forMiner: false });
    } catch (cause) {
      const reason = (cause as Error).message;
      throw new WalletError('bad-file', `the wallet ${storage.location} cannot be made: ${reason}`, {
        cause,
      });
    }
    return wallet;
  }

  get isEncrypted(): boolean {
    return this.#document.encryption !== undefined;
  }

  /** Whether the private keys are inaccessible until {@link unlock}. */
  get isLocked(): boolean {
    return this.#cipher === undefined;
  }

  /** Seconds since 1970 at which the wallet locks itself; 0 while it is locked or not encrypted. */
  get unlockedUntil(): number {
    return Math.floor(this.#unlockedUntil / 1000);
  }

  /** The addresses, in ascending order of key id. */
  entries(): readonly WalletEntry[] {
    return this.#document.entries.map(publicPart);
  }

  /** @param keyId 40 hex digits in natural order */
  entry(keyId: string): WalletEntry | undefined {
    const entry = this.#byKeyId.get(keyId);
    return entry ? publicPart(entry) : this.#impersonated.get(keyId);
  }

  has(keyId: string): boolean {
    return this.#byKeyId.has(keyId);
  }

  /**
   * Signs for an account without its key from now on, until the node stops. Only development networks
   * take such signatures.
   * @param publicKey 66 hex digits, empty for an account without a key
   */
  impersonate(keyId: string, publicKey: string): void {
    requireWriting('the wallet');
    const created = Math.floor(this.#now() / 1000);
    this.#impersonated.set(keyId, { keyId, created, publicKey, minerPublicKey: undefined });
  }

  /** @returns whether the account was impersonated */
  stopImpersonating(keyId: string): boolean {
    requireWriting('the wallet');
    return this.#impersonated.delete(keyId);
  }

  /**
   * A private key, 32 bytes, or undefined when the wallet does not have it.
   * @throws WalletError `locked`
   */
  privateKey(keyId: string, role: KeyRole = 'main'): Buffer | undefined {
    const key = this.#byKeyId.get(keyId)?.[role];
    return key && this.#unlocked().open(key);
  }

  /**
   * Signs a hash with the main key of an address, grinding as the reference does (spec 01 §7).
   * @param hash32 the sighash, 32 bytes
   * @returns DER
   * @throws WalletError `locked`, or `unknown-key`
   */
  sign(hash32: Uint8Array, keyId: string): Buffer {
    if (this.#impersonated.has(keyId) && !this.#byKeyId.has(keyId)) return IMPERSONATION_SIGNATURE;
    const privateKey = this.privateKey(keyId);
    if (!privateKey) throw new WalletError('unknown-key', `the wallet has no private key of ${keyId}`);
    return sign(hash32, privateKey, { grind: true });
  }

  /**
   * Gives out a new address: of the keys in stock, which a locked wallet can do too; otherwise the next of the
   * mnemonic, or a random one where there is none.
   * @param forMiner whether it gets a key of its own for signing blocks
   * @throws WalletError `locked` where a key has to be made
   */
  async create({ forMiner }: { forMiner: boolean }): Promise<WalletEntry> {
    let made: StoredEntry | undefined;
    await this.#change(async document => {
      const cipher = () => this.#unlocked();
      const { document: next, entry } = await giveOut(document, {
        cipher,
        forMiner,
        created: this.#seconds(),
      });
      made = entry;
      const entries = sortedEntries([...next.entries, entry]);
      const isRefilled = next.pool !== undefined && !this.isLocked;
      return { ...(isRefilled ? await withPool(next, this.#poolSize, cipher) : next), entries };
    });
    if (made === undefined) throw new Error('no key was made');
    return publicPart(made);
  }

  /** How this wallet makes its keys. */
  get keySource(): KeySource {
    const { mnemonic, pool } = this.#document;
    return {
      hasMnemonic: mnemonic !== undefined,
      isShown: mnemonic?.shown ?? false,
      nextIndex: mnemonic?.next ?? 0,
      inStock: pool?.length ?? 0,
    };
  }

  /**
   * Makes keys until so many are in stock; an unencrypted wallet needs none.
   * @throws WalletError `locked`, `wrong-state` for an unencrypted wallet
   */
  async refillPool(size: number): Promise<void> {
    await this.#change(async document => {
      if (!document.encryption) {
        throw new WalletError(
          'wrong-state',
          'the wallet is not encrypted: it makes keys when they are needed',
        );
      }
      return await withPool(document, size, () => this.#unlocked());
    });
  }

  /**
   * The words from which this wallet derives its keys. They are shown once: whoever has them has all keys.
   * @throws WalletError `locked`; `wrong-state` where there are none, or they were shown already
   */
  async showMnemonic(): Promise<string> {
    let words = '';
    await this.#change(async document => {
      const { mnemonic } = document;
      const cipher = this.#unlocked();
      if (mnemonic === undefined) {
        throw new WalletError(
          'wrong-state',
          'this wallet has no mnemonic: it was made before there were any',
        );
      }
      if (mnemonic.shown) {
        throw new WalletError(
          'wrong-state',
          'the mnemonic of this wallet was shown already, which happens once',
        );
      }
      words = await wordsOf(mnemonic, cipher);
      return { ...document, mnemonic: { ...mnemonic, shown: true } };
    });
    return words;
  }

  /**
   * Takes the keys of a mnemonic, of which those of addresses that the chain knows, and makes new ones from it from
   * now on. Keys that are here already stay. A mnemonic of this wallet that somebody may rely on is not replaced.
   *
   * @param useOf - what the chain knows of a key id
   * @param gapLimit - how many addresses in a row that were not used end the search
   * @throws WalletError `locked`; `bad-mnemonic`; `wrong-state` where another mnemonic was shown or given
   */
  async restore(
    words: string,
    { useOf, gapLimit }: { useOf: (keyId: string) => AddressUse; gapLimit: number },
  ): Promise<RestoredWallet> {
    let restored: RestoredWallet | undefined;
    await this.#change(async document => {
      const cipher = () => this.#unlocked();
      const given = await storedMnemonic(words, cipher());
      const isSame = document.mnemonic !== undefined && sameSecret(document.mnemonic, given, cipher());
      if (!isSame) requireReplaceable(document);
      const found = await findAddresses(given, cipher, { useOf, gapLimit, created: this.#seconds() });
      const nextIndex = isSame ? Math.max(found.next, document.mnemonic?.next ?? 0) : found.next;
      const entries = new Map(document.entries.map(entry => [entry.keyId, entry]));
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
      restored = { entries: found.entries.map(publicPart), nextIndex };
      const next = {
        ...document,
        entries: sortedEntries(entries.values()),
        mnemonic: { ...given, shown: isSame && document.mnemonic?.shown === true, next: nextIndex },
        pool: isSame || document.pool === undefined ? document.pool : [],
      };
      return next.pool === undefined ? next : await withPool(next, this.#poolSize, cipher);
    });
    if (restored === undefined) throw new Error('nothing was restored');
    return restored;
  }

  /**
   * Adds keys, with one write for all. An address that is already here keeps its creation time and
   * the keys that the import does not replace.
   * @throws WalletError `locked`
   */
  import(keys: readonly KeyImport[]): Promise<void> {
    const turns = new Turns();
    return this.#change(async document => {
      this.#unlocked();
      const entries = new Map(document.entries.map(entry => [entry.keyId, entry]));
      for (const imported of keys) {
        if (turns.areDue) await turns.give();
        // Somebody may have locked the wallet in the meantime: then its key is gone, and nothing is imported.
        const cipher = this.#unlocked();
        const main = imported.main && sealed(imported.main, cipher);
        const keyId = main ? keyIdOf(Buffer.from(main.publicKey, 'hex')) : imported.keyId;
        if (keyId === undefined)
          throw new RangeError('a key without a main key needs the key id of its address');
        const present = entries.get(keyId);
        entries.set(keyId, {
          keyId,
          created: present?.created ?? imported.created ?? this.#seconds(),
          main: main ?? present?.main,
          miner: imported.miner ? sealed(imported.miner, cipher) : present?.miner,
          ...(present?.index !== undefined && { index: present.index }),
        });
      }
      return { ...document, entries: sortedEntries(entries.values()) };
    });
  }

  /** Removes an address with its keys. @throws WalletError `unknown-key` */
  remove(keyId: string): Promise<void> {
    return this.#change(document => {
      if (!this.has(keyId)) throw new WalletError('unknown-key', `the wallet has no key of ${keyId}`);
      return { ...document, entries: document.entries.filter(entry => entry.keyId !== keyId) };
    });
  }

  /**
   * Removes the main key of every address that has a miner key, which is what a machine that only
   * makes blocks needs. The addresses stay.
   * @throws WalletError `unknown-key` when no address has a miner key
   */
  removeMainKeysOfMiners(): Promise<void> {
    return this.#change(document => {
      if (!document.entries.some(entry => entry.miner)) {
        throw new WalletError('unknown-key', 'the wallet has no miner key');
      }
      const entries = document.entries.map(entry => (entry.miner ? { ...entry, main: undefined } : entry));
      return { ...document, entries };
    });
  }

  /**
   * Encrypts all private keys; the wallet is locked afterwards.
   * @throws WalletError `wrong-state` when it is encrypted already
   */
  async encrypt(passphrase: string): Promise<void> {
    const masterKey = newMasterKey();
    const encryption = await wrapMasterKey(masterKey, passphrase, this.options.kdf ?? DEFAULT_SCRYPT);
    const cipher = new MasterKeyCipher(masterKey);
    try {
      const turns = new Turns();
      await this.#change(async document => {
        if (document.encryption) throw new WalletError('wrong-state', 'the wallet is encrypted already');
        const encrypted = (key: StoredKey | undefined): StoredKey | undefined =>
          key && reSealedKey(key, cipher);
        const entries: StoredEntry[] = [];
        for (const entry of document.entries) {
          if (turns.areDue) await turns.give();
          entries.push({ ...entry, main: encrypted(entry.main), miner: encrypted(entry.miner) });
        }
        const { mnemonic } = document;
        const encryptedDocument = {
          ...document,
          encryption,
          entries,
          mnemonic: mnemonic && { ...mnemonic, entropy: reSealed(mnemonic.entropy, cipher) },
        };
        return await withPool(encryptedDocument, this.#poolSize, () => cipher);
      });
      this.lock();
    } finally {
      cipher.forget();
    }
  }

  /**
   * Makes the private keys usable for a while; a later call replaces the time of an earlier one.
   * @param seconds not above zero: the passphrase is checked and the wallet is locked
   * @returns whether the passphrase is right
   * @throws WalletError `wrong-state` when the wallet is not encrypted
   */
  async unlock(passphrase: string, seconds: number): Promise<boolean> {
    requireWriting('the lock of the wallet');
    const masterKey = await unwrapMasterKey(this.#encryption(), passphrase);
    if (!masterKey) return false;
    this.#forgetKeys();
    this.#cipher = new MasterKeyCipher(masterKey);
    this.#unlockedUntil = this.#now() + seconds * 1000;
    this.#timer.set(this.#unlockedUntil, () => this.lock());
    await this.#refillAfterUnlocking();
    return true;
  }

  /** Locks an encrypted wallet at once; locking a locked wallet is allowed. @throws WalletError `wrong-state` */
  lock(): void {
    requireWriting('the lock of the wallet');
    const wasUnlocked = !this.isLocked;
    this.#forgetKeys();
    // In a turn of its own: whoever has locked it need not wait.
    if (wasUnlocked) setImmediate(clearFreedMemory).unref();
  }

  #forgetKeys(): void {
    this.#encryption();
    this.#timer.clear();
    this.#cipher?.forget();
    this.#cipher = undefined;
    this.#unlockedUntil = 0;
  }

  /**
   * Encrypts the master key with another passphrase. Locked stays locked, unlocked stays unlocked.
   * @returns whether the old passphrase is right
   * @throws WalletError `wrong-state` when the wallet is not encrypted
   */
  async changePassphrase(oldPassphrase: string, newPassphrase: string): Promise<boolean> {
    const current = this.#encryption();
    const masterKey = await unwrapMasterKey(current, oldPassphrase);
    if (!masterKey) return false;
    const encryption = await wrapMasterKey(masterKey, newPassphrase, current.kdf);
    masterKey.fill(0);
    await this.#change(document => ({ ...document, encryption }));
    return true;
  }

  /** Reads what is stored again. @returns how it differs from what it has to be, if it does */
  async verifyStored(): Promise<string | undefined> {
    await this.#turn.catch(() => undefined);
    const { storage } = this.options;
    const expected = formatWallet(this.#document);
    const isSound = (await storage.read()) === expected;
    // A change may have been written in between.
    if (isSound || formatWallet(this.#document) !== expected) return undefined;
    return `${storage.location} is not as it was written; backupwallet writes a sound copy of the keys`;
  }

  /** The text of the wallet file as it is now, for a backup. */
  backup(): string {
    return formatWallet(this.#document);
  }

  /** Waits for changes in progress and erases the secrets. */
  async close(): Promise<void> {
    await this.#turn.catch(() => undefined);
    this.#timer.clear();
    this.#cipher?.forget();
  }

  get #poolSize(): number {
    return this.options.keyPool ?? DEFAULT_KEY_POOL;
  }

  /** The time, in seconds since 1970. */
  #seconds(): number {
    return Math.floor(this.#now() / 1000);
  }

  /** A wallet that was encrypted before there was a stock gets none by being unlocked: its file stays as it was. */
  async #refillAfterUnlocking(): Promise<void> {
    const { pool } = this.#document;
    if (this.isLocked || pool === undefined || pool.length >= this.#poolSize) return;
    await this.refillPool(this.#poolSize).catch(error => {
      // Somebody has locked it again meanwhile.
      if (!(error instanceof WalletError) || error.code !== 'locked') throw error;
    });
  }

  #encryption() {
    const { encryption } = this.#document;
    if (!encryption) throw new WalletError('wrong-state', 'the wallet is not encrypted');
    return encryption;
  }

  #unlocked(): SecretCipher {
    if (this.#cipher) return this.#cipher;
    throw new WalletError('locked', 'the wallet is locked; unlock it with walletpassphrase first');
  }

  /** Writes what `change` makes of the document, after the changes before it. */
  #change(change: (document: WalletDocument) => WalletDocument | Promise<WalletDocument>): Promise<void> {
    requireWriting('the wallet');
    const result = this.#turn.then(async () => {
      const document = await change(this.#document);
      await this.options.storage.write(formatWallet(document));
      this.#document = document;
      this.#byKeyId = indexed(document);
    });
    // The next change does not fail with this one; the caller of this one gets its failure.
    this.#turn = result.catch(() => undefined);
    return result;
  }
}

/** @throws WalletError `bad-file` */
async function written(storage: WalletStorage, document: WalletDocument): Promise<void> {
  try {
    await storage.write(formatWallet(document));
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new WalletError('bad-file', `the wallet ${storage.location} cannot get a checksum: ${reason}`, {
      cause,
    });
  }
}

function indexed(document: WalletDocument): ReadonlyMap<string, StoredEntry> {
  return new Map(document.entries.map(entry => [entry.keyId, entry]));
}

function sortedEntries(entries: Iterable<StoredEntry>): StoredEntry[] {
  return [...entries].sort((a, b) => (a.keyId < b.keyId ? -1 : 1));
}

function publicPart({ keyId, created, main, miner, index }: StoredEntry): WalletEntry {
  const entry = { keyId, created, publicKey: main?.publicKey, minerPublicKey: miner?.publicKey };
  return index === undefined ? entry : { ...entry, index };
}

/** A key of an unencrypted wallet, sealed for an encrypted one. */
function reSealedKey(key: StoredKey, cipher: SecretCipher): StoredKey {
  const privateKey = PLAIN.open(key);
  try {
    return sealed(privateKey, cipher);
  } finally {
    wipe(privateKey);
  }
}

/** Bytes of an unencrypted wallet, sealed for an encrypted one. */
function reSealed(entropy: string, cipher: SecretCipher): string {
  const bytes = PLAIN.openBytes(entropy);
  try {
    return cipher.sealBytes(bytes);
  } finally {
    wipe(bytes);
  }
}

function sameSecret(one: StoredMnemonic, other: StoredMnemonic, cipher: SecretCipher): boolean {
  const [a, b] = [cipher.openBytes(one.entropy), cipher.openBytes(other.entropy)];
  const isSame = a.equals(b);
  wipe(a);
  wipe(b);
  return isSame;
}

/** Words that nobody has seen can be replaced: the keys that were derived from them stay. @throws WalletError `wrong-state` */
function requireReplaceable({ mnemonic }: WalletDocument): void {
  if (mnemonic === undefined || !(mnemonic.shown || mnemonic.given)) return;
  throw new WalletError(
    'wrong-state',
    'this wallet has a mnemonic that was shown or given, on which somebody may rely; start a node with another wallet ' +
      '(option wallet) for the one that is given',
  );
}
