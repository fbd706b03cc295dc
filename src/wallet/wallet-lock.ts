import { clearFreedMemory } from '../config/clear-memory.js';
import { WalletError } from './errors.js';
import { LockTimer } from './lock-timer.js';
import { PLAIN, type SecretCipher } from './secret-cipher.js';

/** What opens the secrets of a wallet: always there for one that is not encrypted, otherwise for a while. */
export class WalletLock {
  readonly #now: () => number;
  readonly #timer: LockTimer;
  #cipher: SecretCipher | undefined;
  /** Milliseconds since 1970; 0 while locked or not encrypted. */
  #until = 0;

  /** Is called when it has locked what was open. */
  onClosed: (() => void) | undefined;

  /** @param now - milliseconds since 1970 */
  constructor(isEncrypted: boolean, now: () => number) {
    this.#now = now;
    this.#timer = new LockTimer(now);
    this.#cipher = isEncrypted ? undefined : PLAIN;
  }

  get isLocked(): boolean {
    return this.#cipher === undefined;
  }

  /** Seconds since 1970 at which it locks itself; 0 while it is locked or the wallet is not encrypted. */
  get unlockedUntil(): number {
    return Math.floor(this.#until / 1000);
  }

  /** @throws WalletError `locked` */
  get cipher(): SecretCipher {
    if (this.#cipher) return this.#cipher;
    throw new WalletError('locked', 'the wallet is locked; unlock it with walletpassphrase first');
  }

  /** Opens the secrets for some seconds, which replace those of an earlier call. Not above zero: for no time. */
  open(cipher: SecretCipher, seconds: number): void {
    this.#forget();
    this.#cipher = cipher;
    this.#until = this.#now() + seconds * 1000;
    this.#timer.set(this.#until, () => this.close());
  }

  /** Locks. The memory in which secrets were is overwritten in a turn of its own: the caller need not wait. */
  close(): void {
    const wasOpen = !this.isLocked;
    this.#forget();
    if (!wasOpen) return;
    setImmediate(clearFreedMemory).unref();
    this.onClosed?.();
  }

  /** Overwrites the secrets at the end of the process. */
  end(): void {
    this.#timer.clear();
    this.#cipher?.forget();
  }

  #forget(): void {
    this.#timer.clear();
    this.#cipher?.forget();
    this.#cipher = undefined;
    this.#until = 0;
  }
}
