import { type Account, tokenOf } from '../../../src/state/tables/accounts.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import type { UtxoOutput } from '../../../src/tx/utxo.js';
import type { TransactionContext } from '../../context.js';
import { requireTransferable } from '../ways.js';
import { outputIdOf, requireUnspent } from './inputs.js';
import { checkLock } from './lock.js';
import { boundedSum, sumOfCoin } from './sum.js';
import { MAX_INPUTS, MAX_OUTPUTS, type UtxoTerms } from './terms.js';
import { checkUnlocked } from './unlock.js';

/**
 * The checks of how many inputs and outputs there are (spec 07 §5.1, rows 3 to 5).
 * @throws TransactionRejected
 */
export function checkCounts({ vins, vouts }: UtxoTerms): void {
  if (vins.length > MAX_INPUTS) reject(REJECT.REJECT_INVALID, 'vins-size-too-large');
  if (vouts.length > MAX_OUTPUTS) reject(REJECT.REJECT_INVALID, 'vouts-size-too-large');
  if (vins.length === 0 && vouts.length === 0) reject(REJECT.REJECT_INVALID, 'utxo-empty-err');
}

/**
 * The checks of inputs, outputs and their sums (spec 07 §5.1, rows 7 to 9).
 * @param spender - the account that spends and from whose balance missing coins come
 * @param fee - what the spender pays in addition in the same coin, in sawi
 * @throws TransactionRejected
 */
export function checkMovement(
  context: TransactionContext,
  spender: Account,
  terms: UtxoTerms,
  fee: bigint,
): void {
  const { coinSymbol, vouts } = terms;
  // The same as for a transfer between accounts (spec 07 U12).
  if (context.network.mended.utxoCoinChecked) requireTransferable(context, coinSymbol);
  const totalIn = sumOfCoin(coinSymbol, inputAmounts(context, spender, terms));
  const totalOut = sumOfCoin(coinSymbol, outputAmounts(vouts));
  const available = boundedSum(tokenOf(spender, coinSymbol).free, totalIn);
  if (available < boundedSum(totalOut, fee)) {
    reject(REJECT.REJECT_INVALID, 'insufficient-account-coin-amount');
  }
}

/** The amounts of the outputs that are spent, each checked before the next one. */
function* inputAmounts(
  context: TransactionContext,
  spender: Account,
  { coinSymbol, vins }: UtxoTerms,
): Generator<bigint> {
  for (const vin of vins) {
    const id = outputIdOf(vin);
    const utxo = requireUnspent(context, id);
    if (context.network.mended.utxoCoinsMatch && utxo.coinSymbol !== coinSymbol) {
      reject(REJECT.REJECT_INVALID, 'prev-utxo-symbol-mismatch');
    }
    checkUnlocked(context, { id, utxo, spender, keys: vin.conds });
    yield utxo.output.coinAmount;
  }
}

/** The amounts of new outputs, each checked before the next one. */
function* outputAmounts(vouts: readonly UtxoOutput[]): Generator<bigint> {
  for (const { coinAmount, conds } of vouts) {
    if (coinAmount === 0n) reject(REJECT.REJECT_INVALID, 'zero-output-amount-err');
    checkLock(conds);
    yield coinAmount;
  }
}
