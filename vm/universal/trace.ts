import type { JsonObject } from '../../src/codec/json-value.js';
import { regIdIntegerText } from '../../src/codec/regid.js';
import type { InlineTransaction } from '../../src/tx/types/universal.js';
import { ActionPrinter } from './action-printer.js';
import type { AbiLedger } from './contract-abi.js';

/** What happened when one receiver handled an action (spec 04 §7). */
export interface ActionTrace {
  readonly receiver: bigint;
  readonly action: InlineTransaction;
  /** What the contract has printed. */
  console: string;
  /** What a native contract has made, in display order: an order, a debt position, outputs (decision D22). */
  objectId?: string | undefined;
  /** Other receivers of the same action, then the actions that this one has queued. */
  readonly inline: ActionTrace[];
}

/** Prints call trees; every action is decoded once, however many receivers it had. */
export class TraceFormatter {
  readonly #printer: ActionPrinter;

  /** @param ledger - where the ABIs of contracts are */
  constructor(
    ledger: AbiLedger,
    readonly txid: string,
  ) {
    this.#printer = new ActionPrinter(ledger);
  }

  trace({ receiver, action, console, objectId, inline }: ActionTrace): JsonObject {
    return {
      trx_id: this.txid,
      receiver: regIdIntegerText(receiver),
      trx: this.#printer.action(action),
      ...(objectId !== undefined && { object_id: objectId }),
      ...(console !== '' && { console }),
      ...(inline.length > 0 && { inline_traces: inline.map(child => this.trace(child)) }),
    };
  }
}
