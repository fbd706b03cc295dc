import { vector } from '../../codec/codec.js';
import { regId } from '../../codec/regid.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { proposal } from '../../tx/proposal.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';
import { hashKey } from './keys.js';

/** The proposals by id, with the expiry height and the approvals needed that the ledger has set. */
export const PROPOSALS = defineTable({
  name: 'proposals',
  prefix: TABLE_PREFIX.proposals,
  key: hashKey,
  value: valueCodec(proposal),
  consensus: true,
});

/** By proposal, who has approved it, in the order of approval. */
export const PROPOSAL_APPROVALS = defineTable({
  name: 'proposal-approvals',
  prefix: TABLE_PREFIX.proposalApprovals,
  key: hashKey,
  value: valueCodec(vector(regId)),
  consensus: true,
});
