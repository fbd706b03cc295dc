/**
 * - `wrong-network`: the data directory holds the chain of another network
 * - `corrupt`: what is stored contradicts itself
 * - `not-found`: no block has this hash or height
 * - `pruned`: the node does not keep what is asked for any more
 * - `cannot-extend`: a block does not follow the newest one, or is marked as invalid
 * - `cannot-disconnect`: block 0, or a block whose undo record is not kept any more
 * - `busy`: blocks are being disconnected or reconnected
 * - `write-failed`: a block could not be written; the node has to be restarted
 */
export type ChainErrorCode =
  | 'wrong-network'
  | 'corrupt'
  | 'not-found'
  | 'pruned'
  | 'cannot-extend'
  | 'cannot-disconnect'
  | 'busy'
  | 'write-failed';

/** A request that the chain cannot serve, with what would be right. */
export class ChainError extends Error {
  override readonly name = 'ChainError';

  constructor(
    readonly code: ChainErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The error of what a pruned node does not keep any more. */
export function notKept(what: string, lowestKept: number): ChainError {
  return new ChainError(
    'pruned',
    `${what} is not kept any more: this node is pruned (option prune), the oldest block that it has is ${lowestKept}`,
  );
}
