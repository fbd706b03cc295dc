import { encodeAddress } from '../../crypto/address.js';
import { ACCOUNTS } from '../../state/tables/accounts.js';
import { utxosOf } from '../../state/tables/utxos.js';
import { WalletError } from '../../wallet/errors.js';
import type { AddressUse } from '../../wallet/new-keys.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import type { NodeServices } from '../node/services.js';
import { reported } from '../node/task-errors.js';
import { unlockNeeded } from '../submission/submit.js';
import type { methods } from './mnemonic.methods.js';
import { walletBalances } from './wallet.results.js';

/** Where the addresses of wallets are, on every network (spec 01 §7). */
const PATH = "m/44'/99999'/0'/0";
const DEFAULT_GAP_LIMIT = 20;
/** Of the gap limit and of the keys in stock: each is a key that is derived. */
const MAX_KEYS = 10_000;

export const handlers = implement<typeof methods, NodeServices>({
  async getmnemonic(_args, { wallet }) {
    return await walletErrors(async () => ({ mnemonic: await wallet.showMnemonic(), path: PATH }));
  },

  async restorewallet({ mnemonic, gap_limit: gapLimit = DEFAULT_GAP_LIMIT }, services) {
    requireCount('gap_limit', gapLimit, 1);
    const { wallet, network, amountFormat, tasks, rescan } = services;
    const useOf = (keyId: string): AddressUse => addressUse(services, keyId);
    const { entries, nextIndex } = await walletErrors(() => wallet.restore(mnemonic, { useOf, gapLimit }));
    const transactions = await reported(() => tasks.run('restorewallet', 'blocks', rescan));
    const { base, stable, governance } = walletBalances(services.state, wallet);
    return {
      addresses: entries.map(({ keyId, index, minerPublicKey }) => ({
        addr: encodeAddress(network.addressVersion, keyId),
        path: `${PATH}/${index}`,
        has_minerkey: minerPublicKey !== undefined,
      })),
      other_addresses: wallet.entries().filter(({ index }) => index === undefined).length,
      next_index: nextIndex,
      transactions,
      WICC_balance: amountFormat(base),
      WUSD_balance: amountFormat(stable),
      WGRT_balance: amountFormat(governance),
    };
  },

  async keypoolrefill({ size }, { wallet, options }) {
    const wanted = size ?? options.keypool;
    requireCount('size', wanted, 0);
    await walletErrors(() => wallet.refillPool(wanted), 'WRONG_ENC_STATE');
    return { keypool_size: wallet.keySource.inStock };
  },

  getkeypoolinfo(_args, { wallet }) {
    const { hasMnemonic, isShown, nextIndex, inStock } = wallet.keySource;
    return {
      mnemonic: hasMnemonic,
      mnemonic_shown: isShown,
      next_index: nextIndex,
      keypool_size: inStock,
    };
  },
});

/** An account is there once it has received something; outputs can be for an address without one. */
function addressUse({ state }: NodeServices, keyId: string): AddressUse {
  const account = state.get(ACCOUNTS, keyId);
  const isUsed = account !== undefined || !utxosOf(state, keyId, undefined).next().done;
  return { isUsed, minerPublicKey: account?.minerKey || undefined };
}

/** @throws RpcError -8 */
function requireCount(name: string, value: number, least: number): void {
  if (value >= least && value <= MAX_KEYS) return;
  throw new RpcError('INVALID_PARAMETER', `${name}=${value}, ${least} to ${MAX_KEYS} is expected`);
}

/** What the wallet refuses, as errors of the interface. @throws RpcError */
async function walletErrors<T>(
  work: () => Promise<T>,
  wrongState: 'WALLET_ERROR' | 'WRONG_ENC_STATE' = 'WALLET_ERROR',
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WalletError)) throw error;
    switch (error.code) {
      case 'locked':
        throw unlockNeeded();
      case 'bad-mnemonic':
        throw new RpcError('INVALID_PARAMETER', error.message, { cause: error });
      case 'wrong-state':
        throw new RpcError(wrongState, error.message, { cause: error });
      default:
        throw error;
    }
  }
}
