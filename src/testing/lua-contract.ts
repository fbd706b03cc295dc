import { inspect } from 'node:util';
import { LuaSyntaxError } from '../../vm/lua/compile/compile.js';
import { compileContract } from '../../vm/lua/contract.js';
import { CODE_HEADLINE, MAX_CODE_SIZE } from '../../vm/native/contract/lua-deployment.js';
import { regIdUid } from '../codec/uid.js';
import { REJECT } from '../tx/reject.js';
import { BASE_COIN } from '../tx/symbols.js';
import { type Transaction, TX } from '../tx/transactions.js';
import { type Arguments, encodeArguments } from './byte-layout.js';
import { CallFailed, type CallFailure, type StackFrame } from './call-failed.js';
import type { CallOutcome, ViewOutcome } from './call-outcome.js';
import { type CallOptions, type Coins, DeployedContract } from './deployed-contract.js';
import type { AccountLike, DevAccount } from './dev-account.js';
import { framesOf, locationIn, luaFrames, luaMessage } from './lua-frames.js';
import type { LuaMethods } from './lua-methods.js';
import type { DeployedCode } from './observer.js';
import type {
  FailureContext,
  StandardFields,
  TransactionForm,
  TransactionSender,
} from './transaction-sender.js';

/** Default fee of a call in sawi: enough for most contracts. */
const DEFAULT_CALL_FEE = 100_000_000n;

export interface LuaCallOptions extends CallOptions {
  /** Coins for the contract; a plain number of sawi is of the base coin. */
  readonly coins?: bigint | Coins;
}

/** The methods of a contract as functions that take the same arguments. */
export type BoundMethods<M extends LuaMethods, R> = {
  readonly [Name in keyof M]: (...args: Parameters<M[Name]>) => R;
};

/** What a Lua contract is made a handle with. */
export interface LuaContractParts<M extends LuaMethods> {
  readonly account: DevAccount;
  readonly code: DeployedCode;
  readonly methods: M;
}

/** A Lua contract on a development chain. */
export class LuaContract<M extends LuaMethods = LuaMethods> extends DeployedContract {
  readonly #parts: LuaContractParts<M>;
  readonly #options: LuaCallOptions;
  /** Calls by the names of the methods that the contract was given. */
  readonly methods: BoundMethods<M, CallOutcome>;
  /** The same, of which nothing stays. */
  readonly views: BoundMethods<M, ViewOutcome>;

  constructor(
    sender: TransactionSender,
    parts: LuaContractParts<M>,
    caller: AccountLike,
    options: LuaCallOptions = {},
  ) {
    super(sender, parts.account, parts.code, caller);
    this.#parts = parts;
    this.#options = options;
    this.methods = bound(parts.methods, (name, args) => this.#call(name, args, {}));
    this.views = bound(parts.methods, (name, args) => this.#view(name, args, {}));
  }

  /** The same contract for another caller, and for other options of all calls. */
  as(caller: AccountLike, options: LuaCallOptions = this.#options): LuaContract<M> {
    return new LuaContract(this.sender, this.#parts, caller, options);
  }

  /** The same contract on another chain that has it, such as a fork. */
  on({ sender }: { readonly sender: TransactionSender }): LuaContract<M> {
    return new LuaContract(sender, this.#parts, this.caller, this.#options);
  }

  /** Calls the contract in a block. @throws CallFailed, RangeError for arguments that do not fit */
  call(args: Arguments, options: LuaCallOptions = {}): CallOutcome {
    return this.#call(undefined, args, options);
  }

  /** Does the same on a copy of the state, which is discarded. @throws CallFailed */
  view(args: Arguments, options: LuaCallOptions = {}): ViewOutcome {
    return this.#view(undefined, args, options);
  }

  #call(name: string | undefined, args: Arguments, options: LuaCallOptions): CallOutcome {
    const { method, from, form, failure } = this.#prepare(name, args, options);
    return this.observed('call', method, () => this.sender.send(from, form, failure));
  }

  #view(name: string | undefined, args: Arguments, options: LuaCallOptions): ViewOutcome {
    const { method, from, form, failure } = this.#prepare(name, args, options);
    return this.observed('view', method, () => this.sender.simulate(from, form, failure));
  }

  #prepare(name: string | undefined, args: Arguments, given: LuaCallOptions) {
    const options = { ...this.#options, ...given };
    const encoded = encodeArguments(args, this.sender.accounts);
    const method = name ?? encoded.toString('hex');
    const { from = this.caller, fee = DEFAULT_CALL_FEE, coins = 0n } = options;
    const money = typeof coins === 'object' ? coins : { symbol: BASE_COIN, amount: coins };
    requireSawi('coins', money.amount);
    requireSawi('fee', fee);
    const form: TransactionForm = standard =>
      callTransaction(standard, regIdUid(this.id), encoded, money, fee);
    return { method, from, form, failure: luaFailure(this.code, method, this.regId) };
  }
}

/** Tests are run without a type check. @throws RangeError */
function requireSawi(name: string, amount: unknown): void {
  if (typeof amount === 'bigint' && amount >= 0n) return;
  throw new RangeError(
    `${name}: ${inspect(amount)} is no number of sawi, which is a bigint such as 5n or coins('1.5')`,
  );
}

/** Base coins go with the first type of calls, which most clients use, other coins with the second. */
function callTransaction(
  { version, validHeight, txUid, signature }: StandardFields,
  appUid: ReturnType<typeof regIdUid>,
  bytes: Uint8Array,
  { symbol: coinSymbol, amount: coinAmount }: Coins,
  fees: bigint,
): Transaction {
  // Field by field: spreading objects takes longer than hashing the transaction.
  if (coinSymbol === BASE_COIN) {
    return {
      type: TX.LCONTRACT_INVOKE,
      version,
      validHeight,
      txUid,
      appUid,
      arguments: bytes,
      fees,
      coinAmount,
      signature,
    };
  }
  return {
    type: TX.UCONTRACT_INVOKE,
    version,
    validHeight,
    txUid,
    appUid,
    arguments: bytes,
    fees,
    feeSymbol: BASE_COIN,
    coinSymbol,
    coinAmount,
    signature,
  };
}

/** Methods as functions that run what they make. */
export function bound<M extends LuaMethods, R>(
  methods: M,
  run: (name: string, args: Arguments) => R,
): BoundMethods<M, R> {
  const entries = Object.entries(methods).map(([name, layout]) => [
    name,
    (...args: never[]) => run(name, layout(...args)),
  ]);
  return Object.fromEntries(entries) as BoundMethods<M, R>;
}

/** Explains why a Lua contract refused a call. */
export function luaFailure(code: DeployedCode, method: string, regId?: string): FailureContext {
  return ({ code: number, reason }, recorder): CallFailure => {
    const file = code.file ?? code.name;
    const { report, refusals, logs } = recorder;
    const frames = luaFrames(report?.traceback ?? [], code.code, file);
    // What fails when the script has ended has no traceback: the line is that which has asked for it.
    const afterwards = frames.length === 0 ? refusals.at(-1) : undefined;
    const summary =
      report?.errorValue === undefined ? luaMessage(reason) : `error with the value ${report.errorValue}`;
    return {
      ...explanation(code, method),
      regId,
      code: number,
      reason,
      summary: afterwards === undefined ? summary : `${summary}: ${afterwards.reason}`,
      frames: afterwards === undefined ? frames : framesOf(code.code, file, afterwards),
      logs,
      refusals,
    };
  };
}

/** @throws CallFailed that says what is wrong with a source that cannot be deployed, and on which line */
export function checkLuaSource(code: DeployedCode): void {
  const { code: bytes } = code;
  const firstLine = Buffer.from(bytes.subarray(0, CODE_HEADLINE.length)).toString('latin1');
  if (firstLine !== CODE_HEADLINE) {
    throw undeployable(code, `the first line must begin with ${CODE_HEADLINE}, without anything before it`, [
      { location: { file: code.file ?? code.name, line: 1 }, name: 'main chunk' },
    ]);
  }
  if (bytes.length > MAX_CODE_SIZE) {
    throw undeployable(
      code,
      `the source has ${bytes.length} bytes; at most ${MAX_CODE_SIZE} can be deployed`,
      [],
    );
  }
  try {
    compileContract(code.code);
  } catch (error) {
    if (!(error instanceof LuaSyntaxError)) throw error;
    const message = Buffer.from(error.message, 'latin1').toString('utf8');
    const location = locationIn(message, code.file ?? code.name);
    throw new CallFailed({
      ...explanation(code, 'compile'),
      code: REJECT.REJECT_INVALID,
      reason: message,
      summary: luaMessage(message),
      frames: [{ location, name: 'main chunk' }],
      logs: [],
      refusals: [],
    });
  }
}

/** What the ledger would refuse, which does not say why. */
function undeployable(code: DeployedCode, summary: string, frames: readonly StackFrame[]): CallFailed {
  return new CallFailed({
    ...explanation(code, 'deploy'),
    code: REJECT.REJECT_INVALID,
    reason: 'vmscript-invalid',
    summary,
    frames,
    logs: [],
    refusals: [],
  });
}

function explanation(
  code: DeployedCode,
  method: string,
): Pick<CallFailure, 'contract' | 'method' | 'sources'> {
  const source = Buffer.from(code.code).toString('utf8');
  return { contract: code.name, method, sources: new Map([[code.file ?? code.name, source]]) };
}
