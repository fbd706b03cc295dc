import { record, type ValueOf, varint64, vector } from '../../codec/codec.js';
import { uid } from '../../codec/uid.js';
import { TABLE_PREFIX } from '../../storage/layout.js';
import { defineTable } from '../table.js';
import { valueCodec } from '../typed-values.js';
import { regIdKey } from './keys.js';

/** Votes of one voter for one candidate, in sawi; the uid is the one of the first vote. */
const candidateVotes = record({ candidate: uid, votes: varint64 });
export type CandidateVotes = ValueOf<typeof candidateVotes>;

/** By a voter's regid, whom he votes for, most votes first (spec 07 §14.6); no entry without votes. */
export const VOTE_LISTS = defineTable({
  name: 'vote-lists',
  prefix: TABLE_PREFIX.voteLists,
  key: regIdKey,
  value: valueCodec(vector(candidateVotes)),
  consensus: true,
});
