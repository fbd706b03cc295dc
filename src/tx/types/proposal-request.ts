import { text, varint64, varintSigned32 } from '../../codec/codec.js';
import { uid } from '../../codec/uid.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { proposal, proposalJson } from '../proposal.js';
import { SIGNATURE } from '../standard-fields.js';

/** PROPOSAL_REQUEST_TX (70): submits a proposal to the governors or producers. */
export const proposalRequest = defineTransaction({
  type: 70,
  name: 'PROPOSAL_REQUEST_TX',
  since: 'R3',
  origin: 'sender',
  senders: ['regid', 'pubkey'],
  permission: 'PROPOSE',
  minimumFee: { reference: 1_000_000n, development: 10_000n, governable: true },
  feeCheck: 'base',
  feeDiscount: 'none',
  contract: 'none',
  validHeight: 'checked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: true,
  fields: {
    version: varintSigned32,
    validHeight: varintSigned32,
    txUid: uid,
    fees: varint64,
    feeSymbol: text,
    proposal,
    ...SIGNATURE,
  },
  json: tx => ({ proposal: proposalJson(tx.proposal) }),
});
export type ProposalRequest = TransactionOf<typeof proposalRequest>;
