import type { Json } from '../src/codec/json-value.js';
import type { RegId } from '../src/codec/regid.js';
import type { Uid } from '../src/codec/uid.js';
import { type FeatureVersion, featureVersionAt, type NetworkParameters } from '../src/config/network.js';
import { reserveRegId } from '../src/config/system-accounts.js';
import type { SystemParameterName } from '../src/config/system-parameters.js';
import { AccountWorkingSet, type BalanceChange } from '../src/state/account-working-set.js';
import { BalanceOverflow, freeRoom, frozenRoom, MAX_BALANCE, takenFrom } from '../src/state/balance.js';
import type { Overlay } from '../src/state/state.js';
import { type Account, newAccount, type Token, tokenOf } from '../src/state/tables/accounts.js';
import { ASSETS, type Asset } from '../src/state/tables/assets.js';
import { systemParameter } from '../src/state/tables/parameters.js';
import type { PreparedTransaction } from '../src/tx/envelope.js';
import type { Receipt } from '../src/tx/receipt.js';
import { REJECT, reject } from '../src/tx/reject.js';
import type { Transaction } from '../src/tx/transactions.js';
import { NO_WORK, type TransactionWork } from './block-work.js';
import type { CallTreeObserver } from './call-tree.js';
import type { CoverageCounters } from './coverage.js';
import type { JitMeter, JitPolicyName } from './lua/jit/policy.js';
import type { LuaLines } from './stepping.js';
import { WORK } from './work.js';

/** What the consensus driver decides about a block. Nothing else from outside enters the ledger. */
export interface BlockContext {
  readonly height: number;
  /** Seconds since 1970. */
  readonly time: number;
  /** Regid of the producer. */
  readonly producer: RegId;
  readonly fuelRate: number;
}

/**
 * Returns whether a signature is valid. The ledger decides how: by verifying it, or by a cache of
 * signatures verified before.
 */
export interface SignatureCheck {
  /**
   * @param signature - DER, of any content and length
   * @param publicKey - 66 hex digits
   */
  isValid(prepared: PreparedTransaction, signature: Uint8Array, publicKey: string): boolean;
}

/** What contracts may ask about the blocks before the one that is executed (spec 03 O-12, O-13). */
export interface ChainHistory {
  /** The hash of an ancestor, in display order; undefined for heights that are no ancestor's. */
  blockHash(height: number): string | undefined;
  /**
   * A transaction of an ancestor by its id. Its content may be missing where contracts can see nothing of it
   * (`isVisibleToContracts` of `lua/mylib/past-transactions.ts`).
   */
  transaction(txid: string): { readonly tx: Transaction | undefined; readonly height: number } | undefined;
}

/** How one run of a contract, or all actions of a transaction, ended, for those who debug it. */
export interface ContractRunReport {
  /** Fuel by kind, and `total`. */
  readonly fuel: Readonly<Record<string, number>>;
  readonly limit: number;
  /** The smallest limit with which it would have come as far: refunds come late, and work is bounded too. */
  readonly leastLimit: number;
  /** Positions of the functions that were running when it failed, innermost first. */
  readonly traceback: readonly string[];
  /** The value of an error of Lua that is no text, as a source could contain it. */
  readonly errorValue?: string | undefined;
}

/** What a function of the node has charged a Lua contract for one call of it, or a part of that. */
export interface HostCharge {
  /** The line that called it, from 1. */
  readonly line: number;
  /** Such as `mylib.WriteData`. */
  readonly function: string;
  readonly kind: 'store' | 'account' | 'func';
  /** Units of fuel. */
  readonly fuel: number;
  /** Storage refund that it has earned. */
  readonly refund: number;
}

/** Why a function of `mylib` has done nothing for a Lua contract, which only sees that it has no result. */
export interface HostRefusal {
  /** The line that called it, from 1. */
  readonly line: number;
  /** Such as `mylib.WriteData`. */
  readonly function: string;
  /** What was wrong with which value, and what would be right. */
  readonly reason: string;
  /** Whether the contract does not look at the result. */
  readonly isIgnored: boolean;
}

/** A balance that does not suffice for what a transaction was about to take from it. */
export interface BalanceShortage {
  readonly keyId: string;
  readonly symbol: string;
  readonly kind: keyof Token;
  /** What there is and what is asked for, in sawi. */
  readonly available: bigint;
  readonly amount: bigint;
}

/** Sees what runs of contracts do. Nothing that it does changes what they do. */
export interface ContractObserver {
  /** A line that the contract logged. */
  log(line: string): void;
  ended(report: ContractRunReport): void;
  /** Called with every charge of a function of the node, in order; omitted where there is no observer. */
  readonly charged?: ((charge: HostCharge) => void) | undefined;
  /** Called when a balance does not suffice; the transaction may go on. */
  readonly lacked?: ((shortage: BalanceShortage) => void) | undefined;
  /** Called when a function of `mylib` has done nothing, with the reason; omitted where there is no observer. */
  readonly refused?: ((refusal: HostRefusal) => void) | undefined;
  /** Counts the lines that run; omitted where coverage is not measured, since it makes runs slower. */
  readonly coverage?: CoverageCounters | undefined;
  /** Finds who looks at runs of Lua contracts line by line, such as a debugger; it makes them slower. */
  readonly luaLines?: LuaLines | undefined;
  /** Sees which contract calls which, and what each stores. */
  readonly callTree?: CallTreeObserver | undefined;
}

/** What runs a contract: the Lua machine, WebAssembly, or this program. */
export type ContractKind = 'lua' | 'wasm' | 'native';
/** How a run of a contract ended. */
export type RunEnd = 'done' | 'error' | 'burned-out' | 'memory-limit';

/** Counts runs of contracts. Nothing that it does changes what they do. */
export interface RunTally extends JitMeter {
  /** @param fuel - units of work that the run has burned */
  ran(kind: ContractKind, end: RunEnd, fuel: bigint): void;
}

/**
 * Measures `elapsed` of call trees: milliseconds from any moment on. Nothing is decided by it (decision
 * D20), and no room that executes has one of its own.
 */
export type TraceClock = () => number;

/** What a transaction is executed with. */
export interface TransactionEnvironment {
  readonly network: NetworkParameters;
  readonly block: BlockContext;
  /** An overlay of this transaction alone. */
  readonly state: Overlay;
  readonly prepared: PreparedTransaction;
  /** Position of the transaction in its block. */
  readonly index: number;
  readonly signatures: SignatureCheck;
  /** Left out where nothing is known of earlier blocks. */
  readonly history?: ChainHistory | undefined;
  readonly observer?: ContractObserver | undefined;
  /** Left out where nobody counts. */
  readonly runs?: RunTally | undefined;
  /** Left out where nobody wants to know how long it takes. */
  readonly traceClock?: TraceClock | undefined;
  /** When functions of Lua contracts are compiled to JavaScript; default: when they are hot. Results do not depend on it. */
  readonly luaJit?: JitPolicyName | undefined;
}

/** Signatures of multi-signature inputs times keys to try them with, of one transaction: under half a second. */
const MAX_VERIFICATIONS = 4_000;

/** Code (one of `REJECT`) and reason with which a handler refuses a transaction. */
export type Refusal = readonly [code: number, reason: string];

/**
 * What one transaction can read and change of the ledger: the only interface of handlers and
 * contracts to it.
 *
 * Accounts go through this object alone; other tables are read and written through `state`. All of
 * it is discarded when the transaction is rejected.
 */
export class TransactionContext implements TransactionEnvironment {
  readonly network: NetworkParameters;
  readonly block: BlockContext;
  readonly state: Overlay;
  readonly prepared: PreparedTransaction;
  readonly index: number;
  readonly signatures: SignatureCheck;
  readonly history: ChainHistory | undefined;
  readonly observer: ContractObserver | undefined;
  readonly runs: RunTally | undefined;
  readonly traceClock: TraceClock | undefined;
  readonly luaJit: JitPolicyName | undefined;
  readonly featureVersion: FeatureVersion;
  /** Units of work that contracts have burned so far. */
  fuel = 0n;
  /** Work that was done for it beside fuel (`vm/work.ts`), with that of `codeWork`. */
  work = 0;
  /** The call tree of a universal transaction. */
  trace: Json | undefined;
  readonly #accounts: AccountWorkingSet;
  #senderKeyId: string | undefined;
  #codeWork: Map<string, number> | undefined;
  #codeUnits = 0;
  #deals = 0;
  #verifications = 0;

  constructor(environment: TransactionEnvironment) {
    const { network, block, state } = environment;
    this.network = network;
    this.block = block;
    this.state = state;
    this.prepared = environment.prepared;
    this.index = environment.index;
    this.signatures = environment.signatures;
    this.history = environment.history;
    this.observer = environment.observer;
    this.runs = environment.runs;
    this.traceClock = environment.traceClock;
    this.luaJit = environment.luaJit;
    this.featureVersion = featureVersionAt(network.forks, block.height);
    this.#accounts = new AccountWorkingSet(state);
  }

  /** Receipts in the order of the operations. */
  get receipts(): Receipt[] {
    return this.#accounts.receipts;
  }

  /** Marks the receipts from a position on as belonging to an object that was made. */
  nameReceipts(from: number, objectId: string): void {
    const { receipts } = this.#accounts;
    for (let i = from; i < receipts.length; i++) receipts[i] = { ...receipts[i]!, objectId };
  }

  /** What this transaction adds to the work of its block. */
  get blockWork(): TransactionWork {
    return { own: this.work - this.#codeUnits, code: this.#codeWork ?? NO_WORK.code };
  }

  /** Whether this transaction has made a code ready to run already. */
  hasCode(hash: string): boolean {
    return this.#codeWork?.has(hash) ?? false;
  }

  /**
   * Notes a part of this transaction's work as that of making a code ready to run, which its block counts once.
   * @param hash - SHA-256 of the code, in hex
   */
  noteCodeWork(hash: string, units: number): void {
    this.#codeWork ??= new Map();
    this.#codeWork.set(hash, (this.#codeWork.get(hash) ?? 0) + units);
    this.#codeUnits += units;
  }

  /** The position of the next deal of the exchange among those of this transaction. */
  countDeal(): number {
    return this.#deals++;
  }

  /**
   * Counts verifications of signatures that unlock outputs: no fee pays for them by their number, so
   * a transaction may cause only so many (spec 07 §5.2), and they are work.
   * @throws TransactionRejected `too-many-signature-verifications`
   */
  countVerifications(count: number): void {
    this.#verifications += count;
    this.work += count * WORK.verification;
    if (this.#verifications > MAX_VERIFICATIONS) {
      reject(REJECT.REJECT_INVALID, 'too-many-signature-verifications');
    }
  }

  /**
   * The position of this transaction in the chain; the regid that it assigns to a new account or
   * contract.
   */
  get position(): RegId {
    return { height: this.block.height, index: this.index };
  }

  /**
   * The account of the transaction's sender, as it is now.
   * @throws TransactionRejected `account-not-exist`
   */
  sender(): Account {
    const known = this.#senderKeyId;
    const sender = known === undefined ? this.account(this.prepared.tx.txUid) : this.accountByKeyId(known);
    if (sender === undefined) reject(REJECT.REJECT_INVALID, 'account-not-exist');
    this.#senderKeyId = sender.keyId;
    return sender;
  }

  /** Whether a signature over this transaction is that of a public key of 66 hex digits. */
  isSignedBy(publicKey: string, signature: Uint8Array): boolean {
    return this.signatures.isValid(this.prepared, signature, publicKey);
  }

  /** The account that a uid names, if it exists. */
  account(uid: Uid): Account | undefined {
    return this.#accounts.resolve(uid);
  }

  accountByKeyId(keyId: string): Account | undefined {
    return this.#accounts.byKeyId(keyId);
  }

  accountByRegId(regId: RegId): Account | undefined {
    return this.#accounts.byRegId(regId);
  }

  /** The account of a key id, a new one without coins and regid if there is none yet. */
  accountOrNew(keyId: string): Account {
    const existing = this.#accounts.byKeyId(keyId);
    if (existing !== undefined) return existing;
    const created = newAccount(keyId);
    this.#accounts.save(created);
    return created;
  }

  /** The reserve G-1, undefined before the system genesis block. */
  reserve(): Account | undefined {
    return this.#accounts.byRegId(reserveRegId(this.network));
  }

  /** Replaces an account; what was read before is then out of date. */
  saveAccount(account: Account): void {
    this.#accounts.save(account);
  }

  /** Assigns an account this transaction's regid and its owner key, empty for none (spec 07 §8.3). */
  registerAccount(account: Account, ownerKey: string): Account {
    return this.#accounts.register(account, this.position, ownerKey);
  }

  /**
   * Operates on balances and notes the receipt (spec 07 §10).
   * @param refusal - the answer where the balance does not suffice
   * @throws TransactionRejected; `balance-overflow` where a balance would exceed 64 bits (spec 07 A6)
   */
  operate(change: BalanceChange, refusal: Refusal): void {
    const outcome = this.#operated(change);
    if (outcome === 'overflow') reject(REJECT.UPDATE_ACCOUNT_FAIL, 'balance-overflow');
    if (outcome === 'insufficient') reject(...refusal);
  }

  /** As {@link operate}, for callers that go on when it cannot be done; nothing has changed then. */
  tryOperate(change: BalanceChange): boolean {
    return this.#operated(change) === 'done';
  }

  #operated(change: BalanceChange): 'done' | 'insufficient' | 'overflow' {
    try {
      if (this.#accounts.operate(change)) return 'done';
      this.observer?.lacked?.(this.#shortage(change));
      return 'insufficient';
    } catch (error) {
      if (error instanceof BalanceOverflow) return 'overflow';
      throw error;
    }
  }

  /** What is missing for a change that could not be made. */
  #shortage({ keyId, peer, operation, symbol, amount }: BalanceChange): BalanceShortage {
    const { kind, isPeer } = takenFrom(operation, peer !== undefined) ?? { kind: 'free', isPeer: false };
    const payer = isPeer && peer !== undefined ? peer : keyId;
    const account = this.#accounts.byKeyId(payer);
    const available = account === undefined ? 0n : tokenOf(account, symbol)[kind];
    return { keyId: payer, symbol, kind, available, amount };
  }

  /** How much more an account can take of a coin, in sawi: what is to be paid to it and can be less, is less then. */
  freeRoom(keyId: string, symbol: string): bigint {
    const account = this.#accounts.byKeyId(keyId);
    return account === undefined ? MAX_BALANCE : freeRoom(account, symbol);
  }

  /** How much the reserve can take of a coin and freeze for an order, in sawi. */
  reserveRoom(symbol: string): bigint {
    const reserve = this.reserve();
    return reserve === undefined ? MAX_BALANCE : frozenRoom(reserve, symbol);
  }

  /** The value of a system parameter at this point of the block. */
  parameter(name: SystemParameterName): bigint {
    return systemParameter(this.state, name);
  }

  asset(symbol: string): Asset | undefined {
    return this.state.get(ASSETS, symbol);
  }

  /** Writes the accounts to `state` and moves `state` into the overlay below. */
  commit(): void {
    this.#accounts.flush();
    this.state.merge();
  }
}
