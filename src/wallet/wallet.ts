import { sign } from '../crypto/signature.js';
import { DEFAULT_SCRYPT, type KdfParameters } from '../crypto/wallet-cipher.js';
import { IMPERSONATION_SIGNATURE } from '../ledger/impersonation.js';
import { requireWriting } from '../storage/read-only.js';
import { withEncryptedKeys } from './encrypt-keys.js';
import { type AddressChange, byKeyId, changedAddresses, publicPart, type WalletEntry } from './entries.js';
import { WalletError } from './errors.js';
import { type KeyImport, withImported } from './import-keys.js';
import { type GivenOut, giveOut, KeysAhead, newMnemonic, shownMnemonic, withPool } from './new-keys.js';
import { newMasterKey, unwrapMasterKey, wrapMasterKey } from './passphrase.js';
import { type AddressSearch, type RestoredWallet, withRestored } from './restore-keys.js';
import { MasterKeyCipher } from './secret-cipher.js';
import { changeBetween, withEntry } from './wallet-changes.js';
import type { StoredEntry, WalletDocument } from './wallet-document.js';
import { formatWallet, readWallet } from './wallet-file.js';
import { WalletLock } from './wallet-lock.js';
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

export type KeyRole = 'main' | 'miner';

const DEFAULT_KEY_POOL = 100;

type Change = (document: WalletDocument) => WalletDocument | Promise<WalletDocument>;
/** Gives out an address. */
type GivingOutOne = (document: WalletDocument) => Promise<GivenOut>;

/** A change that is not written yet. */
interface WaitingChange {
  /** Of anything. */
  readonly change?: Change;
  /** Of this only: it is written together with such changes beside it, and without writing everything anew. */
  readonly giveOut?: GivingOutOne;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * The keys of this node (spec 07 §17, spec 02 §5.5). Every change is on the disk before its promise
 * resolves; a change that cannot be written does not happen. Changes take turns.
 */
export class Wallet {
  /** Turns the file through its states; resolves with the last change that was asked for. */
  #turn: Promise<void> = Promise.resolve();
  #document: WalletDocument;
  #byKeyId: Map<string, StoredEntry>;
  readonly #lock: WalletLock;
  readonly #now: () => number;
  /** Accounts that are signed for without a key, by key id. */
  readonly #impersonated = new Map<string, WalletEntry>();
  readonly #followers = new Set<(changes: readonly AddressChange[]) => void>();
  readonly #ahead = new KeysAhead();
  readonly #changes: WaitingChange[] = [];

  private constructor(
    private readonly options: WalletOptions,
    document: WalletDocument,
  ) {
    this.#now = options.now ?? Date.now;
    this.#lock = new WalletLock(document.encryption !== undefined, this.#now);
    this.#document = document;
    this.#byKeyId = byKeyId(document);
  }

  /**
   * Opens the wallet, or makes it. A wallet that is encrypted is locked at first.
   * @throws WalletError `bad-file` for one that is damaged, of another network, or cannot be read or made
   */
  static async open(options: WalletOptions): Promise<Wallet> {
    const { storage, network } = options;
    const text = await storage.read();
    if (text !== undefined) {
      const { document, isUnfinished, hasChecksum } = readWallet(text, storage.location);
      if (document.network !== network) {
        throw new WalletError(
          'bad-file',
          `${storage.location} holds keys of the network "${document.network}", this node runs "${network}"`,
        );
      }
      // Whoever has taken the checksum off wants this one. Nothing but that is added, in one step: no copy with the
      // keys is left lying about.
      if (hasChecksum) await storage.requireLast();
      if (isUnfinished) await written(storage, document);
      return new Wallet(options, document);
    }
    await storage.requireLast();
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
    return this.#lock.isLocked;
  }

  /** Calls back each time that the keys become inaccessible; there is one listener. */
  onLocked(listener: () => void): void {
    this.#lock.onClosed = listener;
  }

  /** Seconds since 1970 at which the wallet locks itself; 0 while it is locked or not encrypted. */
  get unlockedUntil(): number {
    return this.#lock.unlockedUntil;
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
   * Calls back at once with all addresses, and with each change of them before whoever made it has his answer.
   * @returns ends that
   */
  followAddresses(listener: (changes: readonly AddressChange[]) => void): () => void {
    listener([
      ...this.entries().map(entry => ({ keyId: entry.keyId, entry, isImpersonated: false })),
      ...Array.from(this.#impersonated, ([keyId, entry]) => ({ keyId, entry, isImpersonated: true })),
    ]);
    this.#followers.add(listener);
    return () => {
      this.#followers.delete(listener);
    };
  }

  #tell(changes: readonly AddressChange[]): void {
    if (changes.length > 0) for (const listener of this.#followers) listener(changes);
  }

  /**
   * Signs for an account without its key from now on, until the node stops. Only development networks
   * take such signatures.
   * @param publicKey 66 hex digits, empty for an account without a key
   */
  impersonate(keyId: string, publicKey: string): void {
    requireWriting('the wallet');
    const created = Math.floor(this.#now() / 1000);
    const entry = { keyId, created, publicKey, minerPublicKey: undefined };
    this.#impersonated.set(keyId, entry);
    this.#tell([{ keyId, entry, isImpersonated: true }]);
  }

  /** @returns whether the account was impersonated */
  stopImpersonating(keyId: string): boolean {
    requireWriting('the wallet');
    const wasThere = this.#impersonated.delete(keyId);
    if (wasThere) this.#tell([{ keyId, entry: undefined, isImpersonated: true }]);
    return wasThere;
  }

  /**
   * A private key, 32 bytes, or undefined when the wallet does not have it.
   * @throws WalletError `locked`
   */
  privateKey(keyId: string, role: KeyRole = 'main'): Buffer | undefined {
    const key = this.#byKeyId.get(keyId)?.[role];
    return key && this.#lock.cipher.open(key);
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
    await this.#inTurn({
      giveOut: async document => {
        const cipher = () => this.#lock.cipher;
        const created = this.#seconds();
        const given = await giveOut(document, { cipher, forMiner, created, ahead: this.#ahead });
        const { document: next, entry } = given;
        made = entry;
        const isRefilled = next.pool !== undefined && !this.isLocked;
        return isRefilled ? { document: await withPool(next, this.#poolSize, cipher), entry } : given;
      },
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
      return await withPool(document, size, () => this.#lock.cipher);
    });
  }

  /**
   * The words from which this wallet derives its keys. They are shown once: whoever has them has all keys.
   * @throws WalletError `locked`; `wrong-state` where there are none, or they were shown already
   */
  async showMnemonic(): Promise<string> {
    let words = '';
    await this.#change(async document => {
      const shown = await shownMnemonic(document, () => this.#lock.cipher);
      words = shown.words;
      return shown.document;
    });
    return words;
  }

  /**
   * Takes the keys of a mnemonic, of which those of addresses that the chain knows, and makes new ones from it from
   * now on. Keys that are here already stay. A mnemonic of this wallet that somebody may rely on is not replaced.
   *
   * @throws WalletError `locked`; `bad-mnemonic`; `wrong-state` where another mnemonic was shown or given
   */
  async restore(words: string, search: AddressSearch): Promise<RestoredWallet> {
    let restored: RestoredWallet | undefined;
    await this.#change(async document => {
      const cipher = () => this.#lock.cipher;
      const found = await withRestored(document, words, { ...search, cipher, created: this.#seconds() });
      restored = found.restored;
      return found.document.pool === undefined
        ? found.document
        : await withPool(found.document, this.#poolSize, cipher);
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
    return this.#change(document =>
      withImported(document, keys, { cipher: () => this.#lock.cipher, now: () => this.#seconds() }),
    );
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
    this.#ahead.forget();
    const cipher = new MasterKeyCipher(masterKey);
    try {
      await this.#change(async document =>
        withPool(await withEncryptedKeys(document, encryption, cipher), this.#poolSize, () => cipher),
      );
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
    this.#lock.open(new MasterKeyCipher(masterKey), seconds);
    await this.#refillAfterUnlocking();
    return true;
  }

  /** Locks an encrypted wallet at once; locking a locked wallet is allowed. @throws WalletError `wrong-state` */
  lock(): void {
    requireWriting('the lock of the wallet');
    this.#encryption();
    this.#lock.close();
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

  /** Reads what is stored again, between two changes. @returns how it differs from what it has to be, if it does */
  verifyStored(): Promise<string | undefined> {
    const { storage } = this.options;
    const verified = this.#turn.then(async () => {
      const isSound = isText(await storage.stored(), formatWallet(this.#document), storage.location);
      return isSound
        ? undefined
        : `${storage.location} is not as it was written; backupwallet writes a sound copy of the keys`;
    });
    this.#turn = verified.then(
      () => undefined,
      () => undefined,
    );
    return verified;
  }

  /** The text of the wallet file as it is now, for a backup. */
  backup(): string {
    return formatWallet(this.#document);
  }

  /** Waits for changes in progress and erases the secrets. */
  async close(): Promise<void> {
    await this.#turn;
    this.#ahead.forget();
    try {
      await this.options.storage.settle();
    } finally {
      this.#lock.end();
    }
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

  /** Writes what `change` makes of the document, after the changes before it. */
  #change(change: Change): Promise<void> {
    return this.#inTurn({ change });
  }

  #inTurn(change: Pick<WaitingChange, 'change' | 'giveOut'>): Promise<void> {
    requireWriting('the wallet');
    return new Promise((resolve, reject) => {
      this.#changes.push({ ...change, resolve, reject });
      this.#turn = this.#turn.then(() => this.#changeWaiting());
    });
  }

  /** The changes that are written next: those that join each other, or one. */
  #nextChanges(): readonly WaitingChange[] {
    const end = this.#changes.findIndex(({ giveOut }) => giveOut === undefined);
    return this.#changes.splice(0, end === -1 ? this.#changes.length : Math.max(1, end));
  }

  /** Does not reject: a change that fails changes nothing, and its caller gets the failure. */
  async #changeWaiting(): Promise<void> {
    const before = this.#document;
    let document = before;
    const made: WaitingChange[] = [];
    const given: StoredEntry[] = [];
    for (const waiting of this.#nextChanges()) {
      try {
        if (waiting.change !== undefined) document = await waiting.change(document);
        if (waiting.giveOut !== undefined) {
          const { document: next, entry } = await waiting.giveOut(document);
          document = { ...next, entries: withEntry(next.entries, entry) };
          given.push(entry);
        }
        made.push(waiting);
      } catch (error) {
        waiting.reject(error);
      }
    }
    if (made.length === 0) return;
    const isGivingOut = given.length > 0;
    try {
      const { storage } = this.options;
      const isAdded = isGivingOut && (await storage.append(changeBetween(before, document, given)));
      if (!isAdded) await storage.write(formatWallet(document));
    } catch (error) {
      for (const { reject } of made) reject(error);
      return;
    }
    this.#document = document;
    if (isGivingOut) {
      for (const entry of given) this.#byKeyId.set(entry.keyId, entry);
      this.#tell(given.map(told));
    } else {
      this.#byKeyId = byKeyId(document);
      if (this.#followers.size > 0) this.#tell(changedAddresses(before.entries, document.entries));
    }
    for (const { resolve } of made) resolve();
  }
}

/** How followers learn of an address. */
function told(entry: StoredEntry): AddressChange {
  return { keyId: entry.keyId, entry: publicPart(entry), isImpersonated: false };
}

/** Whether what is stored says what a document says. */
function isText(stored: string | undefined, document: string, path: string): boolean {
  if (stored === undefined) return false;
  try {
    const read = readWallet(stored, path);
    return !read.isUnfinished && formatWallet(read.document) === document;
  } catch (error) {
    if (error instanceof WalletError) return false;
    throw error;
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
