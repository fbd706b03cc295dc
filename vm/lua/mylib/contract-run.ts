import type { RegId } from '../../../src/codec/regid.js';
import type { TransactionContext } from '../../context.js';
import type { ActionTrace } from '../../universal/trace.js';
import { TRANSACTION_WORK, WORK } from '../../work.js';
import { FUND_WORK } from './api-work.js';
import { RefusalNotes } from './refusal-notes.js';

/** The most transfers and queued outputs of one run (spec 03 §3.1). */
const MAX_OUTPUTS = 100;

/** A call of a contract. */
export interface ContractCall {
  readonly contract: RegId;
  /** Key id of the contract's account. */
  readonly contractKeyId: string;
  readonly arguments: Uint8Array;
  /** What the caller has paid to the contract. */
  readonly symbol: string;
  /** In sawi. */
  readonly amount: bigint;
}

/** Base coins that move when the script has ended (spec 03 §8.7). */
export interface CoinOutput {
  /** Raw regid, or the text of an address. */
  readonly account: Uint8Array;
  /** 1 adds, 2 takes; anything else fails at the end. */
  readonly operator: number;
  /** In sawi. */
  readonly amount: bigint;
  /** The line that has queued it; only where the run is observed. */
  readonly line?: number | undefined;
}

/** An operation on the contract's own token (spec 03 §8.9). */
export interface TokenOperation {
  /** The bytes with which the contract names the user, as latin1 text. */
  readonly user: string;
  /** One of `TOKEN_OPERATOR`; anything else fails at the end. */
  readonly operator: number;
  readonly timeoutHeight: number;
  readonly amount: bigint;
  readonly tag: Uint8Array;
  /** Where it was queued, `mylib.` left out; only where the run is observed. */
  readonly queuedBy?: { readonly name: string; readonly line: number } | undefined;
}

/** The context of the functions of `mylib`: the call, and what takes effect when it has ended. */
export class ContractRun {
  /** Base coins that accounts receive and give when the script has ended (spec 03 §8.7). */
  readonly outputs: CoinOutput[] = [];
  /** Operations on the contract's own token, for the end of the script (spec 03 §8.9). */
  readonly tokenOperations: TokenOperation[] = [];
  /** Actions of modules that were called, in their order. */
  readonly calls: ActionTrace[] = [];
  /** Collects why functions do nothing; undefined where nobody wants to know. */
  readonly notes: RefusalNotes | undefined;
  #transfers = 0;

  constructor(
    readonly context: TransactionContext,
    readonly call: ContractCall,
  ) {
    const tell = context.observer?.refused;
    this.notes = tell && new RefusalNotes(tell);
  }

  /** Queues an output. @returns false when there are too many; the output stays queued */
  queueOutput(output: CoinOutput): boolean {
    this.outputs.push(output);
    return this.#isWithinLimit();
  }

  /**
   * Counts the work of passing frozen funds after the script has ended (spec 03 §7.8).
   * @returns false where the transaction has done all that it may
   */
  mayPass(funds: number): boolean {
    if (funds === 0) return true;
    this.context.work += WORK.luaUnit * FUND_WORK * funds;
    return this.context.work <= TRANSACTION_WORK;
  }

  /** Counts a transfer that is about to be made. @returns false when there are too many */
  countTransfer(): boolean {
    this.#transfers++;
    return this.#isWithinLimit();
  }

  #isWithinLimit(): boolean {
    const count = this.outputs.length + this.#transfers;
    if (count <= MAX_OUTPUTS) return true;
    this.notes?.note(`it is transfer or output ${count} of this call; at most ${MAX_OUTPUTS} are made`);
    return false;
  }
}
