import { ASSETS, type Asset, NATIVE_ASSETS } from '../../../../src/state/tables/assets.js';
import { CDP_COLLATERALS, STAKING } from '../../../../src/state/tables/cdp-collaterals.js';
import { ASSET_PERMISSION, NO_PERMISSIONS } from '../../../../src/tx/permissions.js';
import { PROPOSAL_TYPES } from '../../../../src/tx/proposal-types.js';
import { REJECT, reject } from '../../../../src/tx/reject.js';
import type { TransactionContext } from '../../../context.js';
import { defineProposalRules } from '../proposal-rules.js';

const NATIVE_SYMBOLS: ReadonlySet<string> = new Set(NATIVE_ASSETS.map(({ symbol }) => symbol));

/** GOV_ASSET_PERM (7): spec 05 §12.7. */
export const assetPermissions = defineProposalRules(PROPOSAL_TYPES.assetPerms, {
  summary: 'Sets what may be done with an asset.',
  electorate: 'governors',

  check({ assetSymbol, proposedPermsSum }, context) {
    if (context.asset(assetSymbol) === undefined) reject(REJECT.REJECT_INVALID, 'asset-symbol-invalid');
    if (NATIVE_SYMBOLS.has(assetSymbol)) reject(REJECT.REJECT_INVALID, 'asset-type-error');
    if (proposedPermsSum === NO_PERMISSIONS) reject(REJECT.REJECT_INVALID, 'asset-perms-invalid');
  },

  apply({ assetSymbol, proposedPermsSum }, context) {
    const asset = context.asset(assetSymbol);
    if (asset === undefined) reject(REJECT.REJECT_INVALID, 'asset-not-found');
    context.state.put(ASSETS, assetSymbol, { ...asset, permsSum: proposedPermsSum });
    if (isCollateral(asset.permsSum) !== isCollateral(proposedPermsSum)) {
      switchCollateral(asset, isCollateral(proposedPermsSum), context);
    }
  },
});

function isCollateral(permissions: bigint): boolean {
  return (permissions & ASSET_PERMISSION.CDP_BCOIN) !== 0n;
}

/** Remembers where an asset first became a collateral; that decides the order of liquidations for ever. */
function switchCollateral({ symbol }: Asset, on: boolean, { state, position }: TransactionContext): void {
  state.put(CDP_COLLATERALS, symbol, {
    staking: on ? STAKING.on : STAKING.off,
    activatedAt: state.get(CDP_COLLATERALS, symbol)?.activatedAt ?? position,
  });
}
