import type { ProposalDraft } from '../../../vm/native/governance/proposal-rules.js';
import type { Uid } from '../../codec/uid.js';
import type { Proposal } from '../../tx/proposal.js';
import { TX } from '../../tx/transactions.js';
import type { Money } from '../../tx/units.js';
import type { AfterTurn } from '../declaration/method.js';
import type { NodeServices } from '../node/services.js';
import { feeParameter } from '../submission/fees.js';
import { requireFunds } from '../submission/simulated-balance.js';
import { signAndSubmit, standardFields, UNSIGNED } from '../submission/submit.js';

/**
 * Submits a proposal. Its txid is the proposal's id (spec 02 §5.14, "Generic V").
 *
 * @param fee - of the request
 * @param draft - called once the sender is known to be able to pay: for the checks that follow
 * @throws RpcError -32602, -5, -2002, -2001, and what `draft` throws
 */
export function requestProposal(
  services: NodeServices,
  sender: Uid,
  fee: Money | undefined,
  draft: () => ProposalDraft,
): AfterTurn {
  const money = feeParameter(services, fee, TX.PROPOSAL_REQUEST);
  requireFunds(services.state, sender, money);
  return submitRequest(services, sender, money, draft());
}

/** Submits a proposal whose checks are done. */
export function submitRequest(
  services: NodeServices,
  sender: Uid,
  fee: Money,
  draft: ProposalDraft,
): AfterTurn {
  const proposal = { ...draft, expiryBlockHeight: 0, approvalMinCount: 0 } as Proposal;
  return signAndSubmit(services, {
    type: TX.PROPOSAL_REQUEST,
    ...standardFields(services, sender, fee),
    proposal,
    ...UNSIGNED,
  });
}
