import { DecodeError } from '../codec/errors.js';
import type { TransactionDefinition, TransactionOf } from './definition.js';
import { accountPermsClear } from './types/account-perms-clear.js';
import { accountRegister } from './types/account-register.js';
import { assetIssue } from './types/asset-issue.js';
import { assetUpdate } from './types/asset-update.js';
import { bcoinTransfer } from './types/bcoin-transfer.js';
import { blockReward } from './types/block-reward.js';
import { cdpLiquidate } from './types/cdp-liquidate.js';
import { cdpRedeem } from './types/cdp-redeem.js';
import { cdpSettleInterest } from './types/cdp-settle-interest.js';
import { cdpStake } from './types/cdp-stake.js';
import { delegateVote } from './types/delegate-vote.js';
import { dexCancelOrder } from './types/dex-cancel-order.js';
import {
  dexLimitBuyOrder,
  dexLimitSellOrder,
  dexMarketBuyOrder,
  dexMarketSellOrder,
} from './types/dex-legacy-orders.js';
import { dexOperatorRegister } from './types/dex-operator-register.js';
import { dexOperatorUpdate } from './types/dex-operator-update.js';
import { dexOperatorOrder, dexOrder } from './types/dex-order.js';
import { dexSettle } from './types/dex-settle.js';
import { lcontractDeploy } from './types/lcontract-deploy.js';
import { lcontractInvoke } from './types/lcontract-invoke.js';
import { priceFeed } from './types/price-feed.js';
import { priceMedian } from './types/price-median.js';
import { proposalApproval } from './types/proposal-approval.js';
import { proposalRequest } from './types/proposal-request.js';
import { ucoinBlockReward } from './types/ucoin-block-reward.js';
import { ucoinMint } from './types/ucoin-mint.js';
import { ucoinStake } from './types/ucoin-stake.js';
import { ucoinTransfer } from './types/ucoin-transfer.js';
import { ucontractDeploy } from './types/ucontract-deploy.js';
import { ucontractInvoke } from './types/ucontract-invoke.js';
import { universal } from './types/universal.js';
import { utxoPasswordProof } from './types/utxo-password-proof.js';
import { utxoTransfer } from './types/utxo-transfer.js';

/** Every transaction type, in ascending order of its number (spec 01 §9.1). */
const DEFINITIONS = [
  blockReward,
  accountRegister,
  bcoinTransfer,
  lcontractInvoke,
  lcontractDeploy,
  delegateVote,
  ucoinStake,
  assetIssue,
  assetUpdate,
  ucoinTransfer,
  ucoinMint,
  ucoinBlockReward,
  ucontractDeploy,
  ucontractInvoke,
  priceFeed,
  priceMedian,
  utxoTransfer,
  utxoPasswordProof,
  cdpStake,
  cdpRedeem,
  cdpLiquidate,
  cdpSettleInterest,
  accountPermsClear,
  proposalRequest,
  proposalApproval,
  dexLimitBuyOrder,
  dexLimitSellOrder,
  dexMarketBuyOrder,
  dexMarketSellOrder,
  dexCancelOrder,
  dexSettle,
  dexOrder,
  dexOperatorOrder,
  dexOperatorRegister,
  dexOperatorUpdate,
  universal,
] as const;

/** A transaction of any type; `type` is the discriminant. */
export type Transaction = TransactionOf<(typeof DEFINITIONS)[number]>;
export type TransactionType = Transaction['type'];

type Definition = (typeof DEFINITIONS)[number];
type ShortName<N> = N extends `${infer Short}_TX` ? Short : never;
/** The name of a type without its ending, such as `UCOIN_TRANSFER`. */
export type TransactionName = ShortName<Definition['name']>;

/** The number of every type, by its name without `_TX`: `TX.UCOIN_TRANSFER`. */
export const TX = Object.fromEntries(
  DEFINITIONS.map(({ name, type }) => [name.slice(0, -'_TX'.length), type]),
) as { readonly [D in Definition as ShortName<D['name']>]: D['type'] };

const byType: readonly (TransactionDefinition | undefined)[] = (() => {
  const table: (TransactionDefinition | undefined)[] = new Array(256).fill(undefined);
  for (const definition of DEFINITIONS) table[definition.type] = definition;
  return table;
})();

/** All definitions, for listings. */
export const TRANSACTION_TYPES: readonly TransactionDefinition[] = DEFINITIONS;

/** The definition of a type byte. @throws DecodeError for a number that names no type. */
export function definitionOf(type: number): TransactionDefinition {
  const definition = byType[type];
  if (!definition) {
    const name = type === NULL_TX ? 'NULL_TX' : '';
    throw new DecodeError(`UnserializePtr(), unsupport nTxType(${type}:${name}) to unserialize`);
  }
  return definition;
}

/** What the reference calls the number that names no type; `listmintxfees` lists it too. */
export const NULL_TX = 0;
