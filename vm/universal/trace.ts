import type { Json, JsonObject } from '../../src/codec/json-value.js';
import { regIdFromInteger, regIdText } from '../../src/codec/regid.js';
import { actionName, parseActionName } from '../../src/tx/action-name.js';
import { hexText } from '../../src/tx/json-members.js';
import type { InlineTransaction } from '../../src/tx/types/universal.js';
import { type AbiLedger, actionArguments } from './contract-abi.js';
import { CODE_CONTRACT } from './native-contracts/code-contract.js';

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

const SETCODE = parseActionName('setcode')!;

/** Prints call trees; every action is decoded once, however many receivers it had. */
export class TraceFormatter {
  readonly #actions = new Map<InlineTransaction, Json>();

  /** @param ledger - where the ABIs of contracts are */
  constructor(
    readonly ledger: AbiLedger,
    readonly txid: string,
  ) {}

  trace({ receiver, action, console, objectId, inline }: ActionTrace): JsonObject {
    return {
      trx_id: this.txid,
      receiver: regIdOf(receiver),
      trx: this.#action(action),
      ...(objectId !== undefined && { object_id: objectId }),
      ...(console !== '' && { console }),
      ...(inline.length > 0 && { inline_traces: inline.map(child => this.trace(child)) }),
    };
  }

  #action(action: InlineTransaction): Json {
    const known = this.#actions.get(action);
    if (known !== undefined) return known;
    const json = actionJson(this.ledger, action);
    this.#actions.set(action, json);
    return json;
  }
}

/** An action with its arguments decoded where they can be; those of `setcode` stay hex for their size. */
export function actionJson(ledger: AbiLedger, action: InlineTransaction): JsonObject {
  const isCode = action.contract === CODE_CONTRACT && action.action === SETCODE;
  return {
    contract: regIdOf(action.contract),
    action: actionName(action.action),
    authorization: action.authorization.map(({ account, permission }) => ({
      account: regIdOf(account),
      permission: actionName(permission),
    })),
    data: (isCode ? undefined : actionArguments(ledger, action)) ?? hexText(action.data),
  };
}

/** The regid of an account in integer form, as text. */
export function regIdOf(account: bigint): string {
  return regIdText(regIdFromInteger(account));
}
