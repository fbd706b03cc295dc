import { type DexOperator, dexOperator } from '../../../src/state/tables/dex-operators.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import type { TransactionContext } from '../../context.js';
import { MAX_OPERATOR_FEE_RATIO } from './formulas.js';

/** Longest name of an operator in bytes, longest list of operators that it shares with (spec 06 §2). */
const MAX_NAME_SIZE = 32;
const MAX_SHARED_OPERATORS = 500;
const MAX_MEMO_SIZE = 100;
const MAX_ID = 0xffff_ffffn;

/*
 * What registration and change of an operator check alike (spec 06 §5.2, §5.3). Each throws
 * TransactionRejected.
 */

/** The name of an operator, which may be empty. */
export function checkName(name: string): void {
  if (name.length > MAX_NAME_SIZE) reject(REJECT.REJECT_INVALID, 'invalid-name');
}

/** The memo that an operator is registered with. */
export function checkOperatorMemo(memo: Uint8Array): void {
  if (memo.length > MAX_MEMO_SIZE) reject(REJECT.REJECT_INVALID, 'invalid-memo');
}

/** What an operator takes of a deal, x 10^8. */
export function checkFeeRatio(ratio: bigint): void {
  if (ratio > MAX_OPERATOR_FEE_RATIO) reject(REJECT.REJECT_INVALID, 'invalid-match-fee-ratio-type');
}

/** The list of operators whose orders may take the waiting orders of one. */
export function checkSharedCount(ids: readonly bigint[]): void {
  if (ids.length > MAX_SHARED_OPERATORS) {
    reject(REJECT.REJECT_INVALID, 'invalid-shared-dexop-list-size');
  }
}

/** The operator of an id as lists of operators hold it: wider than ids are. */
export function operatorOf(id: bigint, { state, network }: TransactionContext): DexOperator | undefined {
  return id <= MAX_ID ? dexOperator(state, network, Number(id)) : undefined;
}

/** A list of operators as it is stored: ascending, each once. */
export function asSet(ids: readonly bigint[]): readonly bigint[] {
  return [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1));
}
