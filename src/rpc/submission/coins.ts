import type { StateReader } from '../../state/state.js';
import { ASSETS } from '../../state/tables/assets.js';
import { freeTextFrom } from '../../tx/free-text.js';
import { REJECT } from '../../tx/reject.js';
import type { Money } from '../../tx/units.js';
import { RpcError } from '../declaration/errors.js';

/** @throws RpcError 16 where no asset has the symbol */
export function requireCoin({ state }: { readonly state: StateReader }, symbol: string): void {
  if (state.get(ASSETS, freeTextFrom(symbol)) === undefined) {
    throw new RpcError(REJECT.REJECT_INVALID, `Invalid coin symbol=${symbol}!`);
  }
}

/** @throws RpcError -8 */
export function requireNotZero({ amount }: Money): void {
  if (amount === 0n) throw new RpcError('INVALID_PARAMETER', 'Coins is zero!');
}
