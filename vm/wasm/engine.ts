import { createHash } from 'node:crypto';
import { regIdIntegerText } from '../../src/codec/regid.js';
import { required } from '../../src/codec/required.js';
import { actionName } from '../../src/tx/action-name.js';
import { BLOCK_WORK, WORK } from '../work.js';
import { decodeAbi } from './abi/definition.js';
import { AbiSchema } from './abi/schema.js';
import type { ContractCode } from './contract-code.js';
import { ContractInstance, type Imports, SpareInstances } from './contract-instance.js';
import { CountingHost } from './coverage/counting-host.js';
import type { CountingModule } from './coverage/counting-module.js';
import { COUNTING_STEPS, countingRun } from './coverage/counting-run.js';
import { ContractException } from './exception.js';
import { GuestMemory } from './host/guest-memory.js';
import { type ActionInput, EXIT, HostCall, outOfFuel } from './host/host-call.js';
import type { HostFunction } from './host/host-function.js';
import {
  ALL_FUNCTIONS,
  CONTRACT_FUNCTIONS,
  CONTRACT_IMPORTS,
  SYSTEM_IMPORTS,
} from './host/host-functions.js';
import type { WasmHost } from './host/wasm-host.js';
import { EXPORTS, type ImportWhitelist } from './module/instrument.js';
import { STACK } from './module/limits.js';
import { type ChargeWork, type CompiledModule, MACHINE_CODE_FACTOR, ModuleCache } from './module-cache.js';
import { functionAt, trapException } from './trap.js';

/** One run of a contract: a receiver handles an action. */
export interface Execution extends ActionInput {
  /** The code of the receiver. */
  readonly code: ContractCode;
  readonly host: WasmHost;
  /** Steps that the transaction has left; asked when the module is loaded, which takes from the same whole. */
  readonly stepLimit: number | (() => number);
  /** Takes the work of loading the module; left out where the transaction has loaded it before. */
  readonly chargeLoading?: ChargeWork | undefined;
  /** Takes the work of making the instance, beside its steps. */
  readonly chargeInstance?: ChargeWork | undefined;
  /** Is told how many steps the run has taken, whether or not it has succeeded. */
  readonly tookSteps?: ((steps: number) => void) | undefined;
  /** Runs first, without effect, where lines are to be counted. */
  readonly counting?: CountingModule | undefined;
}

/** What a run that succeeded has used. */
export interface ExecutionCost {
  readonly steps: number;
  /** Fuel of its storage (spec 04 §5.6); that of its steps is `computeFuel`'s. */
  readonly storageFuel: bigint;
}

export interface EngineOptions {
  /** Estimated memory of compiled modules. */
  readonly cacheBytes?: number;
}

/**
 * A block counts the making of a module once, so all that one block may load has to find room: no more bytes
 * than its work pays for.
 */
const DEFAULT_CACHE_BYTES = Math.ceil(BLOCK_WORK / WORK.compiledByte) * MACHINE_CODE_FACTOR;

/** A contract by its code, for records that do not keep the hash. */
export function contractCode(bytes: Uint8Array): ContractCode {
  return { bytes, hash: createHash('sha256').update(bytes).digest('hex') };
}

/** Whose functions a contract can import. */
/** What takes the work of a deployment. */
export interface DeploymentCharges {
  /** Of reading the ABI. */
  readonly abi: ChargeWork;
  /** Of making the module with this hash; undefined where that is counted already. */
  module(hash: string): ChargeWork | undefined;
}

interface Role {
  readonly name: 'contract' | 'system';
  readonly whitelist: ImportWhitelist;
  readonly imports: Imports;
  /** The pool of idle instances; undefined where every run gets a new one. */
  readonly spares: SpareInstances | undefined;
}

/**
 * Runs contracts that are WebAssembly modules. Every run has fresh memory and globals; what it uses of steps, stack and memory is counted by the rewritten module itself and
 * is the same on every machine. Nothing depends on a clock.
 */
export class WasmEngine {
  readonly #cache: ModuleCache;
  readonly #contract: Role;
  readonly #system: Role;
  /** The run whose host functions are called; imports are shared by all instances. */
  #call: HostCall | undefined;

  constructor({ cacheBytes = DEFAULT_CACHE_BYTES }: EngineOptions = {}) {
    this.#cache = new ModuleCache(cacheBytes);
    this.#contract = {
      name: 'contract',
      whitelist: CONTRACT_IMPORTS,
      imports: this.#imports(CONTRACT_FUNCTIONS),
      spares: undefined,
    };
    this.#system = {
      name: 'system',
      whitelist: SYSTEM_IMPORTS,
      imports: this.#imports(ALL_FUNCTIONS),
      spares: new SpareInstances(),
    };
  }

  /**
   * Checks code and ABI that are to become a contract (spec 04 O19, §4.3, §11.1).
   * @param abi - in packed form
   * @param charges - take the work before it is done
   * @throws ContractException `code_parse_exception` (a `ModuleRejected`) or one of the ABI's
   */
  deploy(code: Uint8Array, abi: Uint8Array, charges?: DeploymentCharges): void {
    charges?.abi(abi.length * WORK.abiByte);
    new AbiSchema(decodeAbi(abi));
    const deployed = contractCode(code);
    this.#cache.get(deployed, this.#contract.name, this.#contract.whitelist, charges?.module(deployed.hash));
  }

  /**
   * Runs `apply` of a contract. Storage, notifications and inline actions reach the host while it
   * runs; the host discards them when this throws.
   * @throws ContractException which says what failed, in which contract, action and function
   */
  execute(execution: Execution): ExecutionCost {
    if (execution.counting !== undefined) this.#count(execution, execution.counting);
    const role = execution.host.system === undefined ? this.#contract : this.#system;
    const compiled = this.#cache.get(execution.code, role.name, role.whitelist, execution.chargeLoading);
    execution.chargeInstance?.(compiled.instanceWork);
    const call = new HostCall(execution, execution.host, stepLimitOf(execution));
    const outer = this.#call;
    this.#call = call;
    try {
      const steps = run(compiled, call, role);
      return { steps, storageFuel: call.storageFuel };
    } finally {
      this.#call = outer;
      execution.tookSteps?.(call.steps);
    }
  }

  /** Runs the build that counts lines on a host that changes nothing. */
  #count(execution: Execution, counting: CountingModule): void {
    const { module } = this.#cache.get(counting.code, this.#contract.name, this.#contract.whitelist);
    const stepLimit = stepLimitOf(execution) * COUNTING_STEPS;
    const call = new HostCall(execution, new CountingHost(execution.host), stepLimit);
    const outer = this.#call;
    this.#call = call;
    try {
      countingRun(new ContractInstance(module, this.#contract.imports, false), call, counting);
    } finally {
      this.#call = outer;
    }
  }

  #imports(functions: readonly HostFunction[]): Imports {
    const modules: Record<string, Record<string, unknown>> = {};
    for (const { module, name, invoke } of functions) {
      modules[module] ??= {};
      modules[module][name] = (...raw: (number | bigint)[]) =>
        invoke(required(this.#call, 'the call that is running'), raw);
    }
    return modules;
  }
}

function stepLimitOf({ stepLimit }: Execution): number {
  return typeof stepLimit === 'number' ? stepLimit : stepLimit();
}

/** Frames of a stack that are looked through for the function that failed, whatever the process has set. */
const TRACED_FRAMES = 10;

/** As {@link runTraced}, with stacks that are as long in every process. */
function run(compiled: CompiledModule, call: HostCall, role: Role): number {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = TRACED_FRAMES;
  try {
    return runTraced(compiled, call, role);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** @returns the steps of the whole run */
function runTraced(compiled: CompiledModule, call: HostCall, role: Role): number {
  const { input, stepLimit } = call;
  const stepsOfInstance = stepLimit - compiled.instanceSteps;
  if (stepsOfInstance < 0) throw located(outOfFuel(stepLimit), call, 'the making of the instance');
  const { module } = compiled;
  const instance =
    role.spares?.take(module, role.imports) ?? new ContractInstance(module, role.imports, false);
  const { exports } = instance;
  call.memory = new GuestMemory(exports[EXPORTS.memory]);
  exports.fuel.value = BigInt(stepsOfInstance);
  call.fuel = exports.fuel;
  try {
    exports.stack.value = STACK.units;
    exports.start?.();
    exports.stack.value = STACK.units;
    exports.apply(
      BigInt.asIntN(64, input.receiver),
      BigInt.asIntN(64, input.contract),
      BigInt.asIntN(64, input.action),
    );
  } catch (error) {
    if (error !== EXIT) throw failure(error, call, exports);
  } finally {
    const steps = stepLimit - Number(exports.fuel.value) + call.pendingSteps;
    call.steps = Math.min(steps, stepLimit);
  }
  const steps = stepLimit - Number(exports.fuel.value) + call.pendingSteps;
  if (steps > stepLimit) throw located(outOfFuel(stepLimit), call, EXPORTS.apply);
  role.spares?.keep(module, instance);
  return steps;
}

/** The exception for what went through the frames of a contract; a bug of the node stays what it is. */
function failure(error: unknown, call: HostCall, exports: ContractInstance['exports']): unknown {
  if (error instanceof ContractException) {
    return located(error, call, `${functionAt(error)}, which called ${call.function}`);
  }
  if (!(error instanceof WebAssembly.RuntimeError)) return error;
  const exception = trapException(error, {
    fuel: exports.fuel.value,
    stack: exports.stack.value,
    memoryRefused: exports.refused.value !== 0,
    stepLimit: call.stepLimit,
  });
  return located(exception, call, functionAt(error));
}

function located(exception: ContractException, call: HostCall, place: string): ContractException {
  const { contract, receiver, action } = call.input;
  const regId = (account: bigint): string => regIdIntegerText(account);
  return exception.add(
    'wasm/engine',
    `contract ${regId(contract)}, action ${actionName(action)}, receiver ${regId(receiver)}, function ${place}`,
  );
}
