import type { FeeSchedule } from '../config/network.js';
import { NULL_TX, TRANSACTION_TYPES } from './transactions.js';

/** The smallest fee of one transaction type, in sawi, the same for both fee coins. */
export interface MinimumFee {
  /** The type's number. */
  readonly type: number;
  readonly name: string;
  readonly fee: bigint;
  /** Whether a GOV_MINER_FEE proposal may change it (spec 07 §13.2, `can_update`). */
  readonly governable: boolean;
}

const NULL_FEE: MinimumFee = { type: NULL_TX, name: 'NULL_TX', fee: 0n, governable: false };

function tableOf(schedule: FeeSchedule): ReadonlyMap<number, MinimumFee> {
  const fees = TRANSACTION_TYPES.map(({ type, name, minimumFee }) => {
    return { type, name, fee: minimumFee[schedule], governable: minimumFee.governable };
  });
  return new Map([NULL_FEE, ...fees].map(fee => [fee.type, fee]));
}

const TABLES = { reference: tableOf('reference'), development: tableOf('development') } as const;

/** What a schedule says of a type; undefined for a number that names none. */
export function scheduledFee(schedule: FeeSchedule, type: number): MinimumFee | undefined {
  return TABLES[schedule].get(type);
}

/** A whole schedule, ascending by type; the reference's number 0 is part of it. */
export function scheduledFees(schedule: FeeSchedule): readonly MinimumFee[] {
  return [...TABLES[schedule].values()];
}

/** The largest minimum fee that governance may set on networks of ours, in sawi of either coin: ten coins. */
const LARGEST_FEE = 1_000_000_000n;
/** Of proposals and their approvals: one coin, so that whoever sets it can pay to take it back. */
const LARGEST_PROPOSAL_FEE = 100_000_000n;
const PROPOSAL_TYPES: ReadonlySet<number> = new Set([70, 71]);

/** The largest minimum fee that governance may set for a type where its ranges hold (spec 05 §5.3). */
export function largestMinimumFee(type: number): bigint {
  return PROPOSAL_TYPES.has(type) ? LARGEST_PROPOSAL_FEE : LARGEST_FEE;
}
