import type { JsonObject } from '../../codec/json-value.js';
import { regIdText } from '../../codec/regid.js';
import type { StateReader } from '../../state/state.js';
import { PROPOSAL_APPROVALS, PROPOSALS } from '../../state/tables/proposals.js';
import { proposalJson } from '../../tx/proposal.js';

/** The result of getproposal; empty for an unknown id (spec 02 §4.9, O12). */
export function proposalDetail(state: StateReader, id: string): JsonObject {
  const proposal = state.get(PROPOSALS, id);
  if (proposal === undefined) return {};
  const approvers = (state.get(PROPOSAL_APPROVALS, id) ?? []).map(regIdText);
  return {
    ...proposalJson(proposal),
    approvaled_count: approvers.length,
    approvaled_governors: approvers,
  };
}
