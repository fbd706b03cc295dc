import { FEED_PAIRS } from '../../../../src/state/tables/prices.js';
import { DISABLE, ENABLE } from '../../../../src/tx/enums.js';
import { ASSET_PERMISSION } from '../../../../src/tx/permissions.js';
import { PROPOSAL_TYPES } from '../../../../src/tx/proposal-types.js';
import { REJECT, reject } from '../../../../src/tx/reject.js';
import { BASE_COIN, GOVERNANCE_COIN } from '../../../../src/tx/symbols.js';
import { PRICE_QUOTE } from '../../price/quote.js';
import { defineProposalRules } from '../proposal-rules.js';

const NO_OPERATION = 0;

/** The coins whose prices the system itself depends on. */
const ALWAYS_FED: ReadonlySet<string> = new Set([BASE_COIN, GOVERNANCE_COIN]);

/** GOV_FEED_COINPAIR (11): spec 05 §12.11. */
export const feedPair = defineProposalRules(PROPOSAL_TYPES.feedCoinPair, {
  summary: 'Lets producers feed the price of a coin, or not.',
  electorate: 'governors',

  check({ baseSymbol, quoteSymbol, operation }, context) {
    if (operation === NO_OPERATION) reject(REJECT.REJECT_INVALID, 'bad-op-type');
    if (baseSymbol === quoteSymbol) reject(REJECT.REJECT_INVALID, 'same-base-quote-symbol');
    if (quoteSymbol !== PRICE_QUOTE) reject(REJECT.REJECT_INVALID, 'unsupported-quote-symbol');
    const permissions = context.asset(baseSymbol)?.permsSum ?? 0n;
    if ((permissions & ASSET_PERMISSION.PRICE_FEED) === 0n) {
      reject(REJECT.REJECT_INVALID, 'unsupported-base-symbol');
    }
    if (ALWAYS_FED.has(baseSymbol)) reject(REJECT.REJECT_INVALID, 'hard-code-coin-pair');
    const isFed = context.state.get(FEED_PAIRS, [baseSymbol, quoteSymbol]) === true;
    if (operation === ENABLE && isFed) reject(REJECT.REJECT_INVALID, 'symbol-exist');
    // Every other number removes the pair as well, but need not find it.
    if (operation === DISABLE && !isFed) reject(REJECT.REJECT_INVALID, 'symbol-not-exist');
  },

  apply({ baseSymbol, quoteSymbol, operation }, { state }) {
    if (operation === ENABLE) state.put(FEED_PAIRS, [baseSymbol, quoteSymbol], true);
    else state.delete(FEED_PAIRS, [baseSymbol, quoteSymbol]);
  },
});
