import { MINER_FEES } from '../../../../src/state/tables/parameters.js';
import { largestMinimumFee, scheduledFee } from '../../../../src/tx/minimum-fees.js';
import { PROPOSAL_TYPES } from '../../../../src/tx/proposal-types.js';
import { REJECT, reject } from '../../../../src/tx/reject.js';
import { BASE_COIN, STABLE_COIN } from '../../../../src/tx/symbols.js';
import { defineProposalRules } from '../proposal-rules.js';

/** GOV_MINER_FEE (4): spec 05 §12.4. */
export const minimumFee = defineProposalRules(PROPOSAL_TYPES.minerFee, {
  summary: 'Sets the smallest fee of a transaction type in one of the coins that fees are paid in.',
  electorate: 'governors',

  check({ txType, feeSymbol, feeSawiAmount }, { network }) {
    if (feeSymbol !== BASE_COIN && feeSymbol !== STABLE_COIN) {
      reject(REJECT.REJECT_INVALID, 'feesymbol-error');
    }
    const fee = scheduledFee(network.minimumFees, txType);
    if (fee === undefined) reject(REJECT.REJECT_INVALID, 'txtype-error');
    if (!fee.governable) reject(REJECT.REJECT_INVALID, 'can-not-update');
    if (feeSawiAmount === 0n) reject(REJECT.REJECT_INVALID, 'can-not-be-zero');
    if (network.mended.governedRangesHold && feeSawiAmount > largestMinimumFee(txType)) {
      reject(REJECT.REJECT_INVALID, 'params-range-error');
    }
  },

  apply({ txType, feeSymbol, feeSawiAmount }, { state }) {
    state.put(MINER_FEES, [txType, feeSymbol], feeSawiAmount);
  },
});
