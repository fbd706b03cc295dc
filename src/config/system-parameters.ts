/** A parameter that governance can change. A stored value of 0 reads as the default (spec 05 §1, row 10). */
export interface GovernedParameter {
  readonly code: number;
  readonly name: string;
  readonly defaultValue: bigint;
  /** Inclusive bounds of a proposed value; without them any unsigned 64-bit value is allowed. */
  readonly range?: readonly [bigint, bigint];
}

const MAX_U64 = 0xffffffffffffffffn;

/** The system parameters, in the order in which they are listed (spec 05 §5.1). */
export const SYSTEM_PARAMETERS = {
  MEDIAN_PRICE_SLIDE_WINDOW_BLOCKCOUNT: { code: 1, defaultValue: 11n, range: [1n, 1000n] },
  PRICE_FEED_BCOIN_STAKE_AMOUNT_MIN: { code: 2, defaultValue: 21_000_000_000_000n },
  PRICE_FEED_CONTINUOUS_DEVIATE_TIMES_MAX: { code: 3, defaultValue: 10n },
  PRICE_FEED_TIMEOUT_BLOCKS: { code: 6, defaultValue: 7200n },
  ASSET_ISSUE_FEE: { code: 19, defaultValue: 55_000_000_000n },
  DEX_OPERATOR_REGISTER_FEE: { code: 21, defaultValue: 110_000_000_000n },
  DEX_OPERATOR_UPDATE_FEE: { code: 22, defaultValue: 11_000_000_000n },
  PROPOSAL_EXPIRE_BLOCK_COUNT: { code: 23, defaultValue: 1200n, range: [100n, MAX_U64] },
  DEX_FRICTION_FEE_RATIO: { code: 24, defaultValue: 2n, range: [0n, 5000n] },
  TRANSFER_SCOIN_FRICTION_FEE_RATIO: { code: 25, defaultValue: 0n, range: [0n, 5000n] },
  ASSET_RISK_FEE_RATIO: { code: 26, defaultValue: 4000n, range: [0n, 10_000n] },
  DEX_OPERATOR_RISK_FEE_RATIO: { code: 27, defaultValue: 4000n, range: [0n, 10_000n] },
  AXC_SWAP_FEE_RATIO: { code: 28, defaultValue: 20n, range: [0n, 1000n] },
  AXC_SWAP_GATEWAY_REGID: { code: 29, defaultValue: 8n },
  BP_DELEGATE_VOTE_MIN: { code: 50, defaultValue: 2_100_000_000_000n },
  DEX_MATCH_SVC_REGID: { code: 51, defaultValue: 0n },
  VOTING_CONTRACT_REGID: { code: 101, defaultValue: 0n },
  BLOCK_INFLATED_REWARD_AMOUNT: { code: 102, defaultValue: 20_000_000n },
} as const satisfies Record<string, Omit<GovernedParameter, 'name'>>;

export type SystemParameterName = keyof typeof SYSTEM_PARAMETERS;

/** The parameters of a collateralized debt position's coin pair (spec 05 §5.2). */
export const CDP_PARAMETERS = {
  CDP_GLOBAL_COLLATERAL_CEILING_AMOUNT: { code: 2, defaultValue: 52_500_000n, range: [0n, 210_000_000n] },
  CDP_GLOBAL_COLLATERAL_RATIO_MIN: { code: 3, defaultValue: 8000n, range: [0n, 1_000_000n] },
  CDP_START_COLLATERAL_RATIO: { code: 4, defaultValue: 19_000n, range: [10_000n, 1_000_000n] },
  CDP_START_LIQUIDATE_RATIO: { code: 5, defaultValue: 15_000n, range: [10_000n, 100_000n] },
  CDP_NONRETURN_LIQUIDATE_RATIO: { code: 6, defaultValue: 11_300n, range: [10_000n, 100_000n] },
  CDP_FORCE_LIQUIDATE_RATIO: { code: 7, defaultValue: 10_400n, range: [0n, 20_000n] },
  CDP_LIQUIDATE_DISCOUNT_RATIO: { code: 8, defaultValue: 9700n, range: [0n, 10_000n] },
  CDP_BCOINSTOSTAKE_AMOUNT_MIN_IN_SCOIN: { code: 9, defaultValue: 90_000_000n },
  CDP_INTEREST_PARAM_A: { code: 10, defaultValue: 2n },
  CDP_INTEREST_PARAM_B: { code: 11, defaultValue: 1n, range: [1n, 100_000_000n] },
  CDP_CONVERT_INTEREST_TO_DEBT_DAYS: { code: 13, defaultValue: 30n, range: [0n, 3650n] },
} as const satisfies Record<string, Omit<GovernedParameter, 'name'>>;

export type CdpParameterName = keyof typeof CDP_PARAMETERS;

function namesByCode(
  table: Readonly<Record<string, { readonly code: number }>>,
): ReadonlyMap<number, string> {
  return new Map(Object.entries(table).map(([name, { code }]) => [code, name]));
}

const systemNames = namesByCode(SYSTEM_PARAMETERS);
const cdpNames = namesByCode(CDP_PARAMETERS);

/** The name of a system parameter's number, or an empty text. */
export function systemParameterName(code: number): string {
  return systemNames.get(code) ?? '';
}

/** The name of a CDP parameter's number, or an empty text. */
export function cdpParameterName(code: number): string {
  return cdpNames.get(code) ?? '';
}
