/** Sawi of one coin. */
const COIN = 100_000_000n;
const DECIMALS = 8;

/**
 * An amount of coins in sawi: `coins('1.5')` is 150000000n.
 * @throws RangeError for what is no number of coins, such as one with more than 8 decimals
 */
export function coins(amount: string | number | bigint): bigint {
  const match = /^(\d+)(?:\.(\d{1,8}))?$/.exec(String(amount));
  if (match === null) {
    throw new RangeError(`${amount} is not an amount of coins: digits, and at most ${DECIMALS} decimals`);
  }
  return BigInt(match[1]!) * COIN + BigInt((match[2] ?? '').padEnd(DECIMALS, '0'));
}
