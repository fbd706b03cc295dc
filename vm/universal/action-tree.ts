import { encode } from '../../src/codec/codec.js';
import { regIdIntegerText, regIdOfInteger } from '../../src/codec/regid.js';
import { required } from '../../src/codec/required.js';
import { CONTRACTS } from '../../src/state/tables/contracts.js';
import { actionName } from '../../src/tx/action-name.js';
import { VM_WASM } from '../../src/tx/enums.js';
import { type InlineTransaction, inlineTransaction } from '../../src/tx/types/universal.js';
import type { CallTreeObserver } from '../call-tree.js';
import type { ContractKind, RunEnd, TransactionContext } from '../context.js';
import { computeFuel, TRANSACTION_STEPS } from '../wasm/compute-fuel.js';
import type { ContractCode } from '../wasm/contract-code.js';
import { ContractException } from '../wasm/exception.js';
import { MAX_RECIPIENTS } from '../wasm/host/action-functions.js';
import type { EmittedResult } from '../wasm/host/wasm-host.js';
import { ASSET_CONTRACT } from '../wasm/inline-authorization.js';
import type { ChargeWork } from '../wasm/module-cache.js';
import { WORK, type WorkMeter } from '../work.js';
import { ActionPrinter } from './action-printer.js';
import { assetContract } from './asset-contract.js';
import { CONSOLE_CHARACTERS, type ConsoleBudget, ReceiverConsole } from './console.js';
import { FUEL_PER_BYTE, FUEL_PER_RECEIVER, type FuelKind } from './fuel.js';
import { requireDistinctLevels, requireReachable } from './inline-rules.js';
import { LedgerFacts } from './ledger-facts.js';
import { LedgerHost } from './ledger-host.js';
import { LedgerSystem } from './ledger-system.js';
import { CODE_CONTRACT } from './native-contracts/code-contract.js';
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
const MAX_DEPTH = 4;

/** Bytes of the data of all actions together that the contracts of one transaction send. */
const MAX_INLINE_BYTES = 2_097_152;

export interface ActionTreeOptions {
  /** The most fuel that all actions together may burn. */
  readonly fuelLimit: bigint;
  /** Counts the work of all actions together. */
  readonly work: WorkMeter;
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
  readonly #console: ConsoleBudget = { left: CONSOLE_CHARACTERS };
  #inlineBytes = 0;
  #actions = 0;
  /** Of what observers are shown. */
  #printer: ActionPrinter | undefined;
  readonly #context: TransactionContext;
  readonly #options: ActionTreeOptions;
  readonly #system: LedgerSystem;
  readonly #facts: LedgerFacts;

  constructor(context: TransactionContext, options: ActionTreeOptions) {
    this.#context = context;
    this.#options = options;
    this.#system = new LedgerSystem(context);
    this.#facts = new LedgerFacts(context);
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
    const { work } = this.#options;
    const { data, authorization } = action;
    work.charge(data.length * WORK.dataByte + authorization.length * WORK.level, 'the data of an action');
    if (depth > 0) requireReachable(action, this.#context);
    const running = { action, index: this.#actions++, recipients: [action.contract], queued: [] };
    const trace = this.#receive(running, action.contract, depth);
    // Receivers can notify further ones during the iteration.
    for (let i = 1; i < running.recipients.length; i++) {
      trace.inline.push(this.#receive(running, running.recipients[i]!, depth));
      this.#tree?.closed();
    }
    if (depth >= MAX_DEPTH) {
      throw new ContractException(
        'transaction_exception',
        `inline actions are nested more than ${MAX_DEPTH} deep: ${regIdIntegerText(action.contract)}, action ${actionName(action.action)}`,
        'universal/action-tree',
      );
    }
    for (const queued of running.queued) trace.inline.push(this.run(queued, depth + 1));
    this.#tree?.closed();
    return trace;
  }

  /** Lets one receiver handle an action, and tells whoever observes the call tree. */
  #receive(running: RunningAction, receiver: bigint, depth: number): ActionTrace {
    const tree = this.#tree;
    if (tree === undefined) return this.#handle(running, receiver, depth);
    const { receipts, prepared } = this.#context;
    const [fuel, moved] = [this.fuel, receipts.length];
    this.#printer ??= new ActionPrinter(this.#context);
    tree.entered({
      txid: prepared.txid,
      contract: regIdIntegerText(receiver),
      kind: 'action',
      call: this.#printer.action(running.action),
    });
    const trace = this.#handle(running, receiver, depth);
    tree.left({ fuel: this.fuel - fuel, receipts: receipts.slice(moved), console: trace.console });
    return trace;
  }

  get #tree(): CallTreeObserver | undefined {
    return this.#context.observer?.callTree;
  }

  #handle(running: RunningAction, receiver: bigint, depth: number): ActionTrace {
    const { action } = running;
    this.burn('receiver', FUEL_PER_RECEIVER);
    this.#options.work.charge(WORK.told, 'a receiver');
    const trace: ActionTrace = { receiver, action, console: '', inline: [] };
    const native = nativeContracts(this.#context.network).get(receiver);
    const isSystem = receiver === ASSET_CONTRACT;
    if (native === undefined && !isSystem) {
      const code = this.#storedCode(receiver);
      if (code !== undefined) this.#counted('wasm', () => this.#runWasm(running, trace, code, false));
    } else if (action.contract === receiver) {
      // Contracts of the system act as themselves only: a notification does nothing (decision D19).
      if (native === undefined) {
        this.#counted('wasm', () => this.#runWasm(running, trace, assetContract().code, true));
      } else this.#counted('native', () => this.#runNative(running, trace, native, depth));
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

  /** Lets a contract run, and has it counted. */
  #counted(kind: ContractKind, run: () => void): void {
    const { runs } = this.#context;
    if (runs === undefined) {
      run();
      return;
    }
    const before = this.fuel;
    let end: RunEnd = 'error';
    try {
      run();
      end = 'done';
    } catch (error) {
      if (error instanceof ContractException && error.exception === 'fee_exhausted_exception')
        end = 'burned-out';
      throw error;
    } finally {
      runs.ran(kind, end, this.fuel - before);
    }
  }

  #runNative(running: RunningAction, trace: ActionTrace, native: NativeContract, depth: number): void {
    this.#refuseQuery(running);
    const { work } = this.#options;
    work.charge(WORK.run, 'a native contract');
    const isInlineCode =
      depth > 0 && trace.receiver === CODE_CONTRACT && this.#context.network.mended.inlineCodeBurnsFuel;
    if (native.burnsActionSize || isInlineCode) this.#burnSize(running.action);
    const object = new ActionObject(this.#context, running.index);
    native.execute(
      nativeCall(this.#context, running, object, {
        burn: fuel => this.burn('native', fuel),
        charge: (units, what) => work.charge(units, what),
        chargeModule: hash => this.#chargeModule(hash),
        queueInline: inline => this.#queue(running, inline),
      }),
    );
    trace.objectId = object.show();
  }

  #runWasm(running: RunningAction, trace: ActionTrace, code: ContractCode, isSystem: boolean): void {
    if (isSystem) {
      this.#refuseQuery(running);
      this.#burnSize(running.action);
    }
    const { contract, action, data, authorization } = running.action;
    const regId = required(regIdOfInteger(trace.receiver), 'the regid of the receiver');
    const { work } = this.#options;
    work.charge(WORK.run, 'a contract');
    const receiverConsole = this.#options.keepsConsole
      ? new ReceiverConsole(trace, this.#console)
      : undefined;
    const host = new LedgerHost(
      this.#context,
      regId,
      {
        authorization,
        recipients: running.recipients,
        queueInline: inline => this.#queue(running, inline),
      },
      {
        console: receiverConsole,
        emitResult: this.#options.emitResult,
        system: isSystem ? this.#system : undefined,
        facts: this.#facts,
      },
    );
    const counting = isSystem ? undefined : this.#context.observer?.coverage?.wasm(code);
    const chargeLoading = isSystem ? undefined : this.#chargeModule(code.hash);
    // Loading the module takes work, so what is left for steps is known only when it is there.
    const stepLimit = (): number => Math.min(this.#steps, work.left);
    // Written out: members behind a spread take V8 a microsecond each, which was a tenth of a transfer.
    const { steps, storageFuel } = engine.execute({
      receiver: trace.receiver,
      contract,
      action,
      data,
      code,
      host,
      counting,
      chargeLoading,
      // Instances of the system's contracts are used again.
      chargeInstance: isSystem ? undefined : units => work.charge(units, 'an instance of a contract'),
      stepLimit,
      // What a run that fails has taken is work too, although nobody pays for it.
      tookSteps: taken => work.charge(taken, 'the steps of a contract'),
    });
    this.#steps -= steps;
    this.burn('store', storageFuel);
    if (this.#context.network.mended.wasmStepsBurnFuel) this.burn('step', computeFuel(steps));
  }

  /** Takes the work of making a module, once in a transaction. */
  #chargeModule(hash: string): ChargeWork | undefined {
    if (this.#context.hasCode(hash)) return undefined;
    return units => {
      this.#options.work.charge(units, 'the module of a contract');
      this.#context.noteCodeWork(hash, units);
    };
  }

  /** Has an action run later, if all that contracts of this transaction send is not too much. */
  #queue(running: RunningAction, inline: InlineTransaction): void {
    this.#inlineBytes += inline.data.length;
    if (this.#inlineBytes > MAX_INLINE_BYTES) {
      throw new ContractException(
        'inline_transaction_data_size_exceeds_exception',
        `contracts send actions of ${this.#inlineBytes} bytes together, at most ${MAX_INLINE_BYTES} are allowed`,
        'universal/action-tree',
      );
    }
    if (this.#context.network.mended.authorizationsDistinct) requireDistinctLevels(inline);
    running.queued.push(inline);
  }

  /** Queries change nothing, which is all that contracts of the system do (spec 04 §10.5). */
  #refuseQuery({ action }: RunningAction): void {
    if (this.#options.emitResult === undefined) return;
    throw new ContractException(
      'chain_exception',
      `the system contract ${regIdIntegerText(action.contract)} has no queries`,
      'universal/action-tree',
    );
  }

  #burnSize(action: InlineTransaction): void {
    this.burn('bytes', FUEL_PER_BYTE * BigInt(encode(inlineTransaction, action).length));
  }
}

function nativeCall(
  context: TransactionContext,
  { action, recipients }: RunningAction,
  object: ActionObject,
  door: Pick<NativeCall, 'burn' | 'charge' | 'chargeModule' | 'queueInline'>,
): NativeCall {
  return {
    context,
    action,
    object,
    ...door,
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
  };
}
