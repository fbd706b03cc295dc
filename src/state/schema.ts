import { Schema } from './table.js';
import { ACCOUNTS, REGIDS } from './tables/accounts.js';
import { ASSETS } from './tables/assets.js';
import { CDP_COLLATERALS } from './tables/cdp-collaterals.js';
import { CDP_INTEREST_CHANGES, CDP_PARAMS } from './tables/cdp-parameters.js';
import {
  CDP_TOTALS,
  CDPS,
  CDPS_BY_HEIGHT,
  CDPS_BY_OWNER,
  CDPS_BY_RATIO,
  CDPS_CLOSED_BY,
  CLOSED_CDPS,
} from './tables/cdps.js';
import { CONTRACT_ACCOUNTS } from './tables/contract-accounts.js';
import { CONTRACT_DATA, CONTRACTS } from './tables/contracts.js';
import {
  ACTIVE_DELEGATES,
  CONTRACT_VOTES,
  DELEGATE_RANKING,
  LAST_VOTE_HEIGHT,
  PENDING_DELEGATES,
  PRODUCER_COUNT,
} from './tables/delegates.js';
import { CLOSED_ORDERS, TRADES, TRADES_OF_ORDER } from './tables/dex-history.js';
import {
  DEX_OPERATOR_CHANGES,
  DEX_OPERATOR_OWNERS,
  DEX_OPERATORS,
  LAST_DEX_OPERATOR_ID,
} from './tables/dex-operators.js';
import { FUEL_HISTORY } from './tables/fuel-history.js';
import { ORDERS, ORDERS_BY_BLOCK, ORDERS_BY_PRICE } from './tables/orders.js';
import { GOVERNORS, MINER_FEES, SYSTEM_PARAMS } from './tables/parameters.js';
import { FEED_PAIRS, MEDIAN_PRICES, PRICE_SAMPLES } from './tables/prices.js';
import { PROPOSAL_APPROVALS, PROPOSALS } from './tables/proposals.js';
import { RECENT_TRANSACTIONS } from './tables/recent-transactions.js';
import { INFLATED_REWARD, PENDING_REWARDS } from './tables/rewards.js';
import { SWAP_COINS, SWAP_INS } from './tables/swap-coins.js';
import { PASSWORD_PROOFS, SPENT_UTXOS, UTXOS, UTXOS_BY_OWNER } from './tables/utxos.js';
import { VALIDATOR_SETS } from './tables/validators.js';
import { VOTE_LISTS } from './tables/votes.js';

/**
 * Every table of the state of a chain, by ascending prefix. This list alone says what is state: a table
 * that is not in it cannot be committed, whatever has been imported.
 */
export const TABLES = [
  ACCOUNTS,
  REGIDS,
  ASSETS,
  SYSTEM_PARAMS,
  MINER_FEES,
  GOVERNORS,
  ORDERS,
  ORDERS_BY_BLOCK,
  DELEGATE_RANKING,
  LAST_VOTE_HEIGHT,
  PENDING_DELEGATES,
  ACTIVE_DELEGATES,
  PRODUCER_COUNT,
  VOTE_LISTS,
  PENDING_REWARDS,
  INFLATED_REWARD,
  FUEL_HISTORY,
  RECENT_TRANSACTIONS,
  PRICE_SAMPLES,
  MEDIAN_PRICES,
  FEED_PAIRS,
  CONTRACT_VOTES,
  VALIDATOR_SETS,
  PROPOSALS,
  PROPOSAL_APPROVALS,
  SWAP_COINS,
  SWAP_INS,
  CDP_PARAMS,
  CDP_INTEREST_CHANGES,
  CDP_COLLATERALS,
  DEX_OPERATORS,
  DEX_OPERATOR_OWNERS,
  LAST_DEX_OPERATOR_ID,
  DEX_OPERATOR_CHANGES,
  CLOSED_ORDERS,
  TRADES,
  TRADES_OF_ORDER,
  ORDERS_BY_PRICE,
  CDPS,
  CDPS_BY_OWNER,
  CDPS_BY_RATIO,
  CDPS_BY_HEIGHT,
  CDP_TOTALS,
  CLOSED_CDPS,
  CDPS_CLOSED_BY,
  UTXOS,
  PASSWORD_PROOFS,
  UTXOS_BY_OWNER,
  SPENT_UTXOS,
  CONTRACTS,
  CONTRACT_DATA,
  CONTRACT_ACCOUNTS,
] as const;

/** The schema of the state of every network. */
export const STATE_SCHEMA = new Schema(TABLES);
