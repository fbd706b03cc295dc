import { regIdUid } from '../../codec/uid.js';
import { ASSETS } from '../../state/tables/assets.js';
import { systemParameter } from '../../state/tables/parameters.js';
import { freeTextFrom } from '../../tx/free-text.js';
import { BASE_COIN } from '../../tx/symbols.js';
import { TX } from '../../tx/transactions.js';
import type { AssetUpdateValue } from '../../tx/types/asset-update.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import { converted } from '../declaration/refused-value.js';
import type { NodeServices } from '../node/services.js';
import { parsedUid, requireAccount, senderParameter } from '../submission/account-parameters.js';
import { feeParameter } from '../submission/fees.js';
import { requireMatureRegId } from '../submission/mature-regid.js';
import { requireFunds, SimulatedBalance } from '../submission/simulated-balance.js';
import { signAndSubmit, standardFields, UNSIGNED } from '../submission/submit.js';
import { actualSupply, assetJson } from './asset.results.js';
import type { methods } from './assets.methods.js';

export const handlers = implement<typeof methods, NodeServices>({
  getassetinfo({ symbol }, { state }) {
    const asset = state.get(ASSETS, freeTextFrom(symbol));
    if (asset === undefined) throw new RpcError('INVALID_PARAMS', `Asset(${symbol}) not exist!`);
    return { ...assetJson(asset), actual_total_supply: actualSupply(state, asset.symbol) };
  },

  submitassetissuetx(args, services) {
    const { addr, asset_symbol, asset_owner_addr, asset_name, total_supply, mintable } = args;
    const sender = senderParameter(services, addr);
    const owner = requireMatureRegId(services, parsedUid(services, asset_owner_addr));
    const fee = feeParameter(services, args.fee, TX.ASSET_ISSUE);
    const balance = new SimulatedBalance(services.state, requireAccount(services.state, sender));
    balance.take(fee);
    balance.take({ symbol: BASE_COIN, amount: systemParameter(services.state, 'ASSET_ISSUE_FEE') });
    return signAndSubmit(services, {
      type: TX.ASSET_ISSUE,
      ...standardFields(services, sender, fee),
      assetSymbol: freeTextFrom(asset_symbol),
      ownerUid: regIdUid(owner),
      assetName: freeTextFrom(asset_name),
      mintable,
      totalSupply: total_supply,
      ...UNSIGNED,
    });
  },

  submitassetupdatetx({ addr, asset_symbol, update_type, update_value, fee: given }, services) {
    const sender = senderParameter(services, addr);
    const update = updateParameter(services, update_type, update_value);
    const fee = feeParameter(services, given, TX.UIA_UPDATE);
    requireFunds(services.state, sender, fee);
    return signAndSubmit(services, {
      type: TX.UIA_UPDATE,
      ...standardFields(services, sender, fee),
      assetSymbol: freeTextFrom(asset_symbol),
      update,
      ...UNSIGNED,
    });
  },

  listassets(_args, { state }) {
    // In the order of the reference's keys, which begin with the length of the symbol.
    const assets = [...state.iterate(ASSETS)]
      .map(([, asset]) => asset)
      .sort((a, b) => a.symbol.length - b.symbol.length)
      .map(assetJson);
    return { count: assets.length, assets };
  },
});

/** The one property that an update changes. @throws RpcError -8 */
function updateParameter(
  services: NodeServices,
  type: 'owner_uid' | 'owner_addr' | 'name' | 'mint_amount',
  value: string | bigint,
): AssetUpdateValue {
  switch (type) {
    case 'name':
      return { kind: 'name', name: freeTextFrom(String(value)) };
    case 'mint_amount':
      return { kind: 'mint_amount', amount: mintedAmount(value) };
    default:
      return {
        kind: 'owner_uid',
        owner: regIdUid(requireMatureRegId(services, parsedUid(services, String(value)))),
      };
  }
}

/** An amount as a number or, as in release 2, as its digits. */
function mintedAmount(value: string | bigint): bigint {
  const digits = String(value);
  if (!/^[1-9]\d*$/.test(digits)) {
    throw new RpcError('INVALID_PARAMETER', `update_value=${digits} is no whole number of sawi from 1 on`, {
      about: digits,
    });
  }
  return converted(p.uint64, BigInt(digits), { index: 3, name: 'update_value' });
}
