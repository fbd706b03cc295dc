import { PROTOCOL } from '../../config/network.js';
import type { StateReader } from '../../state/state.js';
import { ACCOUNTS, tokenOf } from '../../state/tables/accounts.js';
import type { Wallet } from '../../wallet/wallet.js';

/** Free coins of all addresses of the wallet, in sawi. */
export interface WalletBalances {
  readonly base: bigint;
  readonly stable: bigint;
  readonly governance: bigint;
}

/** Sums up the free system coins of the wallet at the tip. */
export function walletBalances(state: StateReader, wallet: Pick<Wallet, 'entries'>): WalletBalances {
  let base = 0n;
  let stable = 0n;
  let governance = 0n;
  for (const { keyId } of wallet.entries()) {
    const account = state.get(ACCOUNTS, keyId);
    if (!account) continue;
    base += tokenOf(account, PROTOCOL.baseSymbol).free;
    stable += tokenOf(account, PROTOCOL.stableSymbol).free;
    governance += tokenOf(account, PROTOCOL.governanceSymbol).free;
  }
  return { base, stable, governance };
}
