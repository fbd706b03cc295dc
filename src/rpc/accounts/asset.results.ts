import type { JsonObject } from '../../codec/json-value.js';
import { regIdText } from '../../codec/regid.js';
import type { StateReader } from '../../state/state.js';
import { ACCOUNTS, tokenOf } from '../../state/tables/accounts.js';
import type { Asset } from '../../state/tables/assets.js';
import { freeTextJson } from '../../tx/free-text.js';

/** Digits of `perms_sum`. */
const PERMISSION_BITS = 5;

/** An asset in results (spec 02 §4.7). */
export function assetJson(asset: Asset): JsonObject {
  return {
    asset_symbol: freeTextJson(asset.symbol),
    asset_name: freeTextJson(asset.name),
    asset_type: asset.type,
    perms_sum: asset.permsSum.toString(2).padStart(PERMISSION_BITS, '0').slice(-PERMISSION_BITS),
    owner_regid: regIdText(asset.owner),
    total_supply: asset.totalSupply,
    mintable: asset.mintable,
    icon_url: freeTextJson(asset.icon),
  };
}

/** What all accounts have of a coin, in whatever form; unspent outputs are not counted, as in the reference. */
export function actualSupply(state: StateReader, symbol: string): bigint {
  let total = 0n;
  for (const [, account] of state.iterate(ACCOUNTS)) {
    const { free, frozen, staked, voted, pledged } = tokenOf(account, symbol);
    total += free + frozen + staked + voted + pledged;
  }
  return total;
}
