/**
 * What went wrong with the wallet:
 * - `locked`: the operation needs private keys and the wallet is encrypted and locked;
 * - `unknown-key`: no such key is in the wallet;
 * - `bad-file`: the wallet file cannot be used as it is;
 * - `wrong-state`: encrypted where it must not be, or the other way round; or it has, or has shown, its mnemonic;
 * - `bad-mnemonic`: words that are no mnemonic.
 */
export type WalletErrorCode = 'locked' | 'unknown-key' | 'bad-file' | 'wrong-state' | 'bad-mnemonic';

/** A wallet operation that is refused. */
export class WalletError extends Error {
  override readonly name = 'WalletError';

  constructor(
    readonly code: WalletErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
