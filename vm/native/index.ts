import type { TransactionType } from '../../src/tx/transactions.js';
import { universal } from '../universal/universal.js';
import { clearPermissions } from './account/account-perms-clear.js';
import { register } from './account/account-register.js';
import { vote } from './account/delegate-vote.js';
import { stake } from './account/ucoin-stake.js';
import { issueAsset } from './asset/asset-issue.js';
import { updateAsset } from './asset/asset-update.js';
import { liquidateCdp } from './cdp/cdp-liquidate.js';
import { redeemCdp } from './cdp/cdp-redeem.js';
import { settleInterest } from './cdp/cdp-settle-interest.js';
import { stakeCdp } from './cdp/cdp-stake.js';
import { liquidateForced } from './cdp/forced-liquidation.js';
import { callLuaContract, callUniversalContract } from './contract/call.js';
import { deployContract, deployLuaContract } from './contract/deploy.js';
import { submitCancel } from './dex/dex-cancel-order.js';
import { submitOperatorOrder } from './dex/dex-operator-order.js';
import { registerOperator } from './dex/dex-operator-register.js';
import { updateOperator } from './dex/dex-operator-update.js';
import {
  submitLimitBuy,
  submitLimitSell,
  submitMarketBuy,
  submitMarketSell,
  submitOrder,
} from './dex/dex-order.js';
import { settle } from './dex/dex-settle.js';
import { approveProposal } from './governance/proposal-approval.js';
import { requestProposal } from './governance/proposal-request.js';
import type { AnyNativeHandler } from './handler.js';
import { feedPrices } from './price/price-feed.js';
import { setMedianPrices } from './price/price-median.js';
import { mint } from './system/ucoin-mint.js';
import { transferBaseCoin } from './transfer/bcoin-transfer.js';
import { transferCoins } from './transfer/ucoin-transfer.js';
import { provePassword } from './utxo/utxo-password-proof.js';
import { transferUtxos } from './utxo/utxo-transfer.js';

/**
 * What this node can execute, by type. Reward transactions are not among them: they are part of the
 * block's end. A type without a handler is refused as `unavailable-tx`.
 */
const NATIVE_HANDLERS: readonly AnyNativeHandler[] = [
  register,
  transferBaseCoin,
  callLuaContract,
  deployLuaContract,
  vote,
  stake,
  issueAsset,
  updateAsset,
  transferCoins,
  mint,
  deployContract,
  callUniversalContract,
  feedPrices,
  setMedianPrices([liquidateForced]),
  transferUtxos,
  provePassword,
  stakeCdp,
  redeemCdp,
  liquidateCdp,
  settleInterest,
  clearPermissions,
  submitLimitBuy,
  submitLimitSell,
  submitMarketBuy,
  submitMarketSell,
  submitCancel,
  settle,
  submitOrder,
  submitOperatorOrder,
  registerOperator,
  updateOperator,
  requestProposal,
  approveProposal,
  universal,
];

const byType: ReadonlyMap<TransactionType, AnyNativeHandler> = new Map(
  NATIVE_HANDLERS.map(handler => [handler.type, handler]),
);

/** The handler of a type, if this node has one. */
export function handlerOf(type: TransactionType): AnyNativeHandler | undefined {
  return byType.get(type);
}
