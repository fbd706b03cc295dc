import { bytes, hash256 } from '../../codec/codec.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { hexText } from '../json-members.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';

/** PROPOSAL_APPROVAL_TX (71): approves a proposal; the preimage has fees before their symbol. */
export const proposalApproval = defineTransaction({
  type: 71,
  name: 'PROPOSAL_APPROVAL_TX',
  since: 'R3',
  origin: 'sender',
  senders: ['regid'],
  permission: 'none',
  minimumFee: { reference: 1_000_000n, development: 10_000n, governable: true },
  feeCheck: 'base',
  feeDiscount: 'none',
  contract: 'none',
  validHeight: 'checked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: true,
  fields: { ...STANDARD_FIELDS, proposalId: hash256, axcSignature: bytes, ...SIGNATURE },
  preimage: ['validHeight', 'txUid', 'fees', 'feeSymbol', 'proposalId', 'axcSignature'],
  json(tx) {
    if (tx.axcSignature.length === 0) return { proposal_id: tx.proposalId };
    const signature = hexText(tx.axcSignature);
    // The reference misspells the key; the right spelling is added (spec 01 O-12).
    return { proposal_id: tx.proposalId, axc_signatur: signature, axc_signature: signature };
  },
});
export type ProposalApproval = TransactionOf<typeof proposalApproval>;
