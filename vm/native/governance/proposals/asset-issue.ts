import { ASSET_TYPE, ASSETS } from '../../../../src/state/tables/assets.js';
import { peerSymbolOf } from '../../../../src/state/tables/swap-coins.js';
import { PROPOSAL_TYPES } from '../../../../src/tx/proposal-types.js';
import { RECEIPT } from '../../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../../src/tx/reject.js';
import { DELEGATED_ASSET_PERMISSIONS, isDelegatedAssetSymbol } from '../delegated-asset.js';
import { defineProposalRules } from '../proposal-rules.js';
import { MAX_ASSET_SUPPLY } from '../swap-terms.js';

/** GOV_ASSET_ISSUE (15): spec 05 §12.15. */
export const assetIssue = defineProposalRules(PROPOSAL_TYPES.assetIssue, {
  summary: 'Issues an asset on behalf of another chain, for an owner who may mint more.',
  electorate: 'governors',

  check({ assetSymbol, totalSupply, ownerRegId }, context) {
    if (
      !isDelegatedAssetSymbol(assetSymbol, context.network.mended) ||
      peerSymbolOf(assetSymbol) !== undefined
    ) {
      reject(REJECT.REJECT_INVALID, 'bad-symbol');
    }
    if (totalSupply > MAX_ASSET_SUPPLY) reject(REJECT.REJECT_INVALID, 'invalid-total-supply');
    if (context.accountByRegId(ownerRegId) === undefined) {
      reject(REJECT.REJECT_INVALID, 'account-not-exist');
    }
    if (context.asset(assetSymbol) !== undefined) reject(REJECT.REJECT_INVALID, 'asset-exist');
  },

  apply({ assetSymbol, totalSupply, ownerRegId }, context) {
    const owner = context.accountByRegId(ownerRegId);
    if (owner === undefined) reject(REJECT.REJECT_INVALID, 'account-not-exist');
    context.state.put(ASSETS, assetSymbol, {
      symbol: assetSymbol,
      name: assetSymbol,
      type: ASSET_TYPE.delegated,
      permsSum: DELEGATED_ASSET_PERMISSIONS,
      owner: ownerRegId,
      totalSupply,
      mintable: true,
      icon: '',
    });
    context.operate(
      {
        keyId: owner.keyId,
        operation: 'ADD_FREE',
        symbol: assetSymbol,
        amount: totalSupply,
        receiptType: RECEIPT.ASSET_MINT_NEW_AMOUNT,
      },
      [REJECT.UPDATE_ACCOUNT_FAIL, 'insufficent-funds'],
    );
  },
});
