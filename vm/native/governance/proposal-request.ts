import { PROPOSALS } from '../../../src/state/tables/proposals.js';
import { proposalRequest } from '../../../src/tx/types/proposal-request.js';
import type { TransactionContext } from '../../context.js';
import { defineHandler } from '../handler.js';
import { sumOf32Bits } from '../sums.js';
import { approvalsNeededNow } from './electorate.js';
import type { AnyProposalRules } from './proposal-rules.js';
import { rulesOf } from './proposals/index.js';

/** PROPOSAL_REQUEST_TX (70): its id becomes that of the proposal (spec 05 §11). */
export const proposalRequestHandler = defineHandler(proposalRequest, {
  summary: 'Proposes a change to the governors or to the block producers.',

  check({ proposal }, context) {
    rulesOf(proposal).check(proposal, context, 'request');
  },

  execute({ proposal }, context) {
    const { state, network, prepared } = context;
    const rules = rulesOf(proposal);
    const completed = rules.complete?.(proposal, context) ?? proposal;
    state.put(PROPOSALS, prepared.txid, {
      ...completed,
      expiryBlockHeight: expiryHeight(rules, context),
      approvalMinCount: approvalsNeededNow(rules.electorate, state, network),
    });
  },
});

/** The last height at which it can be approved: a sum of 32 bits (spec 05 §1, row 32). */
function expiryHeight({ lifetime }: AnyProposalRules, context: TransactionContext): number {
  const blocks = lifetime ?? context.parameter('PROPOSAL_EXPIRE_BLOCK_COUNT');
  return Number(sumOf32Bits(context.network.mended, BigInt(context.block.height) + blocks));
}
