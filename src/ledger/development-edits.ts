import type { RegId } from '../codec/regid.js';
import { sha256 } from '../crypto/hash.js';
import { keyIdOf, publicKeyOf } from '../crypto/keys.js';
import { withToken } from '../state/balance.js';
import type { StateWriter } from '../state/state.js';
import { ACCOUNTS, newAccount, REGIDS, tokenOf } from '../state/tables/accounts.js';
import { ASSETS } from '../state/tables/assets.js';
import { FEED_PAIRS, MEDIAN_PRICES, PRICE_SAMPLES } from '../state/tables/prices.js';

/* What only a development chain can do: change the state without a transaction. */

/** Sets the free coins of an account, which need not exist. @throws RangeError */
export function setFreeCoins(state: StateWriter, keyId: string, symbol: string, amount: bigint): void {
  if (amount < 0n || amount >= 1n << 63n) {
    throw new RangeError(`a balance of ${amount} is not possible: it is from 0 to 2^63 - 1 sawi`);
  }
  if (state.get(ASSETS, symbol) === undefined) {
    throw new RangeError(`there is no asset ${symbol} on this chain; issue it first`);
  }
  const account = state.get(ACCOUNTS, keyId) ?? newAccount(keyId);
  state.put(ACCOUNTS, keyId, withToken(account, symbol, { ...tokenOf(account, symbol), free: amount }));
}

/**
 * Creates an account whose key is derived from its name, so that it is the same on every chain.
 * @returns its key id
 */
export function registerNamed(state: StateWriter, name: string, regId: RegId): string {
  const publicKey = publicKeyOf(sha256(Buffer.from(`coind development account ${name}`, 'utf8')));
  const keyId = keyIdOf(publicKey);
  const account = state.get(ACCOUNTS, keyId) ?? newAccount(keyId);
  state.put(ACCOUNTS, keyId, { ...account, regId, ownerKey: publicKey.toString('hex') });
  state.put(REGIDS, regId, keyId);
  return keyId;
}

/**
 * Sets the median price of a pair as if all producers had fed it just now. It stays until another
 * one is fed.
 *
 * @param height - of the newest block
 * @param price - times 10^8
 * @throws RangeError for a price of zero, and for a pair whose prices cannot be fed
 */
export function setMedianPrice(
  state: StateWriter,
  height: number,
  { baseSymbol, quoteSymbol, price }: { baseSymbol: string; quoteSymbol: string; price: bigint },
): void {
  if (price <= 0n) throw new RangeError(`a price of ${price} is not possible: it is more than 0, times 10^8`);
  if (state.get(FEED_PAIRS, [baseSymbol, quoteSymbol]) === undefined) {
    const pairs = [...state.iterate(FEED_PAIRS)].map(([pair]) => pair.join('/')).join(', ');
    throw new RangeError(`${baseSymbol}/${quoteSymbol} has no price; pairs that have one: ${pairs}`);
  }
  const isOther = (each: { baseSymbol: string; quoteSymbol: string }): boolean =>
    each.baseSymbol !== baseSymbol || each.quoteSymbol !== quoteSymbol;
  // Earlier feeds of the pair would count in the medians to come.
  for (const [fedAt, samples] of [...state.iterate(PRICE_SAMPLES)]) {
    state.put(PRICE_SAMPLES, fedAt, samples.filter(isOther));
  }
  const prices = (state.get(MEDIAN_PRICES, undefined) ?? []).filter(isOther);
  const set = { baseSymbol, quoteSymbol, price, lastFeedHeight: height };
  state.put(MEDIAN_PRICES, undefined, [...prices, set].sort(byPair));
}

function byPair(
  a: { baseSymbol: string; quoteSymbol: string },
  b: { baseSymbol: string; quoteSymbol: string },
) {
  const order = a.baseSymbol === b.baseSymbol ? [a.quoteSymbol, b.quoteSymbol] : [a.baseSymbol, b.baseSymbol];
  return order[0]! < order[1]! ? -1 : 1;
}
