import { type Json, type JsonObject, JsonReal } from '../../codec/json-value.js';
import { regIdFromInteger, regIdText } from '../../codec/regid.js';
import { type NetworkParameters, PROTOCOL } from '../../config/network.js';
import type { CdpParameter, SystemParameter } from '../../config/system-parameters.js';
import { minimumFeeOf } from '../../ledger/fees.js';
import type { StateReader } from '../../state/state.js';
import { type CdpPair, cdpParameter } from '../../state/tables/cdp-parameters.js';
import { systemParameter } from '../../state/tables/parameters.js';
import { scheduledFees } from '../../tx/minimum-fees.js';
import { BASE_COIN, STABLE_COIN } from '../../tx/symbols.js';

/** The value of a system parameter in results: an integer, or the regid that it means. */
export function systemParameterJson(state: StateReader, { name, isRegId }: SystemParameter): Json {
  const value = systemParameter(state, name);
  return isRegId === true ? regIdText(regIdFromInteger(value)) : value;
}

/** The value of a CDP parameter in results, in the unit of spec 05 §5.2. */
export function cdpParameterJson(state: StateReader, pair: CdpPair, { name, unit }: CdpParameter): Json {
  const value = cdpParameter(state, pair, name);
  switch (unit) {
    case 'coins':
      return value * PROTOCOL.coin;
    case 'ratio':
      return percentJson(value);
    case 'sawi':
    case 'integer':
      return value;
  }
}

/** A ratio in ten-thousandths as percent. */
export function percentJson(ratio: bigint): JsonReal {
  return new JsonReal(Number(ratio) / 100);
}

/** The smallest fee of every transaction type, ascending by type (spec 02 §3.6). */
export function minimumFeesJson(state: StateReader, network: NetworkParameters): JsonObject[] {
  return scheduledFees(network.minimumFees).map(({ type, name, governable }) => ({
    txtype_name: name,
    txtype_code: type,
    minfee_in_wicc: minimumFeeOf(state, network, type, BASE_COIN),
    minfee_in_wusd: minimumFeeOf(state, network, type, STABLE_COIN),
    modifiable: governable,
  }));
}
