import { encode, hash256, record, u32 } from '../../src/codec/codec.js';
import { sha256d, toDisplayHex } from '../../src/crypto/hash.js';
import type { TransactionContext } from '../context.js';

const DOMAIN = Buffer.from('coind/object', 'latin1');
const place = record({ txid: hash256, action: u32 });

/**
 * The id of what an action makes: an order, a debt position or outputs (decision D22). The prefix
 * keeps it distinct from every other id that is a hash.
 *
 * @param txid - in display order; hashed in wire order, as everywhere
 * @param action - position of the action among those of the transaction, in the order of their execution
 * @returns in display order
 */
export function objectIdOf(txid: string, action: number): string {
  return toDisplayHex(sha256d(Buffer.concat([DOMAIN, encode(place, { txid, action })])));
}

/** The object that one action may make. Its id is computed on request. */
export class ActionObject {
  #id: string | undefined;
  readonly #context: TransactionContext;
  readonly #action: number;
  readonly #receipts: number;

  /** @param action - as in {@link objectIdOf}; it is about to be executed */
  constructor(context: TransactionContext, action: number) {
    this.#context = context;
    this.#action = action;
    this.#receipts = context.receipts.length;
  }

  get id(): string {
    this.#id ??= objectIdOf(this.#context.prepared.txid, this.#action);
    return this.#id;
  }

  /**
   * Shows the object in the receipts of the action, which has ended.
   * @returns the id; undefined where nothing was made
   */
  show(): string | undefined {
    if (this.#id !== undefined) this.#context.nameReceipts(this.#receipts, this.#id);
    return this.#id;
  }
}
