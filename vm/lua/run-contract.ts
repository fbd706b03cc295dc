import type { JsonObject } from '../../src/codec/json-value.js';
import { regIdText } from '../../src/codec/regid.js';
import type { Contract } from '../../src/state/tables/contracts.js';
import { BASE_COIN } from '../../src/tx/symbols.js';
import type { ContractObserver, TransactionContext } from '../context.js';
import { TraceFormatter } from '../universal/trace.js';
import { TRANSACTION_WORK, WORK } from '../work.js';
import { compileWork, LuaSyntaxError } from './compile/compile.js';
import { compileContract, type LuaContractCode, sourceHash } from './contract.js';
import { CountingMachine } from './coverage/counting-machine.js';
import { textOfEnd } from './interpreter/operations/convert.js';
import { JIT_POLICIES } from './jit/policy.js';
import { Environment } from './machine/environment.js';
import { Machine } from './machine/machine.js';
import { BURNED_AFTERWARDS, CHECK_ACCOUNT_FAILED, type RunOutcome } from './machine/outcome.js';
import type { MachineRequest } from './machine/request.js';
import { areBalanced, givenByOutputs, settleOutputs } from './mylib/coin-outputs.js';
import { type ContractCall, ContractRun } from './mylib/contract-run.js';
import { MYLIB, REFERENCE_MYLIB } from './mylib/index.js';
import { matchCoins, settleTokens } from './mylib/token-operations.js';
import { SteppingMachine } from './tracing/stepping-machine.js';
import { TracingMachine } from './tracing/tracing-machine.js';
import { describeValue } from './value/describe.js';

/** Libraries and functions that every contract finds, and those on networks of the reference. */
const ENVIRONMENT = new Environment({ mylib: MYLIB });
const REFERENCE_ENVIRONMENT = new Environment({ mylib: REFERENCE_MYLIB });

/** Compiled code by contract: the state gives the same object as long as the contract is the same. */
const compiled = new WeakMap<Contract, LuaContractCode>();

/**
 * The code of a contract. Its compilation counts as work of the transaction, whether or not it is compiled now.
 *
 * @throws LuaSyntaxError
 */
function loadCode(context: TransactionContext, contract: Contract): LuaContractCode {
  const known = compiled.get(contract);
  const hash = known?.hash ?? sourceHash(contract.code);
  let work = known?.work ?? compileWork(contract.code);
  try {
    const code = known ?? compileContract(contract.code, hash);
    if (known === undefined) compiled.set(contract, code);
    work = code.work;
    return code;
  } finally {
    context.work += WORK.luaCompileUnit * work;
    context.noteCodeWork(hash, WORK.luaCompileUnit * work);
  }
}

/**
 * Runs a Lua contract and lets everything take effect that it has queued (spec 03 §6.1, §9). The fuel
 * that it burns is added to that of the transaction.
 *
 * @param fuelLimit - units of work
 * @returns why it failed, as in spec 03 §5.4; undefined when it succeeded. After a failure the
 *   transaction must be refused: what the contract did before it is still in the context.
 */
export function runLuaContract(
  context: TransactionContext,
  contract: Contract,
  call: ContractCall,
  fuelLimit: number,
): string | undefined {
  const tree = context.observer?.callTree;
  if (tree === undefined) return runAndSettle(context, contract, call, fuelLimit);
  const { receipts, fuel, prepared } = context;
  const moved = receipts.length;
  tree.entered({
    txid: prepared.txid,
    contract: regIdText(call.contract),
    kind: 'lua',
    call: {
      arguments: Buffer.from(call.arguments).toString('hex'),
      coins: { symbol: call.symbol, amount: call.amount },
    },
  });
  const failure = runAndSettle(context, contract, call, fuelLimit);
  tree.left({ fuel: context.fuel - fuel, receipts: receipts.slice(moved), failure });
  tree.closed();
  return failure;
}

function runAndSettle(
  context: TransactionContext,
  contract: Contract,
  call: ContractCall,
  fuelLimit: number,
): string | undefined {
  const run = new ContractRun(context, call);
  // The price of the compilation is fixed by the deployed text: it leaves the run what it may do.
  const mostUnits = Math.max(0, TRANSACTION_WORK - context.work);
  const mostWork = Math.floor(mostUnits / WORK.luaUnit);
  let code: LuaContractCode;
  try {
    code = loadCode(context, contract);
  } catch (error) {
    if (!(error instanceof LuaSyntaxError)) throw error;
    return `luaL_loadbuffer failed: ${readable(error.message)}`;
  }
  const { observer, runs, network, luaJit = 'hot' } = context;
  const countsInstructions = network.mended.instructionsAreWork;
  const request: MachineRequest<ContractRun> = {
    environment: network.mended.modulesAreContracts ? ENVIRONMENT : REFERENCE_ENVIRONMENT,
    fuelLimit,
    mostWork,
    ...(countsInstructions && { mostExecution: Math.floor(mostUnits / WORK.luaFuel) }),
    arguments: call.arguments,
    context: run,
    jit: { meter: runs, ...JIT_POLICIES[luaJit] },
    ...(observer !== undefined && { log: (line: string) => observer.log(readable(line)) }),
  };
  const machine = machineFor(request, code, observer);
  const outcome = machine.run(code);
  const traceback = outcome.ok ? [] : outcome.traceback;
  const errorValue = outcome.ok ? undefined : errorValueOf(outcome);
  runs?.ran('lua', outcome.ok ? 'done' : outcome.kind, BigInt(outcome.fuel.total));
  observer?.ended({
    fuel: { ...outcome.fuel },
    limit: fuelLimit,
    leastLimit: machine.leastLimit,
    traceback,
    errorValue,
  });
  context.work += WORK.luaUnit * machine.workDone;
  if (countsInstructions) context.work += WORK.luaFuel * machine.executionFuel;
  if (!outcome.ok) return failureText(outcome);
  context.fuel += BigInt(outcome.fuel.total);
  if (run.calls.length > 0) context.trace = callTrace(run);
  return settle(run, outcome.checksCoins);
}

/** `tx_trace` of a transaction whose contract has called modules: as that of universal ones, without time. */
function callTrace({ context, calls }: ContractRun): JsonObject {
  const { prepared, block, fuel } = context;
  const formatter = new TraceFormatter(context, prepared.txid);
  return {
    trx_id: prepared.txid,
    burned_fuel: fuel,
    fuel_rate: block.fuelRate,
    traces: calls.map(call => formatter.trace(call)),
  };
}

/** A machine that reports to the observer; an ordinary machine where there is nothing to report. */
function machineFor(
  request: MachineRequest<ContractRun>,
  code: LuaContractCode,
  observer: ContractObserver | undefined,
): Machine<ContractRun> {
  const lines = observer?.luaLines?.(code);
  if (lines !== undefined) return new SteppingMachine<ContractRun>(request, lines);
  const counts = observer?.coverage?.lua(code);
  const charged = observer?.charged;
  if (charged !== undefined) return new TracingMachine(request, counts ?? new Map(), charged);
  return counts === undefined ? new Machine(request) : new CountingMachine(request, counts);
}

/** A text of Lua as text: its bytes are usually UTF-8 (decision D26). */
function readable(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}

/** What the reference says of an error whose value is no text (spec 03 §5.4). */
const NO_TEXT = 'unknown';
/** Failures that are no errors of the script itself. */
const UNPREFIXED: readonly string[] = [BURNED_AFTERWARDS, CHECK_ACCOUNT_FAILED];

/** The value of an error that has no text of its own; its text for the ledger is `unknown` (spec 03 §5.4). */
function errorValueOf({ kind, message, value }: RunOutcome & { ok: false }): string | undefined {
  return kind === 'error' && message === NO_TEXT && textOfEnd(value) === undefined
    ? describeValue(value)
    : undefined;
}

function failureText({ message }: RunOutcome & { ok: false }): string {
  return UNPREFIXED.includes(message) ? message : `lua_pcallk failed: ${readable(message)}`;
}

/** What happens after the script has ended, step by step (spec 03 §9). */
function settle(run: ContractRun, checksCoins: boolean): string | undefined {
  if (!areBalanced(run)) return 'VmScript CheckOperate Failed';
  const given = givenByOutputs(run);
  if (!settleOutputs(run)) return 'VmScript OperateAccount Failed';
  const { symbol, amount } = run.call;
  if (checksCoins && symbol === BASE_COIN && !matchCoins(run, amount, given)) {
    return 'VmScript CheckAppAcct Failed';
  }
  return settleTokens(run) ? undefined : 'OperateAppAccount Failed';
}
