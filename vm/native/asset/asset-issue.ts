import { ASSET_TYPE, ASSETS } from '../../../src/state/tables/assets.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { assetIssue } from '../../../src/tx/types/asset-issue.js';
import { defineHandler } from '../handler.js';
import {
  checkAssetName,
  checkSupply,
  checkUserSymbol,
  isMatureInBlock,
  requireMatureSender,
  requireOwnerRegId,
  USER_ASSET_PERMISSIONS,
} from './asset-rules.js';
import { chargeIssueFee } from './issue-fee.js';

/** ASSET_ISSUE_TX: the older way to issue what contract 0-800 issues too (spec 04 §8.2). */
export const assetIssueHandler = defineHandler(assetIssue, {
  summary: 'Issues an asset and gives all of it to its owner.',

  check(tx, context) {
    checkUserSymbol(context.network, tx.assetSymbol);
    checkAssetName(context.network, tx.assetName);
    checkSupply(tx.totalSupply, 'invalid-total-supply');
    requireOwnerRegId(tx.ownerUid);
    requireMatureSender(context);
  },

  /** The sender pays, the owner receives; they may be different accounts. */
  execute({ assetSymbol, assetName, ownerUid, totalSupply, mintable }, context) {
    if (context.asset(assetSymbol) !== undefined) reject(REJECT.REJECT_INVALID, 'asset-existed-error');
    const owner = context.accountByRegId(requireOwnerRegId(ownerUid));
    if (owner === undefined) reject(REJECT.READ_ACCOUNT_FAIL, 'account-not-exist');
    if (!isMatureInBlock(context, owner.regId)) {
      reject(REJECT.REJECT_INVALID, 'owner-account-unregistered-or-immature');
    }
    chargeIssueFee(context);
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
    context.state.put(ASSETS, assetSymbol, {
      symbol: assetSymbol,
      name: assetName,
      type: ASSET_TYPE.userIssued,
      permsSum: USER_ASSET_PERMISSIONS,
      owner: owner.regId,
      totalSupply,
      mintable,
      icon: '',
    });
  },
});
