/** Why a chain cannot be forked, or a fork cannot read on. */
export type ForkProblem =
  /** The block at the height is another one than the fork began with. */
  | 'reorganized'
  /** The node does not keep the state after the block, or does not have the block. */
  | 'not-kept'
  /** The node does not answer, or refuses its answer. */
  | 'no-answer'
  /** The chain is of a network that this version does not know. */
  | 'unknown-network'
  /** The cache has more than one block of the height, and nobody says which. */
  | 'ambiguous-cache';

/** A chain cannot be forked, or a fork cannot read on. */
export class ForkError extends Error {
  override readonly name = 'ForkError';

  constructor(
    readonly problem: ForkProblem,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
