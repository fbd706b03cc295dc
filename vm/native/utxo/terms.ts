import type { UtxoInput, UtxoOutput } from '../../../src/tx/utxo.js';

/** The terms of a transfer between outputs and a balance, by a transaction or an action (spec 07 §3.4). */
export interface UtxoTerms {
  readonly coinSymbol: string;
  /** The outputs to spend, with what unlocks them. */
  readonly vins: readonly UtxoInput[];
  /** The outputs to make. */
  readonly vouts: readonly UtxoOutput[];
}

/** Most outputs that one transfer spends, and most that it makes (spec 07 U6). */
export const MAX_INPUTS = 100;
export const MAX_OUTPUTS = 100;

/** How many times the minimum fee a transfer costs: twice for an input, once for an output (spec 07 §5.1, row 6). */
export function utxoFeeUnits({
  vins,
  vouts,
}: {
  readonly vins: readonly unknown[];
  readonly vouts: readonly unknown[];
}): bigint {
  return BigInt(2 * vins.length + vouts.length);
}
