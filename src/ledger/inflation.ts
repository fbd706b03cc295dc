import { featureVersionAt, type NetworkParameters } from '../config/network.js';

const SECONDS_PER_YEAR = 365 * 24 * 3600;
const FIRST_SUBSIDY = 5;
const LAST_SUBSIDY = 1;

/** From `fromHeight` on, votes earn their producers `percent` of themselves a year. */
export interface SubsidyPeriod {
  readonly percent: number;
  readonly fromHeight: number;
}

/**
 * The subsidy periods of a network, the highest rate first (spec 08 §10.2). A period is as long as a
 * year has blocks. In the period in which R2 shortens the block interval, the rest that is left counts
 * in the new, shorter blocks; that one sum is in IEEE double and truncated, as in the reference.
 */
export function subsidyPeriods(
  network: Pick<NetworkParameters, 'forks' | 'subsidyPeriods'>,
): readonly SubsidyPeriod[] {
  const { beforeR2, fromR2 } = network.subsidyPeriods;
  const { r2 } = network.forks;
  const periods: SubsidyPeriod[] = [{ percent: FIRST_SUBSIDY, fromHeight: 0 }];
  let start = 0;
  for (let percent = FIRST_SUBSIDY - 1; percent >= LAST_SUBSIDY; percent--) {
    if (start >= r2) start += fromR2;
    else if (start + beforeR2 > r2) start = Math.trunc(r2 + (1 - (r2 - start) / beforeR2) * fromR2);
    else start += beforeR2;
    periods.push({ percent, fromHeight: start });
  }
  return periods;
}

/** The subsidy of a height in percent a year, 5 down to 1. */
export function subsidyAt(
  network: Pick<NetworkParameters, 'forks' | 'subsidyPeriods'>,
  height: number,
): number {
  return subsidyPeriods(network).findLast(period => period.fromHeight <= height)?.percent ?? FIRST_SUBSIDY;
}

/** Seconds between blocks at a height. */
export function blockIntervalAt(
  network: Pick<NetworkParameters, 'forks' | 'blockInterval'>,
  height: number,
): number {
  const { beforeR2, fromR2 } = network.blockInterval;
  return featureVersionAt(network.forks, height) === 'R1' ? beforeR2 : fromR2;
}

/** Blocks of a year of 365 days at the block interval of a height. */
export function blocksPerYearAt(
  network: Pick<NetworkParameters, 'forks' | 'blockInterval'>,
  height: number,
): number {
  return Math.floor(SECONDS_PER_YEAR / blockIntervalAt(network, height));
}

/**
 * What votes earn at the subsidy of a height while `blocks` blocks pass, in sawi of the base coin:
 * floor(votes * blocks * percent / blocks of a year / 100), exact (spec 08 §10.2).
 *
 * @param votes - in sawi
 */
export function subsidyOf(
  network: Pick<NetworkParameters, 'forks' | 'subsidyPeriods' | 'blockInterval'>,
  height: number,
  votes: bigint,
  blocks: bigint,
): bigint {
  const percent = BigInt(subsidyAt(network, height));
  return (votes * blocks * percent) / (BigInt(blocksPerYearAt(network, height)) * 100n);
}
