import { PRODUCER_COUNT, producerCountAt } from '../../../../src/state/tables/delegates.js';
import { PROPOSAL_TYPES } from '../../../../src/tx/proposal-types.js';
import { REJECT, reject } from '../../../../src/tx/reject.js';
import { defineProposalRules } from '../proposal-rules.js';

/** GOV_BP_SIZE (3): spec 05 §12.3. */
export const producerCount = defineProposalRules(PROPOSAL_TYPES.producerCount, {
  summary: 'Changes the number of block producers from a height on.',
  electorate: 'producers',

  check({ totalBpsSize, effectiveHeight }, { block, network }, occasion) {
    if (totalBpsSize === 0) reject(REJECT.REJECT_INVALID, 'bad-bp-count');
    // By the time it is approved the height may be near, or past.
    if (occasion === 'request' && effectiveHeight < block.height + network.producerCountDelay) {
      reject(REJECT.REJECT_INVALID, 'bad-effective-height');
    }
  },

  apply({ totalBpsSize, effectiveHeight }, { state, block }) {
    const current = producerCountAt(state, block.height);
    state.put(PRODUCER_COUNT, undefined, { current, next: totalBpsSize, effectiveHeight });
  },
});
