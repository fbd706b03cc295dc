import { createHmac } from 'node:crypto';
import { publicKeyOf } from './keys.js';
import { isValidPrivateKey } from './private-key.js';
import { addInPlace, isBelowOrder, SCALAR_SIZE } from './scalar.js';
import { wipe } from './wallet-cipher.js';

/** The key of the HMAC that makes a master key. */
const MASTER = 'Bitcoin seed';
/** From here on, indexes are hardened: their keys do not follow from the public key of the parent. */
const HARDENED = 2 ** 31;

/**
 * A private key with its chain code (BIP32). It does what HDKey of @scure/bip32 does for private keys, with the native
 * curve where it loads, which is twenty times as fast, and leaves no copies of keys in numbers that cannot be
 * overwritten.
 */
export class ExtendedPrivateKey {
  readonly #key: Buffer;
  readonly #chainCode: Buffer;
  /** Is needed for each child that is not hardened, and made once. */
  #publicKey: Buffer | undefined;

  /** @throws RangeError for what is no key, once in 2^127 times */
  private constructor(key: Buffer, chainCode: Buffer) {
    if (!isValidPrivateKey(key)) throw new RangeError('there is no key at this place of the tree');
    this.#key = key;
    this.#chainCode = chainCode;
  }

  /**
   * The key at a path below the master key of a seed.
   * @param path - such as `m/44'/0'/0`
   */
  static derive(seed: Uint8Array, path: string): ExtendedPrivateKey {
    let node = ExtendedPrivateKey.#ofDigest(createHmac('sha512', MASTER).update(seed).digest());
    for (const step of path.split('/').slice(1)) {
      const index = Number.parseInt(step, 10) + (step.endsWith("'") ? HARDENED : 0);
      const next = node.child(index);
      node.forget();
      node = next;
    }
    return node;
  }

  static #ofDigest(digest: Buffer): ExtendedPrivateKey {
    return new ExtendedPrivateKey(digest.subarray(0, SCALAR_SIZE), digest.subarray(SCALAR_SIZE));
  }

  /** @param index - below 2^32; from 2^31 on hardened */
  child(index: number): ExtendedPrivateKey {
    const place = Buffer.alloc(4);
    place.writeUInt32BE(index);
    const hmac = createHmac('sha512', this.#chainCode);
    if (index >= HARDENED) hmac.update(Buffer.alloc(1)).update(this.#key);
    else hmac.update(this.#point());
    const digest = hmac.update(place).digest();
    const added = digest.subarray(0, SCALAR_SIZE);
    if (!isBelowOrder(added)) throw new RangeError(`there is no key at index ${index}`);
    addInPlace(added, this.#key);
    return ExtendedPrivateKey.#ofDigest(digest);
  }

  #point(): Buffer {
    this.#publicKey ??= publicKeyOf(this.#key);
    return this.#publicKey;
  }

  /** A copy of the key, 32 bytes; this object forgets it. */
  takeKey(): Buffer {
    const key = Buffer.from(this.#key);
    this.forget();
    return key;
  }

  /** Overwrites the secrets. */
  forget(): void {
    wipe(this.#key);
    wipe(this.#chainCode);
  }
}
