import { isValidPrivateKey } from '../crypto/keys.js';
import { decryptBytes, decryptSecret, encryptBytes, encryptSecret, wipe } from '../crypto/wallet-cipher.js';
import { WalletError } from './errors.js';
import type { StoredKey } from './wallet-document.js';

/** Turns private keys into what the wallet file holds, and back. A locked wallet has none. */
export interface SecretCipher {
  /** The stored form of a private key, hex. */
  seal(privateKey: Uint8Array, publicKey: Uint8Array): string;
  /**
   * The private key, 32 bytes; not to be changed by the caller.
   * @throws WalletError `bad-file` when the stored form is damaged
   */
  open(key: StoredKey): Buffer;
  /** The stored form of a secret that is no private key, hex. */
  sealBytes(secret: Uint8Array): string;
  /**
   * Such a secret, which the caller overwrites when it is done.
   * @throws WalletError `bad-file` when the stored form is damaged
   */
  openBytes(stored: string): Buffer;
  /** Overwrites every secret that is held here. The cipher cannot be used afterwards. */
  forget(): void;
}

/** Of an unencrypted wallet: the stored form is the key itself. */
export const PLAIN: SecretCipher = {
  seal: privateKey => Buffer.from(privateKey).toString('hex'),
  open(key) {
    const privateKey = Buffer.from(key.secret, 'hex');
    if (!isValidPrivateKey(privateKey)) throw damaged(key);
    return privateKey;
  },
  sealBytes: secret => Buffer.from(secret).toString('hex'),
  openBytes: stored => Buffer.from(stored, 'hex'),
  forget: () => undefined,
};

/** Of an encrypted wallet that is unlocked. Opened keys are kept, since each opening checks the key pair. */
export class MasterKeyCipher implements SecretCipher {
  readonly #masterKey: Buffer;
  readonly #opened = new Map<string, Buffer>();

  /** @param masterKey 32 bytes, which this cipher owns from now on */
  constructor(masterKey: Buffer) {
    this.#masterKey = masterKey;
  }

  /** The master key, to be encrypted with another passphrase. */
  get masterKey(): Uint8Array {
    return this.#masterKey;
  }

  seal(privateKey: Uint8Array, publicKey: Uint8Array): string {
    return encryptSecret(privateKey, publicKey, this.#masterKey).toString('hex');
  }

  open(key: StoredKey): Buffer {
    const known = this.#opened.get(key.publicKey);
    if (known) return known;
    const publicKey = Buffer.from(key.publicKey, 'hex');
    const privateKey = decryptSecret(Buffer.from(key.secret, 'hex'), publicKey, this.#masterKey);
    if (!privateKey) throw damaged(key);
    this.#opened.set(key.publicKey, privateKey);
    return privateKey;
  }

  sealBytes(secret: Uint8Array): string {
    return encryptBytes(secret, this.#masterKey).toString('hex');
  }

  openBytes(stored: string): Buffer {
    const secret = decryptBytes(Buffer.from(stored, 'hex'), this.#masterKey);
    if (secret !== undefined) return secret;
    throw new WalletError(
      'bad-file',
      'the stored mnemonic of the wallet is damaged; restore the wallet from a backup',
    );
  }

  forget(): void {
    wipe(this.#masterKey);
    for (const privateKey of this.#opened.values()) wipe(privateKey);
    this.#opened.clear();
  }
}

function damaged(key: StoredKey): WalletError {
  return new WalletError(
    'bad-file',
    `the stored private key of the public key ${key.publicKey} is damaged; restore the wallet from a backup`,
  );
}
