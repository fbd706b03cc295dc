import { least } from '../../../src/state/balance.js';
import type { CdpInterestChange, CdpInterestParameters } from '../../../src/state/tables/cdp-parameters.js';
import { type SumRules, sumOf64Bits } from '../sums.js';
import { log10 } from './log10.js';

/*
 * Every formula of debt positions (spec 05 §6). Ratios, interest and splits are computed in doubles
 * and then cut off, exactly in the order of operations that is written here: nothing may be
 * rearranged (decision D18). Amounts are in sawi, prices times 10^8, ratios in ten-thousandths.
 */

export const MAX_U64 = 2n ** 64n - 1n;

const PRICE_BOOST = 1e8;
const RATIO_BOOST = 1e4;
const INDEX_BOOST = 1e8;
const COIN = 100_000_000n;
const DAYS_PER_YEAR = 365;

/** Collateral and debt, of a position or of all positions of a pair. */
export interface Holdings {
  readonly staked: bigint;
  /** Without the interest that still runs. */
  readonly owed: bigint;
}

/**
 * A double as an unsigned 64-bit integer: cut off, not a number is 0, and what is too large is
 * the largest (spec 05 §1, row 3).
 */
export function toUint64(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  return value >= 2 ** 64 ? MAX_U64 : BigInt(Math.trunc(value));
}

/** The integer of a boosted value, in the reals that all formulas use. */
const d = Number;

/** The ratio of collateral to new debt; without debt it is the largest (spec 05 §6.1). */
export function stakeRatio(amount: bigint, minted: bigint, price: bigint): bigint {
  if (minted === 0n) return MAX_U64;
  return toUint64(((d(amount) * d(price)) / PRICE_BOOST / d(minted)) * RATIO_BOOST);
}

/** The ratio of a position: the largest without debt, 0 without collateral (spec 05 §6.1). */
export function positionRatio({ staked, owed }: Holdings, price: bigint): bigint {
  if (staked === 0n) return 0n;
  if (owed === 0n) return MAX_U64;
  return toUint64((d(price) / PRICE_BOOST) * (d(staked) / d(owed)) * RATIO_BOOST);
}

/** The ratio of all positions of a pair together; without debt the largest (spec 05 §6.1). */
export function pairRatio({ staked, owed }: Holdings, price: bigint): bigint {
  if (owed === 0n) return MAX_U64;
  return toUint64(((d(staked) * d(price)) / PRICE_BOOST / d(owed)) * RATIO_BOOST);
}

/** Collateral for debt times 10^8, by which positions are ordered whatever the price (spec 05 §4). */
export function indexRatio({ staked, owed }: Holdings): bigint {
  if (staked === 0n) return 0n;
  if (owed === 0n) return MAX_U64;
  return toUint64((d(staked) / d(owed)) * INDEX_BOOST);
}

/**
 * The index ratio at and below which the system liquidates (spec 05 §6.1).
 * @param ratio - parameter CDP_FORCE_LIQUIDATE_RATIO
 * @param price - not 0
 */
export function forcedIndexLimit(ratio: bigint, price: bigint): bigint {
  return toUint64((d(ratio) / RATIO_BOOST / (d(price) / PRICE_BOOST)) * INDEX_BOOST);
}

/**
 * The smallest collateral of a position (spec 05 §6.1).
 * @param value - parameter CDP_BCOINSTOSTAKE_AMOUNT_MIN_IN_SCOIN
 */
export function minimumCollateral(value: bigint, price: bigint): bigint {
  return toUint64(d(value) / (d(price) / PRICE_BOOST));
}

/** Whether the positions of a pair are worth too little together (spec 05 §6.1). */
export function isFloorReached(totals: Holdings, price: bigint, floor: bigint): boolean {
  return pairRatio(totals, price) < floor;
}

/** The collateral in sawi that a pair can have, from parameter CDP_GLOBAL_COLLATERAL_CEILING_AMOUNT. */
export function collateralCeiling(coins: bigint): bigint {
  return BigInt.asUintN(64, coins * COIN);
}

/** Whether more collateral would be more than a pair can have; both sides wrap (spec 05 §6.1). */
export function isCeilingReached({ staked }: Holdings, added: bigint, coins: bigint): boolean {
  return BigInt.asUintN(64, staked + added) > collateralCeiling(coins);
}

/**
 * Days that are charged for the blocks from one height to another: started days count, at least one
 * (spec 05 §6.3).
 */
export function loanedDays(begin: number, end: number, blocksPerDay: number): number {
  return Math.max(1, Math.ceil((end - begin) / blocksPerDay));
}

/** The interest of a debt for some days at the same parameters (spec 05 §6.3). */
export function interestForDays(
  owed: bigint,
  days: number,
  { a, b }: CdpInterestParameters,
  { sumsNeverWrap }: SumRules,
): bigint {
  const product = sumsNeverWrap ? b * owed : BigInt.asUintN(64, b * owed);
  const logarithm = log10(1.0 + d(product) / 1e8);
  if (logarithm === 0) return 0n;
  const rate = (0.1 * d(a)) / logarithm;
  return toUint64((d(owed) / DAYS_PER_YEAR) * days * rate);
}

/** Blocks, both ends included, for which the parameters of interest are the same. */
export interface InterestSegment extends CdpInterestParameters {
  readonly begin: number;
  readonly end: number;
}

/**
 * A time of a debt, cut where the parameters change (spec 05 §6.3).
 * @param changes - by ascending height
 * @param initial - the parameters before the first change
 */
export function interestSegments(
  begin: number,
  end: number,
  changes: readonly CdpInterestChange[],
  initial: CdpInterestParameters,
): readonly InterestSegment[] {
  const { a, b } = changes.findLast(({ height }) => height <= begin) ?? initial;
  const starts = [{ a, b, begin }];
  for (const change of changes) {
    if (change.height > begin && change.height <= end) {
      starts.push({ a: change.a, b: change.b, begin: change.height });
    }
  }
  return starts.map((segment, i) => ({ ...segment, end: (starts[i + 1]?.begin ?? end + 1) - 1 }));
}

/** The interest of a debt over segments; each counts its own started days (spec 05 §1, row 20). */
export function interestOver(
  owed: bigint,
  segments: readonly InterestSegment[],
  blocksPerDay: number,
  rules: SumRules,
): bigint {
  if (owed === 0n) return 0n;
  const pieces = segments.map(segment =>
    interestForDays(owed, loanedDays(segment.begin, segment.end, blocksPerDay), segment, rules),
  );
  return sumOf64Bits(
    rules,
    pieces.reduce((sum, piece) => sum + piece, 0n),
  );
}

/**
 * Whether the interest since a height is to be turned into debt (spec 05 §6.4).
 * @param cycleDays - parameter CDP_CONVERT_INTEREST_TO_DEBT_DAYS
 */
export function isSettlementDue(
  last: number,
  height: number,
  cycleDays: bigint,
  blocksPerDay: number,
): boolean {
  return height > last && BigInt(height - last) >= BigInt.asUintN(64, cycleDays * BigInt(blocksPerDay));
}

/** The parameters of a manual liquidation: all ratios. */
export interface LiquidationParameters {
  /** CDP_START_LIQUIDATE_RATIO */
  readonly start: bigint;
  /** CDP_NONRETURN_LIQUIDATE_RATIO */
  readonly nonReturn: bigint;
  /** CDP_FORCE_LIQUIDATE_RATIO */
  readonly force: bigint;
  /** CDP_LIQUIDATE_DISCOUNT_RATIO */
  readonly discount: bigint;
}

/** The amounts that are exchanged when a position is liquidated. */
export interface Liquidation {
  /** Collateral that the liquidator gets. */
  readonly toLiquidator: bigint;
  /** Collateral that its owner gets back. */
  readonly toOwner: bigint;
  /** Stable coins that the liquidator pays. */
  readonly paid: bigint;
  /** Debt that is gone with it. */
  readonly closedOut: bigint;
  /** The part of the payment that goes to the reserve. */
  readonly penalty: bigint;
}

/**
 * The liquidation of a whole position (spec 05 §6.5).
 * @returns undefined while the position may not be liquidated
 */
export function fullLiquidation(
  position: Holdings,
  price: bigint,
  { start, nonReturn, force, discount }: LiquidationParameters,
): Liquidation | undefined {
  const { staked, owed } = position;
  const ratio = positionRatio(position, price);
  if (ratio > start) return undefined;
  if (ratio > nonReturn) {
    const covered = (d(owed) * d(nonReturn)) / RATIO_BOOST;
    const toLiquidator = least(toUint64(covered / (d(price) / PRICE_BOOST)), staked);
    const payment = toUint64((covered * d(discount)) / RATIO_BOOST);
    return withPenalty({ toLiquidator, toOwner: staked - toLiquidator }, payment, owed);
  }
  const everything = { toLiquidator: staked, toOwner: 0n };
  if (ratio > force) {
    const payment = toUint64((d(staked) * (d(price) / PRICE_BOOST) * d(discount)) / RATIO_BOOST);
    return withPenalty(everything, payment, owed);
  }
  return withPenalty(everything, owed, owed);
}

/** No payment is below the debt, whatever ratios governance sets (spec 05 §1, row 7). */
function withPenalty(
  collateral: Pick<Liquidation, 'toLiquidator' | 'toOwner'>,
  payment: bigint,
  owed: bigint,
): Liquidation {
  const paid = payment < owed ? owed : payment;
  return { ...collateral, paid, closedOut: owed, penalty: paid - owed };
}

/**
 * The part of a liquidation that a smaller payment buys (spec 05 §6.5). It never closes out more than
 * it pays, which rounding would do beyond 2^53 sawi.
 * @param paid - below what the whole costs
 * @returns undefined where rounding would leave nothing of the position (spec 05 §1, row 6)
 */
export function partialLiquidation(
  { staked, owed }: Holdings,
  whole: Liquidation,
  paid: bigint,
): Liquidation | undefined {
  const rate = d(paid) / d(whole.paid);
  const toLiquidator = toUint64(d(whole.toLiquidator) * rate);
  const toOwner = toUint64(d(whole.toOwner) * rate);
  const closedOut = least(toUint64(d(owed) * rate), paid);
  if (rate >= 1 || closedOut >= owed || toLiquidator + toOwner >= staked) return undefined;
  return { toLiquidator, toOwner, paid, closedOut, penalty: paid - closedOut };
}

/** The part of a penalty with which the reserve buys; the rest stays with it (spec 05 §6.5). */
export function penaltyToSpend(penalty: bigint): bigint {
  return penalty - penalty / 2n;
}

/**
 * The governance coins that are created where the collateral is worth less than the debt
 * (spec 05 §6.6); 0 where it is worth enough.
 * @param governancePrice - not 0
 */
export function inflatedCoins({ staked, owed }: Holdings, price: bigint, governancePrice: bigint): bigint {
  const value = collateralValue(staked, price);
  return value < owed ? toUint64((d(owed - value) * PRICE_BOOST) / d(governancePrice)) : 0n;
}

/** What collateral is worth in stable coins (spec 05 §6.6). */
export function collateralValue(staked: bigint, price: bigint): bigint {
  return toUint64((d(staked) * d(price)) / PRICE_BOOST);
}
