import { REJECT } from '../tx/reject.js';

/** The outcome of a block that the rules refuse. None of its changes may be kept. */
export class BlockRejected extends Error {
  override readonly name = 'BlockRejected';

  /**
   * @param code - one of `REJECT`
   * @param reason - the text that clients get, such as `bad-merkle-root`
   * @param detail - what exactly is wrong, and what would be right
   * @param transactionIndex - position of the transaction that is to blame, where one is
   */
  constructor(
    readonly code: number,
    readonly reason: string,
    readonly detail: string,
    readonly transactionIndex?: number,
  ) {
    super(`${reason}: ${detail}`);
  }
}

/** Rejects the current block as invalid. @throws BlockRejected always */
export function refuseBlock(reason: string, detail: string, transactionIndex?: number): never {
  throw new BlockRejected(REJECT.REJECT_INVALID, reason, detail, transactionIndex);
}
