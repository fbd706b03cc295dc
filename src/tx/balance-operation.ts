/** Operations on a balance, by the number that receipts and stakes carry (spec 01 §18.2, spec 07 §10.1). */
export const BALANCE_OPERATIONS = [
  'NULL_OP',
  'ADD_FREE',
  'SUB_FREE',
  'STAKE',
  'UNSTAKE',
  'FREEZE',
  'UNFREEZE',
  'VOTE',
  'UNVOTE',
  'PLEDGE',
  'UNPLEDGE',
  'DEX_DEAL',
] as const;

export type BalanceOperation = (typeof BALANCE_OPERATIONS)[number];

export function balanceOperationCode(operation: BalanceOperation): number {
  return BALANCE_OPERATIONS.indexOf(operation);
}

/** The name of an operation's number; an unknown number prints as itself. */
export function balanceOperationName(code: number): string {
  return BALANCE_OPERATIONS[code] ?? String(code);
}
