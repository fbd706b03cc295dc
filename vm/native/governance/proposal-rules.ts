import type { RegId } from '../../../src/codec/regid.js';
import type { Proposal } from '../../../src/tx/proposal.js';
import type { TransactionContext } from '../../context.js';
import type { Electorate } from './electorate.js';

export type ProposalType = Proposal['type'];
/** The proposal of a type. */
export type ProposalOfType<T extends ProposalType> = Extract<Proposal, { readonly type: T }>;

/** A proposal as it is requested, without what the ledger sets at the request. */
export type ProposalDraft<T extends ProposalType = ProposalType> = T extends ProposalType
  ? Omit<ProposalOfType<T>, 'expiryBlockHeight' | 'approvalMinCount'>
  : never;

/** When a proposal is checked: as it is made, or as its last approval is about to carry it out. */
type Occasion = 'request' | 'execution';

/** What a type of proposal means (spec 05 §12). */
export interface ProposalRules<T extends ProposalType> {
  readonly type: T;
  /** What it does when it is carried out, in one sentence, for listings. */
  readonly summary: string;
  /** Whose approval it needs. */
  readonly electorate: Electorate;
  /** Number of blocks for which it can be approved, in place of the parameter PROPOSAL_EXPIRE_BLOCK_COUNT. */
  readonly lifetime?: bigint;
  /**
   * Checks whether it can be executed in the current state; called on both occasions.
   * @throws TransactionRejected
   */
  check(proposal: ProposalOfType<T>, context: TransactionContext, occasion: Occasion): void;
  /** The proposal as it is stored, where the request leaves something open. */
  complete?(proposal: ProposalOfType<T>, context: TransactionContext): ProposalOfType<T>;
  /**
   * Carries it out, after a check.
   * @param approvers - all who approved it, in the order of their approvals
   * @throws TransactionRejected; all changes are then discarded
   */
  apply(proposal: ProposalOfType<T>, context: TransactionContext, approvers: readonly RegId[]): void;
}

/** Declares what a type of proposal means; number and fields follow from the type's definition. */
export function defineProposalRules<D extends { readonly type: ProposalType }>(
  { type }: D,
  rules: Omit<ProposalRules<D['type']>, 'type'>,
): ProposalRules<D['type']> {
  return { type, ...rules };
}

/** Rules of whichever type: find them by `rulesOf(proposal)`, as they take proposals of their own type only. */
export interface AnyProposalRules {
  readonly type: ProposalType;
  readonly summary: string;
  readonly electorate: Electorate;
  readonly lifetime?: bigint;
  check(proposal: Proposal, context: TransactionContext, occasion: Occasion): void;
  complete?(proposal: Proposal, context: TransactionContext): Proposal;
  apply(proposal: Proposal, context: TransactionContext, approvers: readonly RegId[]): void;
}
