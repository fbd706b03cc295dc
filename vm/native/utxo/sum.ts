import { isInCoinRange } from '../../../src/tx/coin-range.js';
import { REJECT, reject } from '../../../src/tx/reject.js';

/*
 * The reference adds amounts in 64 bits that wrap, so that huge outputs could have a small sum. No
 * coin has so many units that an honest transfer comes near the bound (spec 07 U2).
 */

const MAX_I64 = 2n ** 63n - 1n;

/**
 * The sum of amounts of a coin, in sawi, all of them within what the coin can have.
 * @throws TransactionRejected `utxo-amount-overflow`
 */
export function sumOfCoin(symbol: string, amounts: Iterable<bigint>): bigint {
  let sum = 0n;
  for (const amount of amounts) {
    sum += amount;
    if (!isInCoinRange(symbol, sum)) refuseOverflow();
  }
  return sum;
}

/** Two amounts together, in sawi. @throws TransactionRejected `utxo-amount-overflow` */
export function boundedSum(a: bigint, b: bigint): bigint {
  if (a + b > MAX_I64) refuseOverflow();
  return a + b;
}

function refuseOverflow(): never {
  reject(REJECT.REJECT_INVALID, 'utxo-amount-overflow');
}
