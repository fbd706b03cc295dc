import type { TransactionType } from '../../src/tx/transactions.js';
import { universal } from '../universal/handler.js';
import { clearPermissions } from './account/clear-permissions.js';
import { register } from './account/register.js';
import { stake } from './account/stake.js';
import { vote } from './account/vote.js';
import { issueAsset } from './asset/issue.js';
import { updateAsset } from './asset/update.js';
import { liquidateForced } from './cdp/forced-liquidation.js';
import { liquidateCdp } from './cdp/liquidate.js';
import { redeemCdp } from './cdp/redeem.js';
import { settleInterest } from './cdp/settle-interest.js';
import { stakeCdp } from './cdp/stake.js';
import { callLuaContract, callUniversalContract } from './contract/call.js';
import { deployContract, deployLuaContract } from './contract/deploy.js';
import { submitCancel } from './dex/cancel-order.js';
import { registerOperator } from './dex/register-operator.js';
import { settle } from './dex/settle.js';
import { submitOperatorOrder } from './dex/submit-operator-order.js';
import {
  submitLimitBuy,
  submitLimitSell,
  submitMarketBuy,
  submitMarketSell,
  submitOrder,
} from './dex/submit-order.js';
import { updateOperator } from './dex/update-operator.js';
import { approveProposal } from './governance/approve.js';
import { requestProposal } from './governance/request.js';
import type { AnyNativeHandler } from './handler.js';
import { feedPrices } from './price/feed.js';
import { setMedianPrices } from './price/median.js';
import { mint } from './system/mint.js';
import { transferBaseCoin } from './transfer/transfer-base-coin.js';
import { transferCoins } from './transfer/transfer-coins.js';
import { provePassword } from './utxo/prove-password.js';
import { transferUtxos } from './utxo/transfer.js';

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
