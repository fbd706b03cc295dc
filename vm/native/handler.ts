import type { TransactionDefinition, TransactionOf } from '../../src/tx/definition.js';
import type { Transaction, TransactionType } from '../../src/tx/transactions.js';
import type { TransactionContext } from '../context.js';

/** The transaction of a type. */
export type TransactionOfType<T extends TransactionType> = Extract<Transaction, { readonly type: T }>;

/**
 * The handler of one type of transaction: a built-in contract's action. What else the rules know of
 * the type stands in its definition.
 */
export interface NativeActions<V> {
  /** What it does, in one sentence, for listings. */
  readonly summary: string;
  /**
   * The rule about the fee, where it is not simply the minimum of the type (spec 01 §8.4). Range and
   * coin of the fee have been checked before.
   * @param minimum - minimum fee of the type in the coin of the fee, in sawi
   * @throws TransactionRejected
   */
  checkFee?(tx: V, minimum: bigint, context: TransactionContext): void;
  /**
   * The checks that come before anything is changed. The sender exists, has signed and may do this.
   * @throws TransactionRejected
   */
  check(tx: V, context: TransactionContext): void;
  /**
   * Executes the transaction. The fee has been paid, the sender is registered if its key is known.
   * @throws TransactionRejected; all changes are then discarded
   */
  execute(tx: V, context: TransactionContext): void;
}

/** The handler of a type of transaction whose values are V. */
export interface NativeHandler<T extends TransactionType, V> extends NativeActions<V> {
  readonly type: T;
}

/** Declares what a type of transaction does; number and fields follow from the type's definition. */
export function defineHandler<D extends TransactionDefinition>(
  { type }: D,
  actions: NativeActions<TransactionOf<D>>,
): NativeHandler<TransactionType & D['type'], TransactionOf<D>> {
  return { type: type as TransactionType & D['type'], ...actions };
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
