import { encode } from '../../src/codec/codec.js';
import { regIdOfInteger } from '../../src/codec/regid.js';
import { CONTRACTS } from '../../src/state/tables/contracts.js';
import { actionName } from '../../src/tx/action-name.js';
import { VM_WASM } from '../../src/tx/enums.js';
import { type InlineTransaction, inlineTransaction } from '../../src/tx/types/universal.js';
import type { TransactionContext } from '../context.js';
import { computeFuel, TRANSACTION_STEPS } from '../wasm/compute-fuel.js';
import { ContractException } from '../wasm/exception.js';
import { MAX_RECIPIENTS } from '../wasm/host/action-functions.js';
import type { EmittedResult } from '../wasm/host/wasm-host.js';
import { ASSET_CONTRACT } from '../wasm/inline-authorization.js';
import type { ContractCode } from '../wasm/module-cache.js';
import { regIdOf } from './action-printer.js';
import { assetContract } from './asset-contract.js';
import { FUEL_PER_BYTE, FUEL_PER_RECEIVER, type FuelKind } from './fuel.js';
import { LedgerHost } from './ledger-host.js';
import { LedgerSystem } from './ledger-system.js';
import { nativeContracts } from './native-contracts/index.js';
import {
  type NativeCall,
  type NativeContract,
  requireAuthorization,
} from './native-contracts/native-contract.js';
import { ActionObject } from './object-id.js';
import type { ActionTrace } from './trace.js';
import { codeOf, engine } from './wasm-code.js';

/** Actions at this depth and deeper end the transaction (spec 04 §6.3). */
export const MAX_DEPTH = 4;

export interface ActionTreeOptions {
  /** The most fuel that all actions together may burn. */
  readonly fuelLimit: bigint;
  /** Whether what contracts print is kept. */
  readonly keepsConsole: boolean;
  /** Receives the results of a query; omitted in a transaction. */
  readonly emitResult?: (result: EmittedResult) => void;
}

/** An action while its receivers run. */
interface RunningAction {
  readonly action: InlineTransaction;
  /** Position among the actions of the transaction, in the order of their execution. */
  readonly index: number;
  readonly recipients: bigint[];
  readonly queued: InlineTransaction[];
}

/**
 * Executes actions with everything that follows from them: their receivers in the order in which
 * they were notified, then the actions that these have queued, one tree after the other (spec 04
 * §6). When it throws, what the actions did must be discarded with the transaction.
 */
export class ActionTree {
  /** Fuel burned so far. */
  fuel = 0n;
  readonly fuelByKind: Record<FuelKind, bigint> = {
    bytes: 0n,
    receiver: 0n,
    native: 0n,
    store: 0n,
    step: 0n,
  };
  #steps = TRANSACTION_STEPS;
  #actions = 0;
  readonly #context: TransactionContext;
  readonly #options: ActionTreeOptions;
  readonly #system: LedgerSystem;

  constructor(context: TransactionContext, options: ActionTreeOptions) {
    this.#context = context;
    this.#options = options;
    this.#system = new LedgerSystem(context);
  }

  /** @throws ContractException `fee_exhausted_exception` beyond the limit */
  burn(kind: FuelKind, fuel: bigint): void {
    this.fuel += fuel;
    this.fuelByKind[kind] += fuel;
    const { fuelLimit } = this.#options;
    if (this.fuel > fuelLimit) {
      throw new ContractException(
        'fee_exhausted_exception',
        `the fee pays for ${fuelLimit} units of fuel, at least ${this.fuel} are needed`,
        'universal/fuel',
      );
    }
  }

  /**
   * Runs an action and its consequences.
   * @throws ContractException, `transaction_exception` (3040000) for actions that are nested too deep
   */
  run(action: InlineTransaction, depth = 0): ActionTrace {
    const running = { action, index: this.#actions++, recipients: [action.contract], queued: [] };
    const trace = this.#receive(running, action.contract);
    // Receivers can notify further ones during the iteration.
    for (let i = 1; i < running.recipients.length; i++) {
      trace.inline.push(this.#receive(running, running.recipients[i]!));
    }
    if (depth >= MAX_DEPTH) {
      throw new ContractException(
        'transaction_exception',
        `inline actions are nested more than ${MAX_DEPTH} deep: ${regIdOf(action.contract)}, action ${actionName(action.action)}`,
        'universal/action-tree',
      );
    }
    for (const queued of running.queued) trace.inline.push(this.run(queued, depth + 1));
    return trace;
  }

  /** Lets one receiver handle an action. */
  #receive(running: RunningAction, receiver: bigint): ActionTrace {
    const { action } = running;
    this.burn('receiver', FUEL_PER_RECEIVER);
    const trace: ActionTrace = { receiver, action, console: '', inline: [] };
    const native = nativeContracts(this.#context.network).get(receiver);
    const isSystem = receiver === ASSET_CONTRACT;
    if (native === undefined && !isSystem) {
      const code = this.#storedCode(receiver);
      if (code !== undefined) this.#runWasm(running, trace, code, false);
    } else if (action.contract === receiver) {
      // Contracts of the system act as themselves only: a notification does nothing (decision D19).
      if (native === undefined) this.#runWasm(running, trace, assetContract().code, true);
      else this.#runNative(running, trace, native);
    }
    return trace;
  }

  /**
   * The code of a contract; accounts without code, and contracts of another kind, are only notified
   * (spec 04 O19).
   */
  #storedCode(receiver: bigint): ContractCode | undefined {
    const regId = regIdOfInteger(receiver);
    const record = regId && this.#context.state.get(CONTRACTS, regId);
    if (record === undefined || record.vmType !== VM_WASM || record.code.length === 0) return undefined;
    return codeOf(record);
  }

  #runNative(running: RunningAction, trace: ActionTrace, native: NativeContract): void {
    this.#refuseQuery(running);
    if (native.burnsActionSize) this.#burnSize(running.action);
    const object = new ActionObject(this.#context, running.index);
    native.execute(nativeCall(this.#context, running, object, fuel => this.burn('native', fuel)));
    trace.objectId = object.show();
  }

  #runWasm(running: RunningAction, trace: ActionTrace, code: ContractCode, isSystem: boolean): void {
    if (isSystem) {
      this.#refuseQuery(running);
      this.#burnSize(running.action);
    }
    const { contract, action, data, authorization } = running.action;
    const regId = regIdOfInteger(trace.receiver)!;
    const print = this.#options.keepsConsole
      ? (text: string) => {
          trace.console += text;
        }
      : undefined;
    const host = new LedgerHost(
      this.#context,
      regId,
      { authorization, recipients: running.recipients, queued: running.queued },
      { print, emitResult: this.#options.emitResult, system: isSystem ? this.#system : undefined },
    );
    const input = { receiver: trace.receiver, contract, action, data };
    const counting = isSystem ? undefined : this.#context.observer?.coverage?.wasm(code);
    const { steps, storageFuel } = engine.execute({ ...input, code, host, counting, stepLimit: this.#steps });
    this.#steps -= steps;
    this.burn('store', storageFuel);
    if (this.#context.network.mended.wasmStepsBurnFuel) this.burn('step', computeFuel(steps));
  }

  /** Queries change nothing, which is all that contracts of the system do (spec 04 §10.5). */
  #refuseQuery({ action }: RunningAction): void {
    if (this.#options.emitResult === undefined) return;
    throw new ContractException(
      'chain_exception',
      `the system contract ${regIdOf(action.contract)} has no queries`,
      'universal/action-tree',
    );
  }

  #burnSize(action: InlineTransaction): void {
    this.burn('bytes', FUEL_PER_BYTE * BigInt(encode(inlineTransaction, action).length));
  }
}

function nativeCall(
  context: TransactionContext,
  { action, recipients, queued }: RunningAction,
  object: ActionObject,
  burn: (fuel: bigint) => void,
): NativeCall {
  return {
    context,
    action,
    object,
    burn,
    requireAuthorization: account => requireAuthorization(action, account),
    notify(account) {
      if (recipients.includes(account)) return;
      if (recipients.length >= MAX_RECIPIENTS) {
        throw new ContractException(
          'recipients_size_exceeds_exception',
          `an action has at most ${MAX_RECIPIENTS} recipients`,
          'universal/action-tree',
        );
      }
      recipients.push(account);
    },
    queueInline: inline => queued.push(inline),
  };
}
