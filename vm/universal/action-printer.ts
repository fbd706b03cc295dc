import type { Json, JsonObject } from '../../src/codec/json-value.js';
import { regIdIntegerText } from '../../src/codec/regid.js';
import { required } from '../../src/codec/required.js';
import { actionName, parseActionName } from '../../src/tx/action-name.js';
import { hexText } from '../../src/tx/json-members.js';
import type { InlineTransaction } from '../../src/tx/types/universal.js';
import type { AbiSchema } from '../wasm/abi/schema.js';
import { unpackAction } from '../wasm/abi/unpack.js';
import { SHOWN_LIMITS, UnpackBudget, type UnpackLimits } from '../wasm/abi/unpack-budget.js';
import { ContractException } from '../wasm/exception.js';
import { type AbiLedger, abiSizeOf, schemaOf } from './contract-abi.js';
import { CODE_CONTRACT } from './native-contracts/code-contract.js';

/** Characters of the actions of one transaction that are shown in full; what comes behind is cut. */
const SHOWN_TEXT = 4_194_304;
/** Bytes of data that are shown of an action that is cut. */
const CUT_DATA_BYTES = 256;
/** Entries of an authorization list that are shown. */
const SHOWN_LEVELS = 1024;
/** Bytes of the ABIs by which the actions of one transaction are decoded; those of further contracts are shown in hex. */
const SHOWN_ABI_BYTES = 1_048_576;
/** Roughly what an action and an entry of its authorization take beside its data. */
const ACTION_TEXT = 100;
const LEVEL_TEXT = 60;

const SETCODE = required(parseActionName('setcode'), 'the name setcode');

interface PrintedAction {
  readonly json: JsonObject;
  /** Roughly its characters. */
  readonly text: number;
}

/**
 * Shows the actions of one transaction, for traces, errors and decoded transactions. However large its
 * data is and whatever the ABIs say, there is a limit to what is shown; what is cut says so.
 */
export class ActionPrinter {
  readonly #unpacking: UnpackBudget;
  #text: number;
  #abiBytes = SHOWN_ABI_BYTES;
  readonly #schemas = new Map<bigint, AbiSchema | undefined>();
  readonly #printed = new Map<InlineTransaction, PrintedAction>();

  /** @param ledger - where the ABIs of contracts are */
  constructor(
    readonly ledger: AbiLedger,
    {
      limits = SHOWN_LIMITS,
      text = SHOWN_TEXT,
    }: { readonly limits?: UnpackLimits; readonly text?: number } = {},
  ) {
    this.#unpacking = new UnpackBudget(limits);
    this.#text = text;
  }

  /** An action with its arguments decoded where they can be; those of `setcode` stay hex for their size. */
  action(action: InlineTransaction): JsonObject {
    let printed = this.#printed.get(action);
    if (printed === undefined) {
      printed = this.#print(action);
      this.#printed.set(action, printed);
    }
    this.#text -= printed.text;
    return printed.json;
  }

  /** The arguments of an action by the ABI of its contract; undefined where there is none, it does not fit or it is too much. */
  arguments({
    contract,
    action,
    data,
  }: Pick<InlineTransaction, 'contract' | 'action' | 'data'>): Json | undefined {
    const schema = this.#schemaOf(contract);
    if (schema === undefined || this.#unpacking.exhausted) return undefined;
    try {
      return unpackAction(schema, actionName(action), data, this.#unpacking);
    } catch (error) {
      if (error instanceof ContractException) return undefined;
      throw error;
    }
  }

  /** As {@link arguments}; where there were too many before it, a text that says so. */
  detail(action: Pick<InlineTransaction, 'contract' | 'action' | 'data'>): Json | undefined {
    const shown = this.arguments(action);
    if (shown !== undefined || !this.#unpacking.exhausted) return shown;
    return 'not decoded: the arguments of all actions together are too many';
  }

  #print(action: InlineTransaction): PrintedAction {
    const { authorization, data } = action;
    const levels = authorization.slice(0, SHOWN_LEVELS);
    const isCode = action.contract === CODE_CONTRACT && action.action === SETCODE;
    // Decoded data is seldom longer than hex; what is longer has a limit of its own.
    const text = ACTION_TEXT + levels.length * LEVEL_TEXT + data.length * 2;
    const isCut = text > this.#text && data.length > CUT_DATA_BYTES;
    const shown = isCode || isCut ? undefined : this.arguments(action);
    return {
      text: isCut ? ACTION_TEXT + levels.length * LEVEL_TEXT + CUT_DATA_BYTES * 2 : text,
      json: {
        contract: regIdIntegerText(action.contract),
        action: actionName(action.action),
        authorization: levels.map(({ account, permission }) => ({
          account: regIdIntegerText(account),
          permission: actionName(permission),
        })),
        ...(levels.length < authorization.length && {
          authorization_cut: `${authorization.length} entries, the first ${SHOWN_LEVELS} are shown`,
        }),
        data: shown ?? hexText(isCut ? data.subarray(0, CUT_DATA_BYTES) : data),
        ...(isCut && { data_cut: `${data.length} bytes, the first ${CUT_DATA_BYTES} are shown` }),
      },
    };
  }

  #schemaOf(contract: bigint): AbiSchema | undefined {
    if (this.#schemas.has(contract)) return this.#schemas.get(contract);
    const size = abiSizeOf(this.ledger, contract);
    const schema = size <= this.#abiBytes ? schemaOf(this.ledger, contract) : undefined;
    if (schema !== undefined) this.#abiBytes -= size;
    this.#schemas.set(contract, schema);
    return schema;
  }
}
