/**
 * Why a transaction is refused, by number (spec 01 §18.1). Clients see the number and a reason text,
 * never these names; two names share 65, as in the reference.
 */
export const REJECT = {
  REJECT_MALFORMED: 1,
  REJECT_INVALID: 16,
  REJECT_OBSOLETE: 17,
  REJECT_DUPLICATE: 18,
  REJECT_NONSTANDARD: 32,
  REJECT_DUST: 33,
  REJECT_INSUFFICIENTFEE: 34,
  READ_ACCOUNT_FAIL: 48,
  WRITE_ACCOUNT_FAIL: 49,
  UPDATE_ACCOUNT_FAIL: 50,
  PRICE_FEED_FAIL: 64,
  UCOIN_STAKE_FAIL: 65,
  CDP_LIQUIDATE_FAIL: 65,
  READ_SCRIPT_FAIL: 80,
  WRITE_SCRIPT_FAIL: 81,
  EXECUTE_SCRIPT_FAIL: 82,
  STAKE_CDP_FAIL: 96,
  REDEEM_CDP_FAIL: 97,
  WRITE_CDP_FAIL: 98,
  INTEREST_INSUFFICIENT: 99,
  UPDATE_CDP_FAIL: 100,
  WRITE_CANDIDATE_VOTES_FAIL: 112,
  OPERATE_CANDIDATE_VOTES_FAIL: 113,
  CREATE_SYS_ORDER_FAILED: 128,
  UNDO_SYS_ORDER_FAILED: 129,
  READ_SYS_PARAM_FAIL: 144,
  WRITE_SYS_PARAM_FAIL: 145,
  READ_PRICE_POINT_FAIL: 160,
  WRITE_PRICE_POINT_FAIL: 161,
  READ_RECEIPT_FAIL: 176,
  WRITE_RECEIPT_FAIL: 177,
} as const;

/**
 * The outcome of a transaction that the rules reject. It is an answer, not a fault of the program,
 * and frequent on a busy node: so it carries no stack trace, which would cost more than most
 * checks.
 */
export class TransactionRejected extends Error {
  override readonly name = 'TransactionRejected';
  /** One of {@link REJECT}, or the low eight bits of a contract's exception code (spec 01 §11). */
  readonly code: number;
  /** The text that clients get, such as `tx-invalid-height`. */
  readonly reason: string;
  /** What was given and what would be right, for who handed the transaction in; nothing of it is kept. */
  readonly detail: string | undefined;
  /** Units of work (`vm/work.ts`) that were done for the transaction before it was refused; nobody pays for them. */
  work = 0;

  constructor(code: number, reason: string, detail?: string) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(reason);
    Error.stackTraceLimit = limit;
    this.code = code;
    this.reason = reason;
    this.detail = detail;
  }
}

/**
 * Rejects the current transaction.
 * @param detail - what was given and what would be right, as a clause
 * @throws TransactionRejected always
 */
export function reject(code: number, reason: string, detail?: string): never {
  throw new TransactionRejected(code, reason, detail);
}
