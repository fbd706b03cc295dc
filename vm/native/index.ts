import type { TransactionType } from '../../src/tx/transactions.js';
import { universalHandler } from '../universal/universal.js';
import { accountPermsClearHandler } from './account/account-perms-clear.js';
import { accountRegisterHandler } from './account/account-register.js';
import { delegateVoteHandler } from './account/delegate-vote.js';
import { ucoinStakeHandler } from './account/ucoin-stake.js';
import { assetIssueHandler } from './asset/asset-issue.js';
import { assetUpdateHandler } from './asset/asset-update.js';
import { cdpLiquidateHandler } from './cdp/cdp-liquidate.js';
import { cdpRedeemHandler } from './cdp/cdp-redeem.js';
import { cdpSettleInterestHandler } from './cdp/cdp-settle-interest.js';
import { cdpStakeHandler } from './cdp/cdp-stake.js';
import { liquidateForced } from './cdp/forced-liquidation.js';
import { lcontractDeployHandler } from './contract/lcontract-deploy.js';
import { lcontractInvokeHandler } from './contract/lcontract-invoke.js';
import { ucontractDeployHandler } from './contract/ucontract-deploy.js';
import { ucontractInvokeHandler } from './contract/ucontract-invoke.js';
import { dexCancelOrderHandler } from './dex/dex-cancel-order.js';
import { dexOperatorOrderHandler } from './dex/dex-operator-order.js';
import { dexOperatorRegisterHandler } from './dex/dex-operator-register.js';
import { dexOperatorUpdateHandler } from './dex/dex-operator-update.js';
import {
  dexLimitBuyOrderHandler,
  dexLimitSellOrderHandler,
  dexMarketBuyOrderHandler,
  dexMarketSellOrderHandler,
  dexOrderHandler,
} from './dex/dex-order.js';
import { dexSettleHandler } from './dex/dex-settle.js';
import { proposalApprovalHandler } from './governance/proposal-approval.js';
import { proposalRequestHandler } from './governance/proposal-request.js';
import type { AnyNativeHandler } from './handler.js';
import { priceFeedHandler } from './price/price-feed.js';
import { priceMedianHandler } from './price/price-median.js';
import { ucoinMintHandler } from './system/ucoin-mint.js';
import { bcoinTransferHandler } from './transfer/bcoin-transfer.js';
import { ucoinTransferHandler } from './transfer/ucoin-transfer.js';
import { utxoPasswordProofHandler } from './utxo/utxo-password-proof.js';
import { utxoTransferHandler } from './utxo/utxo-transfer.js';

/**
 * What this node can execute, by type. Reward transactions are not among them: they are part of the
 * block's end. A type without a handler is refused as `unavailable-tx`.
 */
const NATIVE_HANDLERS: readonly AnyNativeHandler[] = [
  accountRegisterHandler,
  bcoinTransferHandler,
  lcontractInvokeHandler,
  lcontractDeployHandler,
  delegateVoteHandler,
  ucoinStakeHandler,
  assetIssueHandler,
  assetUpdateHandler,
  ucoinTransferHandler,
  ucoinMintHandler,
  ucontractDeployHandler,
  ucontractInvokeHandler,
  priceFeedHandler,
  priceMedianHandler([liquidateForced]),
  utxoTransferHandler,
  utxoPasswordProofHandler,
  cdpStakeHandler,
  cdpRedeemHandler,
  cdpLiquidateHandler,
  cdpSettleInterestHandler,
  accountPermsClearHandler,
  dexLimitBuyOrderHandler,
  dexLimitSellOrderHandler,
  dexMarketBuyOrderHandler,
  dexMarketSellOrderHandler,
  dexCancelOrderHandler,
  dexSettleHandler,
  dexOrderHandler,
  dexOperatorOrderHandler,
  dexOperatorRegisterHandler,
  dexOperatorUpdateHandler,
  proposalRequestHandler,
  proposalApprovalHandler,
  universalHandler,
];

const byType: ReadonlyMap<TransactionType, AnyNativeHandler> = new Map(
  NATIVE_HANDLERS.map(handler => [handler.type, handler]),
);

/** The handler of a type, if this node has one. */
export function handlerOf(type: TransactionType): AnyNativeHandler | undefined {
  return byType.get(type);
}
