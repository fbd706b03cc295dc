import { record, u8, type ValueOf, varint64, varintSigned32, vector } from '../../codec/codec.js';
import { uid } from '../../codec/uid.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { voteTypeName } from '../enums.js';
import { uidObject } from '../json-members.js';
import { SIGNATURE } from '../standard-fields.js';

/** One entry of a vote: `voteType` VOTE_ADD or VOTE_MINUS, the amount in sawi of the base coin. */
const candidateVote = record({ voteType: u8, candidate: uid, votedBcoins: varint64 });
export type CandidateVote = ValueOf<typeof candidateVote>;

/** DELEGATE_VOTE_TX (6): adds votes to candidates or takes them back. */
export const delegateVote = defineTransaction({
  type: 6,
  name: 'DELEGATE_VOTE_TX',
  since: 'R1',
  origin: 'sender',
  senders: ['regid', 'pubkey'],
  permission: 'SEND_VOTE',
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
    candidateVotes: vector(candidateVote),
    fees: varint64,
    ...SIGNATURE,
  },
  json: tx => ({
    candidate_votes: tx.candidateVotes.map(vote => ({
      vote_type: voteTypeName(vote.voteType),
      candidate_uid: uidObject(vote.candidate),
      voted_bcoins: vote.votedBcoins,
    })),
  }),
});
export type DelegateVote = TransactionOf<typeof delegateVote>;
