import { ASSETS } from '../../state/tables/assets.js';
import {
  ACTIVE_DELEGATES,
  LAST_VOTE_HEIGHT,
  PENDING_DELEGATES,
  PRODUCER_COUNT,
} from '../../state/tables/delegates.js';
import { FUEL_HISTORY } from '../../state/tables/fuel-history.js';
import { MINER_FEES, SYSTEM_PARAMS } from '../../state/tables/parameters.js';
import { FEED_PAIRS, MEDIAN_PRICES, PRICE_SAMPLES } from '../../state/tables/prices.js';
import { INFLATED_REWARD, PENDING_REWARDS } from '../../state/tables/rewards.js';
import { VALIDATOR_SETS } from '../../state/tables/validators.js';

/** What every block reads, whatever is in it: a fork asks for all of it in one request. */
export const FIRST_TABLES = [
  ASSETS,
  SYSTEM_PARAMS,
  MINER_FEES,
  LAST_VOTE_HEIGHT,
  PENDING_DELEGATES,
  ACTIVE_DELEGATES,
  PRODUCER_COUNT,
  PENDING_REWARDS,
  INFLATED_REWARD,
  FUEL_HISTORY,
  PRICE_SAMPLES,
  MEDIAN_PRICES,
  FEED_PAIRS,
  VALIDATOR_SETS,
];
