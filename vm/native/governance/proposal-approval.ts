import { type RegId, sameRegId } from '../../../src/codec/regid.js';
import { PROPOSAL_APPROVALS, PROPOSALS } from '../../../src/state/tables/proposals.js';
import type { Proposal } from '../../../src/tx/proposal.js';
import { PROPOSAL } from '../../../src/tx/proposal-types.js';
import { REJECT, reject, TransactionRejected } from '../../../src/tx/reject.js';
import { proposalApproval } from '../../../src/tx/types/proposal-approval.js';
import type { TransactionContext } from '../../context.js';
import { defineHandler } from '../handler.js';
import { mayApprove } from './electorate.js';
import { rulesOf } from './proposals/index.js';

/** Bytes of the shortest signature that counts as one. */
const MIN_PEER_SIGNATURE_SIZE = 64;

/** PROPOSAL_APPROVAL_TX (71): the last approval that is needed carries the proposal out (spec 05 §11). */
export const proposalApprovalHandler = defineHandler(proposalApproval, {
  summary: 'Approves a proposal; the last approval that is needed carries it out.',

  check({ proposalId, axcSignature }, context) {
    const { state, network } = context;
    const proposal = state.get(PROPOSALS, proposalId);
    if (proposal === undefined) reject(REJECT.READ_ACCOUNT_FAIL, 'proposal-not-found');
    const { electorate } = rulesOf(proposal);
    if (!mayApprove(electorate, state, network, context.sender().regId)) {
      reject(REJECT.READ_ACCOUNT_FAIL, 'permission-denied');
    }
    if (proposal.type === PROPOSAL.AXC_OUT && axcSignature.length < MIN_PEER_SIGNATURE_SIZE) {
      reject(REJECT.READ_ACCOUNT_FAIL, 'axc-signature-invalid');
    }
  },

  execute({ proposalId, axcSignature }, context) {
    const { state } = context;
    const proposal = state.get(PROPOSALS, proposalId);
    if (proposal === undefined) reject(REJECT.WRITE_ACCOUNT_FAIL, 'proposal-not-found');
    const approvers = approversAfter(proposalId, proposal, context);
    state.put(PROPOSAL_APPROVALS, proposalId, approvers);
    if (approvers.length === proposal.approvalMinCount) carryOut(proposal, context, approvers);
    // The approvers of a swap out sign the payment on the other chain.
    if (proposal.type === PROPOSAL.AXC_OUT) {
      const signatures = [...proposal.signatures, axcSignature];
      state.put(PROPOSALS, proposalId, { ...proposal, signatures });
    }
  },
});

/** All approvers, the sender now among them. */
function approversAfter(
  proposalId: string,
  { approvalMinCount, expiryBlockHeight }: Proposal,
  context: TransactionContext,
): readonly RegId[] {
  const { state, block } = context;
  const approver = context.sender().regId;
  const before = state.get(PROPOSAL_APPROVALS, proposalId) ?? [];
  if (before.length >= approvalMinCount) reject(REJECT.WRITE_ACCOUNT_FAIL, 'proposal-executed-already');
  if (expiryBlockHeight < block.height) reject(REJECT.WRITE_ACCOUNT_FAIL, 'proposal-expired');
  if (before.some(earlier => sameRegId(earlier, approver))) {
    reject(REJECT.WRITE_ACCOUNT_FAIL, 'bad-write-proposaldb');
  }
  return [...before, approver];
}

/** A proposal that cannot be carried out refuses its last approval, which can be given again later. */
function carryOut(proposal: Proposal, context: TransactionContext, approvers: readonly RegId[]): void {
  const rules = rulesOf(proposal);
  try {
    rules.check(proposal, context, 'execution');
    rules.apply(proposal, context, approvers);
  } catch (error) {
    if (!(error instanceof TransactionRejected)) throw error;
    reject(REJECT.WRITE_ACCOUNT_FAIL, 'proposal-execute-error');
  }
}
