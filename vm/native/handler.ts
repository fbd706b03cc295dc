import type { Transaction, TransactionType } from '../../src/tx/transactions.js';
import type { TransactionContext } from '../context.js';

/** The transaction of a type. */
export type TransactionOfType<T extends TransactionType> = Extract<Transaction, { readonly type: T }>;

/**
 * What one type of transaction means: a built-in contract's action. Its name and its permission
 * follow from its type (`definitionOf`).
 */
export interface NativeHandler<T extends TransactionType> {
  readonly type: T;
  /** What it does, in one sentence, for listings. */
  readonly summary: string;
  /**
   * The rule about the fee, where it is not simply the minimum of the type (spec 01 §8.4). Range and
   * coin of the fee have been checked before.
   * @param minimum - minimum fee of the type in the coin of the fee, in sawi
   * @throws TransactionRejected
   */
  checkFee?(tx: TransactionOfType<T>, minimum: bigint, context: TransactionContext): void;
  /**
   * The checks that come before anything is changed. The sender exists, has signed and may do this.
   * @throws TransactionRejected
   */
  check(tx: TransactionOfType<T>, context: TransactionContext): void;
  /**
   * Takes effect. The fee has been paid, the sender is registered if its key is known.
   * @throws TransactionRejected; all changes are then thrown away
   */
  execute(tx: TransactionOfType<T>, context: TransactionContext): void;
}

/**
 * A handler of whichever type. Its methods take transactions of its own type only, which the types
 * do not express: find it by `handlerOf(tx.type)`.
 */
export interface AnyNativeHandler {
  readonly type: TransactionType;
  readonly summary: string;
  checkFee?(tx: Transaction, minimum: bigint, context: TransactionContext): void;
  check(tx: Transaction, context: TransactionContext): void;
  execute(tx: Transaction, context: TransactionContext): void;
}
