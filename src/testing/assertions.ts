import { AssertionError } from 'node:assert';
import { REJECT } from '../tx/reject.js';
import { CallFailed } from './call-failed.js';
import type { DevReceipt, TransactionOutcome } from './call-outcome.js';
import type { AccountLike } from './dev-account.js';
import type { Devnet } from './devnet.js';

/** Names of the codes with which the ledger refuses transactions (spec 01 §18.1). */
type RejectName = keyof typeof REJECT;

/** What is expected of a rejected call; omitted members are not compared. */
export interface ExpectedFailure {
  /** Code of the ledger, as a number or by name; for actions the name of the exception too. */
  readonly code?: number | RejectName | (string & {});
  /** Of what the contract said, or of the ledger's reason: all of it, or a pattern that it matches. */
  readonly reason?: string | RegExp;
  /** Line of the contract's source. */
  readonly line?: number;
}

/**
 * Asserts that a call is rejected, and how.
 * @returns the failure, for further assertions
 * @throws AssertionError; any other error of the call
 */
export function assertFails(call: () => unknown, expected: ExpectedFailure = {}): CallFailed {
  let failure: unknown;
  try {
    call();
  } catch (error) {
    failure = error;
  }
  if (failure === undefined) fail('the call succeeded, but it should have been refused', 'refused', expected);
  if (!(failure instanceof CallFailed)) throw failure;
  const { code, reason, line } = expected;
  if (code !== undefined && !hasCode(failure, code)) {
    const actual = failure.exception?.name ?? failure.code;
    fail(`the call was refused with another code.\n${failure.message}`, actual, code);
  }
  if (reason !== undefined && !isAbout(failure, reason)) {
    fail(`the call was refused for another reason.\n${failure.message}`, failure.summary, String(reason));
  }
  if (line !== undefined && failure.location?.line !== line) {
    fail(`the call was refused at another line.\n${failure.message}`, failure.location?.line, line);
  }
  return failure;
}

function hasCode(failure: CallFailed, code: number | string): boolean {
  if (typeof code === 'number') return failure.code === code || failure.exception?.code === code;
  if (failure.exception?.name === code) return true;
  return code in REJECT && REJECT[code as RejectName] === failure.code;
}

function isAbout({ summary, reason }: CallFailed, expected: string | RegExp): boolean {
  return typeof expected === 'string'
    ? summary === expected || reason === expected
    : expected.test(summary) || expected.test(reason);
}

/** A change of free coins that is expected, in sawi; down is negative. */
export type ExpectedChange = readonly [account: AccountLike, amount: bigint, symbol?: string];

/**
 * Asserts by how much free coins change. What an account pays for its own transactions does not count,
 * and rewards for blocks, whose producers are other accounts, do not come into it.
 * @returns what `work` returns
 * @throws AssertionError; whatever `work` throws
 */
export function assertBalanceChanges<T>(chain: Devnet, changes: readonly ExpectedChange[], work: () => T): T {
  const before = changes.map(([account, , symbol]) => chain.balance(account, symbol));
  const height = chain.height;
  const result = work();
  changes.forEach(([account, expected, symbol = 'WICC'], i) => {
    const paid = chain.feesPaidBy(account, symbol, height);
    const actual = chain.balance(account, symbol) - before[i]! + paid;
    if (actual === expected) return;
    const name =
      typeof account === 'string' ? account : ((account as { name?: string }).name ?? account.keyId);
    fail(
      `${symbol} of ${name} should have changed by ${expected} sawi, but changed by ${actual}`,
      actual,
      expected,
    );
  });
  return result;
}

/** What is expected of a receipt; omitted members are not compared. */
export interface ExpectedReceipt extends Partial<Omit<DevReceipt, 'from' | 'to'>> {
  readonly from?: AccountLike;
  readonly to?: AccountLike;
}

/**
 * Asserts that a transaction has left a receipt.
 * @returns the first such receipt
 * @throws AssertionError
 */
export function assertReceipt(
  chain: Devnet,
  { receipts }: Pick<TransactionOutcome, 'receipts'>,
  expected: ExpectedReceipt,
): DevReceipt {
  const { from, to, ...rest } = expected;
  const wanted: Partial<DevReceipt> = {
    ...rest,
    ...(from !== undefined && { from: chain.addressOf(from) }),
    ...(to !== undefined && { to: chain.addressOf(to) }),
  };
  const members = Object.entries(wanted) as [keyof DevReceipt, DevReceipt[keyof DevReceipt]][];
  const found = receipts.find(receipt => members.every(([name, value]) => receipt[name] === value));
  if (found === undefined) fail('the transaction left no such receipt', receipts, wanted);
  return found;
}

function fail(message: string, actual: unknown, expected: unknown): never {
  throw new AssertionError({ message, actual, expected, stackStartFn: fail });
}
