import { encode } from '../../../src/codec/codec.js';
import type { Json } from '../../../src/codec/json-value.js';
import { parseRegId, regIdInteger, regIdIntegerText, regIdText } from '../../../src/codec/regid.js';
import { required } from '../../../src/codec/required.js';
import { parseActionName } from '../../../src/tx/action-name.js';
import { type InlineTransaction, inlineTransaction } from '../../../src/tx/types/universal.js';
import { ActionPrinter } from '../../universal/action-printer.js';
import { FUEL_PER_BYTE, FUEL_PER_RECEIVER } from '../../universal/fuel.js';
import { MODULE_CONTRACTS } from '../../universal/native-contracts/index.js';
import type { ModuleAction } from '../../universal/native-contracts/module-action.js';
import {
  type NativeContract,
  requireAuthorization,
} from '../../universal/native-contracts/native-contract.js';
import { ActionObject } from '../../universal/object-id.js';
import type { ActionTrace } from '../../universal/trace.js';
import { packAction } from '../../wasm/abi/pack.js';
import { ContractException } from '../../wasm/exception.js';
import { CODE_PERMISSION } from '../../wasm/inline-authorization.js';
import { CallRefused } from '../machine/fuel.js';
import { constantString, LuaString } from '../value/string.js';
import { LuaTable } from '../value/table.js';
import { actionArguments } from './action-arguments.js';
import type { ApiCall, ApiFunction } from './api-function.js';
import { LOOKUP_WORK } from './api-work.js';

/** The call that a script requests. */
interface Wanted {
  /** In integer form. */
  readonly contract: bigint;
  readonly module: NativeContract<ModuleAction>;
  readonly action: ModuleAction;
  readonly args: LuaTable;
}

/**
 * Has a module of the node do something for the contract, under its own authority (decision D22). It
 * takes effect at once. The modules call nobody back, so calls are never nested.
 *
 * Unlike transfers, which return that they failed, a call that is refused ends the run for good: it
 * may be half done, and a contract that goes on as if it had been done would lose money.
 */
export const callContract: ApiFunction = {
  name: 'CallContract',
  needsRun: true,
  work: LOOKUP_WORK,
  call(api) {
    const request = api.table();
    try {
      if (request === undefined) return refuse('a table {contract, action, args} is expected');
      const wanted = wantedOf(request);
      const object = execute(api, wanted, dataOf(api, wanted));
      return object === undefined ? true : api.machine.string(object);
    } catch (error) {
      if (!(error instanceof ContractException)) throw error;
      throw new CallRefused(error.detail.trim());
    }
  },
};

function wantedOf(request: LuaTable): Wanted {
  const field = (name: string) => request.get(constantString(name));
  const contractText = field('contract');
  const regId = contractText instanceof LuaString ? parseRegId(contractText.bytes) : undefined;
  const contract = regId && regIdInteger(regId);
  const module = contract === undefined ? undefined : MODULE_CONTRACTS.get(contract);
  if (contract === undefined || module === undefined) {
    const known = [...MODULE_CONTRACTS.keys()].map(id => `0-${id}`).join(', ');
    return refuse(`the field contract must be one of ${known}`);
  }
  const name = field('action');
  const action = module.actions.find(each => name instanceof LuaString && each.name === name.bytes);
  if (action === undefined) {
    const known = module.actions.map(each => each.name).join(', ');
    return refuse(`the field action must be one of ${known} for contract 0-${contract}`);
  }
  const args = field('args');
  if (!(args instanceof LuaTable)) return refuse('the field args must be a table of the arguments by name');
  return { contract, module, action, args };
}

/** The packed arguments; the contract itself acts unless they name an account. */
function dataOf(api: ApiCall, { module, action, args }: Wanted): Buffer {
  const given: Record<string, Json> = actionArguments(api.machine, module.schema, action.name, args);
  given[action.actor] ??= regIdText(api.run.call.contract);
  return packAction(module.schema, action.name, given);
}

/**
 * Executes an action, at the price that it has anywhere.
 * @returns the id of what was made, undefined where nothing was
 */
function execute(api: ApiCall, { contract, module, action }: Wanted, data: Buffer): string | undefined {
  const { run } = api;
  const inline: InlineTransaction = {
    contract,
    action: required(parseActionName(action.name), `the name ${action.name}`),
    authorization: [{ account: regIdInteger(run.call.contract), permission: CODE_PERMISSION }],
    data,
  };
  const { context } = run;
  const tree = context.observer?.callTree;
  const moved = context.receipts.length;
  let burned = 0n;
  tree?.entered({
    txid: context.prepared.txid,
    contract: regIdIntegerText(contract),
    kind: 'action',
    call: new ActionPrinter(context).action(inline),
  });
  const burn = (fuel: bigint): void => {
    burned += fuel;
    api.burnAccountOperations(Number(fuel));
  };
  burn(FUEL_PER_RECEIVER + FUEL_PER_BYTE * BigInt(encode(inlineTransaction, inline).length));
  const object = new ActionObject(run.context, run.calls.length);
  const trace: ActionTrace = { receiver: contract, action: inline, console: '', inline: [] };
  run.calls.push(trace);
  module.execute({
    context: run.context,
    action: inline,
    object,
    burn,
    charge: units => {
      run.context.work += units;
    },
    chargeModule: noConsequence,
    requireAuthorization: account => requireAuthorization(inline, account),
    notify: noConsequence,
    queueInline: noConsequence,
  });
  trace.objectId = object.show();
  tree?.left({ fuel: burned, receipts: context.receipts.slice(moved) });
  tree?.closed();
  return trace.objectId;
}

/** Modules notify nobody, queue nothing and deploy nothing. */
function noConsequence(): never {
  throw new TypeError('an action of a module has consequences, which a Lua contract cannot have');
}

function refuse(message: string): never {
  throw new ContractException('pack_exception', message, 'lua/CallContract');
}
