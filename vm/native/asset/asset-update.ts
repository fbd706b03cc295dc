import { sameRegId } from '../../../src/codec/regid.js';
import type { Uid } from '../../../src/codec/uid.js';
import { isRegistered } from '../../../src/state/tables/accounts.js';
import { ASSET_TYPE, ASSETS, type Asset } from '../../../src/state/tables/assets.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { assetUpdate } from '../../../src/tx/types/asset-update.js';
import type { TransactionContext } from '../../context.js';
import { defineHandler } from '../handler.js';
import {
  checkAssetName,
  checkSupply,
  checkUserSymbol,
  isMatureInBlock,
  MAX_TOTAL_SUPPLY,
  requireMatureSender,
  requireOwnerRegId,
} from './asset-rules.js';

/** UIA_UPDATE_TX: the older way to change what contract 0-800 changes too (spec 04 §8.2). */
export const assetUpdateHandler = defineHandler(assetUpdate, {
  summary: 'Changes owner or name of an asset, or mints more of it; for its owner.',

  check({ assetSymbol, update }, context) {
    const asset = requireAsset(context, assetSymbol);
    if (asset.type === ASSET_TYPE.userIssued) checkUserSymbol(context.network, assetSymbol);
    switch (update.kind) {
      case 'owner_uid':
        requireOwnerRegId(update.owner);
        break;
      case 'name':
        checkAssetName(context.network, update.name);
        break;
      case 'mint_amount':
        checkSupply(update.amount, 'invalid-mint-amount');
        break;
    }
    requireMatureSender(context);
  },

  execute({ assetSymbol, update }, context) {
    const asset = requireAsset(context, assetSymbol);
    if (!sameRegId(asset.owner, context.sender().regId)) {
      reject(REJECT.REJECT_INVALID, 'asset-uid-mismatch');
    }
    context.state.put(ASSETS, assetSymbol, { ...asset, ...changeOf(update, asset, context) });
  },
});

function requireAsset(context: TransactionContext, symbol: string): Asset {
  return context.asset(symbol) ?? reject(REJECT.REJECT_INVALID, 'get-asset-failed');
}

function changeOf(
  update: Parameters<typeof assetUpdateHandler.execute>[0]['update'],
  asset: Asset,
  context: TransactionContext,
): Partial<Asset> {
  switch (update.kind) {
    case 'owner_uid':
      return { owner: newOwner(update.owner, context) };
    case 'name':
      return { name: update.name };
    case 'mint_amount':
      return { totalSupply: mint(asset, update.amount, context) };
  }
}

function newOwner(uid: Uid, context: TransactionContext): Asset['owner'] {
  const account = context.accountByRegId(requireOwnerRegId(uid));
  if (account?.keyId === context.sender().keyId) {
    reject(REJECT.REJECT_INVALID, 'invalid-new-asset-owner-uid');
  }
  if (account === undefined) reject(REJECT.READ_ACCOUNT_FAIL, 'account-not-exist');
  if (!isRegistered(account)) reject(REJECT.REJECT_INVALID, 'account-not-registered');
  if (!isMatureInBlock(context, account.regId)) reject(REJECT.REJECT_INVALID, 'account-not-mature');
  return account.regId;
}

/** Mints new coins for the owner. @returns the total supply afterwards */
function mint(asset: Asset, amount: bigint, context: TransactionContext): bigint {
  if (!asset.mintable) reject(REJECT.REJECT_INVALID, 'asset-not-mintable');
  const totalSupply = asset.totalSupply + amount;
  if (totalSupply > MAX_TOTAL_SUPPLY) reject(REJECT.REJECT_INVALID, 'invalid-mint-amount');
  context.operate(
    {
      keyId: context.sender().keyId,
      operation: 'ADD_FREE',
      symbol: asset.symbol,
      amount,
      receiptType: RECEIPT.ASSET_MINT_NEW_AMOUNT,
    },
    [REJECT.UPDATE_ACCOUNT_FAIL, 'account-add-free-failed'],
  );
  return totalSupply;
}
