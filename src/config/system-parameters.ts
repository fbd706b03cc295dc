import type { FeatureVersion, MendedRules } from './network.js';

/** The rule that decides which bounds hold. */
export type RangeRules = Pick<MendedRules, 'governedRangesHold'>;

/** A parameter that governance can change. A stored value of 0 reads as the default (spec 05 §1, row 10). */
export interface GovernedParameter {
  readonly code: number;
  readonly name: string;
  readonly defaultValue: bigint;
  /** Inclusive bounds of a proposed value in the reference; without them any unsigned 64-bit value is allowed. */
  readonly range?: readonly [bigint, bigint];
  /**
   * Inclusive bounds on networks of ours: whatever value within them holds, every type of transaction stays
   * possible, a later proposal above all. Left out where those of the reference are such bounds.
   */
  readonly safeRange?: readonly [bigint, bigint];
}

/** A parameter of the whole system (spec 05 §5.1). */
export interface SystemParameter extends GovernedParameter {
  readonly name: SystemParameterName;
  /** The value is a regid in its integer form, of an account that exists. */
  readonly isRegId?: true;
  /** The feature version from which on it can be proposed, where that is later than proposals are. */
  readonly since?: FeatureVersion;
}

/** How results show the value of a CDP parameter (spec 05 §5.2). */
type CdpParameterUnit = 'coins' | 'ratio' | 'sawi' | 'integer';

/** A parameter of a coin pair of debt positions (spec 05 §5.2). */
export interface CdpParameter extends GovernedParameter {
  readonly name: CdpParameterName;
  readonly unit: CdpParameterUnit;
}

const MAX_U64 = 0xffffffffffffffffn;
/** At three seconds a block. */
const BLOCKS_PER_YEAR = 10_512_000n;

/** The system parameters, in the order in which they are listed (spec 05 §5.1). */
export const SYSTEM_PARAMETERS = {
  MEDIAN_PRICE_SLIDE_WINDOW_BLOCKCOUNT: { code: 1, defaultValue: 11n, range: [1n, 1000n] },
  PRICE_FEED_BCOIN_STAKE_AMOUNT_MIN: {
    code: 2,
    defaultValue: 21_000_000_000_000n,
    safeRange: [0n, 50_000_000_000_000n],
  },
  PRICE_FEED_CONTINUOUS_DEVIATE_TIMES_MAX: { code: 3, defaultValue: 10n, safeRange: [0n, 1000n] },
  PRICE_FEED_TIMEOUT_BLOCKS: { code: 6, defaultValue: 7200n, safeRange: [0n, BLOCKS_PER_YEAR] },
  ASSET_ISSUE_FEE: { code: 19, defaultValue: 55_000_000_000n, safeRange: [0n, 1_000_000_000_000n] },
  DEX_OPERATOR_REGISTER_FEE: {
    code: 21,
    defaultValue: 110_000_000_000n,
    safeRange: [0n, 1_000_000_000_000n],
  },
  DEX_OPERATOR_UPDATE_FEE: { code: 22, defaultValue: 11_000_000_000n, safeRange: [0n, 1_000_000_000_000n] },
  PROPOSAL_EXPIRE_BLOCK_COUNT: {
    code: 23,
    defaultValue: 1200n,
    range: [100n, MAX_U64],
    safeRange: [100n, BLOCKS_PER_YEAR],
  },
  DEX_FRICTION_FEE_RATIO: { code: 24, defaultValue: 2n, range: [0n, 5000n] },
  TRANSFER_SCOIN_FRICTION_FEE_RATIO: { code: 25, defaultValue: 0n, range: [0n, 5000n] },
  ASSET_RISK_FEE_RATIO: { code: 26, defaultValue: 4000n, range: [0n, 10_000n] },
  DEX_OPERATOR_RISK_FEE_RATIO: { code: 27, defaultValue: 4000n, range: [0n, 10_000n] },
  AXC_SWAP_FEE_RATIO: { code: 28, defaultValue: 20n, range: [0n, 1000n] },
  AXC_SWAP_GATEWAY_REGID: { code: 29, defaultValue: 8n, isRegId: true },
  BP_DELEGATE_VOTE_MIN: { code: 50, defaultValue: 2_100_000_000_000n, safeRange: [0n, 210_000_000_000_000n] },
  DEX_MATCH_SVC_REGID: { code: 51, defaultValue: 0n, isRegId: true },
  VOTING_CONTRACT_REGID: { code: 101, defaultValue: 0n, isRegId: true, since: 'R3.5' },
  BLOCK_INFLATED_REWARD_AMOUNT: {
    code: 102,
    defaultValue: 20_000_000n,
    since: 'R3.5',
    safeRange: [0n, 10_000_000_000n],
  },
} as const satisfies Record<string, Omit<SystemParameter, 'name'>>;

export type SystemParameterName = keyof typeof SYSTEM_PARAMETERS;

/** The parameters of a collateralized debt position's coin pair (spec 05 §5.2). */
export const CDP_PARAMETERS = {
  CDP_GLOBAL_COLLATERAL_CEILING_AMOUNT: {
    unit: 'coins',
    code: 2,
    defaultValue: 52_500_000n,
    range: [0n, 210_000_000n],
  },
  CDP_GLOBAL_COLLATERAL_RATIO_MIN: {
    unit: 'ratio',
    code: 3,
    defaultValue: 8000n,
    range: [0n, 1_000_000n],
    safeRange: [0n, 10_000n],
  },
  CDP_START_COLLATERAL_RATIO: { unit: 'ratio', code: 4, defaultValue: 19_000n, range: [10_000n, 1_000_000n] },
  CDP_START_LIQUIDATE_RATIO: { unit: 'ratio', code: 5, defaultValue: 15_000n, range: [10_000n, 100_000n] },
  CDP_NONRETURN_LIQUIDATE_RATIO: {
    unit: 'ratio',
    code: 6,
    defaultValue: 11_300n,
    range: [10_000n, 100_000n],
  },
  CDP_FORCE_LIQUIDATE_RATIO: { unit: 'ratio', code: 7, defaultValue: 10_400n, range: [0n, 20_000n] },
  CDP_LIQUIDATE_DISCOUNT_RATIO: { unit: 'ratio', code: 8, defaultValue: 9700n, range: [0n, 10_000n] },
  CDP_BCOINSTOSTAKE_AMOUNT_MIN_IN_SCOIN: {
    unit: 'sawi',
    code: 9,
    defaultValue: 90_000_000n,
    safeRange: [0n, 100_000_000_000n],
  },
  CDP_INTEREST_PARAM_A: { unit: 'integer', code: 10, defaultValue: 2n, safeRange: [0n, 100n] },
  CDP_INTEREST_PARAM_B: { unit: 'integer', code: 11, defaultValue: 1n, range: [1n, 100_000_000n] },
  CDP_CONVERT_INTEREST_TO_DEBT_DAYS: { unit: 'integer', code: 13, defaultValue: 30n, range: [0n, 3650n] },
} as const satisfies Record<string, Omit<CdpParameter, 'name'>>;

export type CdpParameterName = keyof typeof CDP_PARAMETERS;

/** All system parameters, in the order in which they are listed. */
export const systemParameters: readonly SystemParameter[] = withNames<SystemParameter>(SYSTEM_PARAMETERS);
/** All CDP parameters, in the order in which they are listed. */
export const cdpParameters: readonly CdpParameter[] = withNames<CdpParameter>(CDP_PARAMETERS);

const systemByCode = byCode(systemParameters);
const cdpByCode = byCode(cdpParameters);

/** The system parameter of a number, if there is one. */
export function systemParameterOf(code: number): SystemParameter | undefined {
  return systemByCode.get(code);
}

/** The CDP parameter of a number, if there is one. */
export function cdpParameterOf(code: number): CdpParameter | undefined {
  return cdpByCode.get(code);
}

/** The name of a system parameter's number, or an empty text. */
export function systemParameterName(code: number): string {
  return systemByCode.get(code)?.name ?? '';
}

/** The name of a CDP parameter's number, or an empty text. */
export function cdpParameterName(code: number): string {
  return cdpByCode.get(code)?.name ?? '';
}

/** The inclusive bounds of what may be proposed for a parameter. */
export function rangeOf(
  { range, safeRange }: GovernedParameter,
  { governedRangesHold }: RangeRules,
): readonly [bigint, bigint] {
  return (governedRangesHold ? safeRange : undefined) ?? range ?? [0n, MAX_U64];
}

/** Whether a value may be proposed for a parameter, as far as its bounds say. */
export function isInRange(parameter: GovernedParameter, value: bigint, rules: RangeRules): boolean {
  const [low, high] = rangeOf(parameter, rules);
  return value >= low && value <= high;
}

function withNames<P extends GovernedParameter>(
  table: Readonly<Record<P['name'], Omit<P, 'name'>>>,
): readonly P[] {
  const entries = Object.entries<Omit<P, 'name'>>(table);
  return entries.map(([name, definition]) => ({ name, ...definition }) as unknown as P);
}

function byCode<P extends GovernedParameter>(parameters: readonly P[]): ReadonlyMap<number, P> {
  return new Map(parameters.map(parameter => [parameter.code, parameter]));
}
