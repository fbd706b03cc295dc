/**
 * - `no-producer`: the chain has no active producers
 * - `no-key`: the key of the producer whose turn it is is not here
 * - `bad-time`: a block time that the chain cannot have
 * - `bad-count`: not a number of blocks
 * - `stopped`: the node is stopping
 */
export type ProductionErrorCode = 'no-producer' | 'no-key' | 'bad-time' | 'bad-count' | 'stopped';

/** Why no block can be made, with what would help. */
export class ProductionError extends Error {
  override readonly name = 'ProductionError';

  constructor(
    readonly code: ProductionErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** A transaction is valid and waits in the memory pool, but the block for it could not be made. */
export class BlockNotMade extends Error {
  override readonly name = 'BlockNotMade';

  /** @param cause - why there is no block */
  constructor(
    readonly txid: string,
    override readonly cause: Error,
  ) {
    super(`transaction ${txid} waits in the memory pool, as its block could not be made: ${cause.message}`);
  }
}
