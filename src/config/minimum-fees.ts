/** The smallest fee of one transaction type, in sawi, the same for both fee coins. */
export interface MinimumFee {
  readonly fee: bigint;
  /** Whether a GOV_MINER_FEE proposal may change it (spec 07 §13.2, `can_update`). */
  readonly governable: boolean;
}

export type MinimumFeeTable = ReadonlyMap<number, MinimumFee>;

type Row = readonly [types: readonly number[], fee: bigint, governable: boolean];

function tableOf(rows: readonly Row[]): MinimumFeeTable {
  const entries = rows.flatMap(([types, fee, governable]) =>
    types.map(type => [type, { fee, governable }] as const),
  );
  return new Map(entries.sort(([a], [b]) => a - b));
}

const SYSTEM_TYPES: Row = [[0, 1, 12, 13, 17, 24], 0n, false];

/** The reference's table (spec 07 §13.2): networks `main`, `test`, and those that replay its chains. */
export const REFERENCE_MINIMUM_FEES = tableOf([
  SYSTEM_TYPES,
  [[2, 3], 10_000_000n, false],
  [[4, 15], 1_000_000n, false],
  [[5, 14], 100_000_000n, false],
  [[9, 10], 1_000_000n, false],
  [[11], 100_000n, false],
  [[6, 8, 21, 22, 23, 70, 71, 92, 93], 1_000_000n, true],
  [[16, 18, 19, 50, 84, 85, 86, 87, 88, 90, 91, 100], 100_000n, true],
  [[89], 10_000n, true],
]);

/** The table of the development chain (decision D2): the figures of the product requirement. */
export const DEVELOPMENT_MINIMUM_FEES = tableOf([
  SYSTEM_TYPES,
  [[2, 3, 4, 9, 10, 11, 15], 10_000n, false],
  [[5, 14], 110_000_000n, false],
  [[21, 22, 23], 100_000n, true],
  [[6, 8, 16, 18, 19, 50, 70, 71, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 100], 10_000n, true],
]);
