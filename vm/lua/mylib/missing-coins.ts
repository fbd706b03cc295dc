/** What is said of coins that are not there. */
import { encodeAddress } from '../../../src/crypto/address.js';
import type { TransactionContext } from '../../context.js';

/** Of whom, with the address: `the contract wX... has 0 sawi of WICC, 500 are asked for`. */
export function missingCoins(
  owner: string,
  { symbol, amount, free }: { readonly symbol: string; readonly amount: bigint; readonly free: bigint },
): string {
  return `${owner} has ${free} sawi of ${symbol}, ${amount} are asked for`;
}

export function addressOf(context: TransactionContext, keyId: string): string {
  return encodeAddress(context.network.addressVersion, keyId);
}
