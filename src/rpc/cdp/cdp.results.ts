import { loanedDays, positionRatio } from '../../../vm/native/cdp/formulas.js';
import { interestOf } from '../../../vm/native/cdp/interest.js';
import { medianPriceOf, quoteOf } from '../../../vm/native/cdp/pair-conditions.js';
import { triggerPrices } from '../../../vm/native/cdp/trigger-prices.js';
import { formatFixed } from '../../codec/fixed-decimals.js';
import type { JsonObject } from '../../codec/json-value.js';
import { regIdText } from '../../codec/regid.js';
import { required } from '../../codec/required.js';
import type { NetworkParameters } from '../../config/network.js';
import type { StateReader } from '../../state/state.js';
import { type Account, isRegistered } from '../../state/tables/accounts.js';
import { CDPS, type Cdp, cdpsOf } from '../../state/tables/cdps.js';
import type { AmountFormat } from '../node/amounts.js';

export interface CdpServices {
  readonly network: Pick<NetworkParameters, 'blocksPerDay' | 'mended'>;
  readonly state: StateReader;
  readonly tipHeight: number;
  readonly amountFormat: AmountFormat;
}

/** A debt position (spec 02 §4.5, spec 05 §4). */
function cdpJson(services: CdpServices, id: string, cdp: Cdp): JsonObject {
  const { network, state, tipHeight, amountFormat } = services;
  return {
    cdpid: id,
    regid: regIdText(cdp.owner),
    last_height: cdp.height,
    bcoin_symbol: cdp.bcoinSymbol,
    total_bcoin: amountFormat(cdp.staked),
    scoin_symbol: cdp.scoinSymbol,
    total_scoin: amountFormat(cdp.owed),
    collateral_ratio: percentText(cdp, priceOf(state, cdp)),
    interest_due: interestOf(state, network, cdp, tipHeight),
    interest_days: loanedDays(cdp.height, tipHeight, network.blocksPerDay),
  };
}

/**
 * A debt position with how safe it is: its ratio in ten-thousandths as the ledger compares it, and the
 * prices times 10^8 at and below which others may liquidate it, and the system does. Without debt it
 * has none of these.
 */
export function cdpDetailJson(services: CdpServices, id: string, cdp: Cdp): JsonObject {
  const json = cdpJson(services, id, cdp);
  if (cdp.owed === 0n) return json;
  const { liquidation, forcedLiquidation } = triggerPrices(services.state, cdp);
  return {
    ...json,
    current_ratio: positionRatio(cdp, priceOf(services.state, cdp)),
    liquidatable_at_price: liquidation,
    force_liquidated_at_price: forcedLiquidation,
  };
}

/** The positions of an account by collateral; one that is not registered has none. */
export function cdpsOfAccountJson(services: CdpServices, account: Account): JsonObject[] {
  if (!isRegistered(account)) return [];
  const { state } = services;
  return cdpsOf(state, account.regId).map(id =>
    cdpJson(services, id, required(state.get(CDPS, id), 'the position of the index')),
  );
}

/** The collateral's median price, fresh or not; 0 where there is none. */
function priceOf(state: StateReader, { bcoinSymbol, scoinSymbol }: Cdp): bigint {
  const quote = quoteOf(scoinSymbol);
  const median = quote === undefined ? undefined : medianPriceOf(state, bcoinSymbol, quote);
  return median?.price ?? 0n;
}

/** A ratio in percent with two decimals. */
function percentText({ staked, owed }: Cdp, price: bigint): string {
  if (owed === 0n) return 'INF';
  const percent = ((Number(staked) / Number(owed)) * Number(price) * 100) / 1e8;
  return `${formatFixed(percent, 2)}%`;
}
