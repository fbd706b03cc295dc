import type { CallFrame } from '../../vm/call-tree.js';
import type { BalanceShortage, ContractRunReport } from '../../vm/context.js';
import { feeForLuaFuel } from '../../vm/native/contract/fuel-limit.js';
import { DEPLOYMENT_FUEL_FEE } from '../../vm/native/fuel-fee.js';
import { minimumFeeOf } from '../../vm/native/minimum-fee.js';
import type { JsonObject } from '../codec/json-value.js';
import { regIdUid } from '../codec/uid.js';
import { IMPERSONATION_SIGNATURE } from '../ledger/impersonation.js';
import type { ExecutedTransaction } from '../ledger/types.js';
import { feeOf, feeSymbolOf } from '../tx/envelope.js';
import { RECEIPT, type Receipt, type ReceiptTypeName } from '../tx/receipt.js';
import { TransactionRejected } from '../tx/reject.js';
import { BASE_COIN } from '../tx/symbols.js';
import { definitionOf, type Transaction } from '../tx/transactions.js';
import type { AccountLookup } from './account-lookup.js';
import { CallFailed, type CallFailure } from './call-failed.js';
import type {
  CallFee,
  CallOutcome,
  DevReceipt,
  Fuel,
  TransactionOutcome,
  ViewOutcome,
} from './call-outcome.js';
import type { ShownCall } from './call-tree-text.js';
import type { ChainVersion } from './chain-version.js';
import type { AccountLike } from './dev-account.js';
import type { DevChain } from './dev-chain.js';
import { printable, printableTrace } from './json-text.js';
import type { RunRecorder } from './run-recorder.js';

/** The fields that every transaction gets in the same way. */
export interface StandardFields {
  readonly version: 1;
  readonly validHeight: number;
  readonly txUid: ReturnType<typeof regIdUid>;
  readonly signature: Uint8Array;
}

/** Makes a transaction from its standard fields. */
export type TransactionForm = (standard: StandardFields) => Transaction;

/** What is known of a run that failed. */
export interface FailedRun extends Pick<RunRecorder, 'logs' | 'refusals' | 'failedAt'> {
  readonly report: Pick<ContractRunReport, 'traceback' | 'errorValue'> | undefined;
}

/** What a refused transaction was about, for the message. */
export type FailureContext = (
  rejected: Pick<TransactionRejected, 'code' | 'reason'>,
  run: FailedRun,
) => CallFailure;

const receiptNames: ReadonlyMap<number, ReceiptTypeName> = new Map(
  Object.entries(RECEIPT).map(([name, code]) => [code, name as ReceiptTypeName]),
);

/** Sends transactions of accounts and returns what they did. */
export class TransactionSender {
  constructor(
    readonly chain: DevChain,
    readonly accounts: AccountLookup,
    readonly recorder: RunRecorder,
  ) {}

  /** The smallest fee of a type, in sawi of a coin. @throws RangeError for a coin that pays no fees */
  minimumFee(type: number, symbol: string = BASE_COIN): bigint {
    const minimum = minimumFeeOf(this.chain.state, this.chain.network, type, symbol);
    if (minimum !== undefined) return minimum;
    throw new RangeError(`fees of transactions of type ${type} cannot be paid in ${symbol}`);
  }

  /** Mines a transaction. @throws CallFailed */
  send(from: AccountLike, form: TransactionForm, failure: FailureContext): CallOutcome {
    const { txUid } = this.#sender(from);
    this.recorder.begin();
    const build = (validHeight: number): Transaction => form(standardFields(txUid, validHeight));
    const before = this.#version;
    try {
      const { executed, context } = this.chain.mine(build);
      const { prepared, index } = executed;
      return printable({
        txid: prepared.txid,
        height: context.height,
        index,
        ...this.#view(executed, context.fuelRate),
      });
    } catch (error) {
      throw this.#explained(
        error,
        failure,
        before && (() => this.#calls(before, () => this.chain.mine(build))),
      );
    }
  }

  /** What a transaction would do, with its fee given to the sender first. @throws CallFailed */
  simulate(from: AccountLike, form: TransactionForm, failure: FailureContext): ViewOutcome {
    const { txUid } = this.#sender(from);
    this.recorder.begin();
    const build = (validHeight: number): Transaction => form(standardFields(txUid, validHeight));
    const { fuelRate } = this.chain.nextContext();
    const before = this.#version;
    const simulate = () => this.chain.simulate(build, this.recorder);
    try {
      return printable(this.#view(simulate(), fuelRate));
    } catch (error) {
      throw this.#explained(error, failure, before && (() => this.#calls(before, simulate)));
    }
  }

  /** A receipt with addresses and the name of its type. */
  receipt({ type, from, to, coinSymbol: symbol, amount }: Receipt): DevReceipt {
    return {
      type: receiptNames.get(type) ?? 'NULL_RECEIPT_TYPE',
      from: this.accounts.addressOfUid(from),
      to: this.accounts.addressOfUid(to),
      symbol,
      amount,
    };
  }

  #sender(from: AccountLike) {
    return { txUid: regIdUid(this.accounts.registered(from).regId) };
  }

  #view(executed: ExecutedTransaction, fuelRate: number): ViewOutcome {
    const trace = executed.trace as JsonObject | undefined;
    return {
      fuel: this.#fuel(executed),
      fee: this.#fee(executed, fuelRate),
      receipts: executed.receipts.map(receipt => this.receipt(receipt)),
      logs: [...this.recorder.logs, ...consoleLines(trace)],
      refusals: this.recorder.refusals,
      trace: printableTrace(trace),
    };
  }

  #fuel({ fuel }: ExecutedTransaction): Fuel {
    const { total: _, ...kinds } = this.recorder.report?.fuel ?? { total: 0 };
    return { total: fuel, kinds };
  }

  #fee({ prepared, fuel, fuelFee, trace }: ExecutedTransaction, fuelRate: number): CallFee {
    const { tx, raw } = prepared;
    const symbol = feeSymbolOf(tx);
    const minimum = minimumFeeOf(this.chain.state, this.chain.network, tx.type, symbol) ?? 0n;
    const leastLimit = BigInt(this.recorder.report?.leastLimit ?? 0);
    return { paid: feeOf(tx), burned: fuelFee, needed: neededFee(), symbol };

    function neededFee(): bigint {
      switch (definitionOf(tx.type).contract) {
        case 'call':
          return feeForLuaFuel(largest(fuel, leastLimit), minimum, fuelRate);
        case 'deployment':
          return largest(minimum, fuelFee, DEPLOYMENT_FUEL_FEE + BigInt(raw.length));
        case 'actions':
          return BigInt((trace as { readonly minimum_fee: bigint }).minimum_fee);
        case 'none':
          return minimum;
      }
    }
  }

  /** The chain as it is; undefined in the middle of a block, to which nothing leads back. */
  get #version(): ChainVersion | undefined {
    return this.chain.isOpen ? undefined : this.chain.version;
  }

  /** The calls of a transaction that was refused on a version of the chain, by sending it there again. */
  #calls(before: ChainVersion, send: () => unknown): ShownCall[] {
    const { version } = this.chain;
    this.chain.version = before;
    try {
      const recorder = this.recorder.callsOf(() => {
        try {
          send();
        } catch (error) {
          // As it was refused before.
          if (!(error instanceof TransactionRejected)) throw error;
        }
      });
      return recorder.calls.map(call => this.#shownCall(call));
    } finally {
      this.chain.version = version;
    }
  }

  #shownCall({ receipts, calls, ...rest }: CallFrame): ShownCall {
    return {
      ...rest,
      receipts: receipts.map(receipt => this.receipt(receipt)),
      calls: calls.map(call => this.#shownCall(call)),
    };
  }

  #explained(error: unknown, failure: FailureContext, calls: (() => ShownCall[]) | undefined): unknown {
    if (!(error instanceof TransactionRejected)) return error;
    const explained = { ...failure(error, this.recorder), calls };
    const { shortage, refusals } = this.recorder;
    // A refusal that was noted says it already.
    if (shortage === undefined || refusals.length > 0) return new CallFailed(explained);
    const summary = `${explained.summary}: ${this.#shortageText(shortage)}`;
    return new CallFailed({ ...explained, summary });
  }

  /** Whose balance does not suffice, of which coin, how much there is and how much is asked for. */
  #shortageText({ keyId, symbol, kind, available, amount }: BalanceShortage): string {
    const address = this.accounts.addressOf(keyId);
    const kindText = kind === 'free' ? '' : `${kind} `;
    return `${address} has ${available} ${kindText}sawi of ${symbol}, ${amount} are asked for`;
  }
}

/** What a transaction of any type did. */
export function withoutRun({ txid, height, index, fee, receipts }: CallOutcome): TransactionOutcome {
  return printable({ txid, height, index, fee, receipts });
}

function standardFields(txUid: StandardFields['txUid'], validHeight: number): StandardFields {
  return { version: 1, validHeight, txUid, signature: IMPERSONATION_SIGNATURE };
}

function largest(first: bigint, ...others: readonly bigint[]): bigint {
  let result = first;
  for (const value of others) if (value > result) result = value;
  return result;
}

/** What the contracts of a call tree have printed, in the order of execution. */
function consoleLines(trace: JsonObject | undefined): string[] {
  if (trace === undefined) return [];
  const { console: text, traces, inline_traces: inline } = trace;
  const own = typeof text === 'string' ? text.split('\n').filter(line => line !== '') : [];
  const children = [traces, inline].flatMap(list => (Array.isArray(list) ? (list as JsonObject[]) : []));
  return [...own, ...children.flatMap(consoleLines)];
}
