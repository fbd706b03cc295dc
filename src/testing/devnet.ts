import type { JitPolicyName } from '../../vm/lua/jit/policy.js';
import { keyIdOfUid } from '../chain/account-name.js';
import type { NetworkParameters } from '../config/network.js';
import { REGTEST } from '../config/networks/regtest.js';
import { registerNamed, setFreeCoins, setMedianPrice } from '../ledger/development-edits.js';
import { fullDigest } from '../state/digest.js';
import type { Token } from '../state/tables/accounts.js';
import { ASSETS, type Asset } from '../state/tables/assets.js';
import { MEDIAN_PRICES } from '../state/tables/prices.js';
import { feeOf, feeSymbolOf } from '../tx/envelope.js';
import { BASE_COIN } from '../tx/symbols.js';
import { TX } from '../tx/transactions.js';
import { AccountLookup } from './account-lookup.js';
import type { DevReceipt, TransactionOutcome } from './call-outcome.js';
import { dumpVersion, loadVersion } from './chain-file.js';
import { type ChainVersion, firstVersion, hashOf, heightText } from './chain-version.js';
import type { LuaSource, WasmSource } from './contract-source.js';
import type { WasmContractTypes } from './contract-types.js';
import { attachLua, attachWasm, deployLua, deployWasm } from './deployment.js';
import type { AccountLike, DevAccount } from './dev-account.js';
import type { DevBlock } from './dev-block.js';
import { DevChain } from './dev-chain.js';
import type { LuaContract } from './lua-contract.js';
import type { LuaMethods } from './lua-methods.js';
import { type NamedAccounts, namedAccounts } from './named-accounts.js';
import type { Known, MethodsOfFile, TypesOfFile, TypesOfRegId } from './registered-contracts.js';
import { RunRecorder } from './run-recorder.js';
import { type FieldsOfType, type TypeOfTransaction, transactionOf } from './transaction-fields.js';
import {
  type FailureContext,
  type StandardFields,
  TransactionSender,
  withoutRun,
} from './transaction-sender.js';
import type { WasmContract } from './wasm-contract.js';

/** The system's contract for assets, whose actions issue, mint, burn and transfer them. */
const ASSET_CONTRACT = '0-800';
/** Position of an account that is made without a transaction, in an otherwise empty block. */
const CREATED_INDEX = 0xffff;

export interface DevnetOptions {
  /** Default: the development network, whose features are all active from height 2 on. */
  readonly network?: NetworkParameters;
  /**
   * When functions of Lua contracts are compiled to JavaScript: when they run often (`hot`, the default), at
   * their first call, or never. Results and fuel do not depend on it.
   */
  readonly luaJit?: JitPolicyName;
}

/** Options of a deployment, in addition to the source. */
export interface DeployOptions {
  /** The account that deploys it, and calls it unless a call names another; default: alice. */
  readonly from?: AccountLike;
  /** In sawi; default: what suffices. */
  readonly fee?: bigint;
}

/** What a new asset is. */
export interface NewAsset {
  /** 6 or 7 capital letters. */
  readonly symbol: string;
  readonly name?: string;
  /** In sawi. */
  readonly supply: bigint;
  readonly mintable?: boolean;
}

/** A chain at one moment, to which it or a fork can go. Keeping one costs nothing. */
export class Snapshot {
  readonly height: number;

  constructor(
    readonly network: NetworkParameters,
    readonly version: ChainVersion,
  ) {
    this.height = version.tip.height;
  }
}

/**
 * A development chain in this process, in memory, under the rules of the ledger. Every transaction
 * is in a block of its own, three seconds after the one before; nothing depends on the clock of the
 * machine. The account that a transaction names as its sender counts as having signed it.
 *
 * ```ts
 * const chain = Devnet.start();
 * const { alice, bob } = chain.accounts;
 * const hello = chain.deployLua({ file: 'hello.lua', from: alice });
 * hello.as(bob).call(bytes(0xf0, 0x18));
 * ```
 */
export class Devnet {
  readonly accounts: NamedAccounts;
  /** For contracts of this chain. */
  readonly sender: TransactionSender;
  readonly #network: NetworkParameters;
  readonly #chain: DevChain;
  readonly #luaJit: JitPolicyName | undefined;
  readonly #lookup: AccountLookup;

  private constructor({ network, version }: Snapshot, luaJit?: JitPolicyName, accounts?: NamedAccounts) {
    const recorder = new RunRecorder();
    this.#network = network;
    this.#luaJit = luaJit;
    this.#chain = new DevChain(network, version, recorder, luaJit);
    this.#lookup = new AccountLookup(this.#chain, network.addressVersion);
    this.sender = new TransactionSender(this.#chain, this.#lookup, recorder);
    this.accounts = accounts ?? namedAccounts(network, this.#lookup);
  }

  /** A chain that begins at a snapshot, as with `fork`, with named accounts of its own. */
  static from(snapshot: Snapshot, luaJit?: JitPolicyName): Devnet {
    return new Devnet(snapshot, luaJit);
  }

  /** A new chain with the blocks 0 and 1. */
  static start({ network = REGTEST, luaJit }: DevnetOptions = {}): Devnet {
    return new Devnet(new Snapshot(network, firstVersion(network)), luaJit);
  }

  // --- snapshots -------------------------------------------------------------------------------

  /** The chain as it is now. */
  snapshot(): Snapshot {
    return new Snapshot(this.#network, this.#chain.version);
  }

  /** Goes to a snapshot of this chain or of a fork of it. It can be used again. */
  revert({ version }: Snapshot): void {
    this.#chain.version = version;
  }

  /** A fork of this chain, from here or from a snapshot; changes of one do not affect the other. */
  fork(from: Snapshot = this.snapshot()): Devnet {
    return new Devnet(from, this.#luaJit, this.accounts);
  }

  // --- files -----------------------------------------------------------------------------------

  /**
   * The chain of a file that `dump`, `dev_dumpState` or a node with the option `state` has written. Its
   * blocks are executed again.
   * @throws ChainError for a file that is none, or is damaged, or of another network
   */
  static async load(file: string, { network = REGTEST, luaJit }: DevnetOptions = {}): Promise<Devnet> {
    return new Devnet(new Snapshot(network, await loadVersion(file, network)), luaJit);
  }

  /**
   * Writes the chain to a file for `load`, `dev_loadState` or the option `state` of a node. What was set
   * since the newest block gets a block of its own there.
   * @throws Error for what a node would not accept: a block in which something was set between
   *   transactions, a signature that was given; and for a fork of a node, whose first blocks are there
   */
  async dump(file: string): Promise<void> {
    const copy = this.fork();
    if (copy.#chain.version.edits.size > 0) copy.mine();
    await dumpVersion(file, this.#network, copy.#chain.version);
  }

  // --- blocks and time -------------------------------------------------------------------------

  /** Height of the newest block. */
  get height(): number {
    return this.#chain.tip.height;
  }

  /** Time of the newest block, in seconds since 1970. */
  get time(): number {
    return this.#chain.tip.time;
  }

  /** Hash of a block, 64 hex digits; default: the newest one. @throws RangeError above that */
  blockHash(height = this.height): string {
    const hash = hashOf(this.#chain.version, height);
    if (hash !== undefined) return hash;
    throw this.#noBlock(height);
  }

  /**
   * Digest chain of the state (decision D41), 64 hex digits: the same history gives the same one. That of a fork of a
   * node is counted from the hash of the block after which it begins.
   */
  get digest(): string {
    return this.#chain.version.digest.digest.toString('hex');
  }

  /** Digest of all entries of the state, 64 hex digits, however they came about. Reads everything. */
  get stateDigest(): string {
    return fullDigest(this.#chain.version.state.consensusEntries()).toString('hex');
  }

  /** Mines empty blocks. */
  mine(count = 1): void {
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new RangeError(`${count} blocks cannot be mined; the number is a whole one from 0 on`);
    }
    for (let i = 0; i < count; i++) this.#chain.mineEmpty();
  }

  /** Mines everything that `work` sends in one block; without it, every transaction has its own. */
  inOneBlock<T>(work: () => T): T {
    return this.#chain.inOneBlock(work);
  }

  /** Sets the time of the next block, in seconds since 1970. @throws RangeError before the newest block's */
  setTime(seconds: number): void {
    this.#chain.setTimeOfNext(seconds);
  }

  /**
   * Lets the next block be so many seconds later: than the newest one, or than what was set before without a block
   * since. Two calls add up. @throws RangeError below 0
   */
  increaseTime(seconds: number): void {
    if (seconds < 0)
      throw new RangeError(`${seconds} seconds cannot be the time that passes: it is 0 or more`);
    this.#chain.setTimeOfNext(this.#chain.timeBeforeNext + seconds);
  }

  // --- accounts and coins ----------------------------------------------------------------------

  /**
   * Makes an account with a regid, in an empty block. Its key follows from its name.
   * @param coins - free coins in sawi by symbol
   */
  createAccount(name: string, coins: Readonly<Record<string, bigint>> = {}): DevAccount {
    let keyId = '';
    const { height } = this.#chain.nextContext();
    this.#chain.edit(state => {
      keyId = registerNamed(state, name, { height, index: CREATED_INDEX });
      for (const [symbol, amount] of Object.entries(coins)) setFreeCoins(state, keyId, symbol, amount);
    });
    this.#chain.mineEmpty();
    return this.#lookup.described(keyId, name);
  }

  /** An account that is on the chain. @throws RangeError where there is none, or it has no regid */
  account(account: AccountLike, name = String(account)): DevAccount {
    return this.#lookup.described(this.#lookup.keyIdOf(account), name);
  }

  /** Free coins in sawi. */
  balance(account: AccountLike, symbol: string = BASE_COIN): bigint {
    return this.tokens(account).get(symbol)?.free ?? 0n;
  }

  /** All coins of an account by symbol: free, frozen, staked, voted and pledged ones, in sawi. */
  tokens(account: AccountLike): ReadonlyMap<string, Token> {
    return this.#lookup.find(account)?.tokens ?? new Map();
  }

  /** Sets the free coins of an account in sawi, without a transaction or a block. @throws RangeError */
  setBalance(account: AccountLike, amount: bigint, symbol: string = BASE_COIN): void {
    const keyId = this.#lookup.keyIdOf(account);
    this.#chain.edit(state => setFreeCoins(state, keyId, symbol, amount));
  }

  /** Sends coins. @throws CallFailed */
  transfer(
    from: AccountLike,
    to: AccountLike,
    amount: bigint,
    symbol: string = BASE_COIN,
  ): TransactionOutcome {
    const toUid = this.#lookup.uidOf(to);
    return this.send(from, {
      type: 'UCOIN_TRANSFER',
      feeSymbol: BASE_COIN,
      fees: this.sender.minimumFee(TX.UCOIN_TRANSFER),
      transfers: [{ toUid, coinSymbol: symbol, coinAmount: amount }],
      memo: new Uint8Array(),
    });
  }

  /**
   * Sends a transaction of any type, which is given by name (`UCOIN_TRANSFER`, also with `_TX`) or number.
   * Its standard fields are filled in.
   * @throws CallFailed; RangeError for a type that does not exist
   */
  send<N extends TypeOfTransaction>(from: AccountLike, fields: FieldsOfType<N>): TransactionOutcome {
    const form = (standard: StandardFields) => transactionOf(standard, fields);
    return withoutRun(this.sender.send(from, form, plainFailure));
  }

  // --- assets and prices -----------------------------------------------------------------------

  /** An asset that exists; undefined where it does not. */
  asset(symbol: string): Asset | undefined {
    return this.#chain.state.get(ASSETS, symbol);
  }

  /** Issues an asset, all of it to its owner, who pays the fee of the system's contract for it. @throws CallFailed */
  issueAsset(
    owner: DevAccount,
    { symbol, name = symbol, supply, mintable = false }: NewAsset,
  ): TransactionOutcome {
    const contract = this.wasmContract(ASSET_CONTRACT).as(owner);
    return withoutRun(contract.call('issue', [`8,${symbol}`, owner, name, supply, mintable, '']));
  }

  /** The median price of a pair, times 10^8; undefined while it has none. */
  price(baseSymbol: string, quoteSymbol = 'USD'): bigint | undefined {
    const prices = this.#chain.state.get(MEDIAN_PRICES, undefined) ?? [];
    return prices.find(each => each.baseSymbol === baseSymbol && each.quoteSymbol === quoteSymbol)?.price;
  }

  /** Sets the median price of a pair, times 10^8, as if all producers had just fed it. @throws RangeError */
  setPrice(baseSymbol: string, quoteSymbol: string, price: bigint): void {
    this.#chain.edit(state => setMedianPrice(state, this.height, { baseSymbol, quoteSymbol, price }));
  }

  // --- contracts -------------------------------------------------------------------------------

  /**
   * Deploys a Lua contract.
   * @param methods - make argument bytes: `{ send: (to: AccountLike, amount: bigint) => bytes(...) }`; default: those
   *   that its source declares, whose types `coind contract types` writes
   * @throws CallFailed, which names the line where the source does not compile
   */
  deployLua<M extends LuaMethods = never, const F extends string = string>(
    options: LuaSource<F> & DeployOptions & { readonly methods?: M },
  ): LuaContract<Known<M, MethodsOfFile<F>>> {
    return deployLua(
      this.sender,
      options as LuaSource & DeployOptions & { readonly methods?: Known<M, MethodsOfFile<F>> },
      options.from ?? this.accounts.alice,
    );
  }

  /** Deploys a WebAssembly contract. @throws CallFailed, ContractBuildError */
  deployWasm<T extends WasmContractTypes = never, const F extends string = string>(
    options: WasmSource<F> & DeployOptions,
  ): Promise<WasmContract<Known<T, TypesOfFile<F>>>> {
    return deployWasm(this.sender, options, options.from ?? this.accounts.alice);
  }

  /** A Lua contract that is on the chain, by its regid; its methods are those that its source declares, or given ones. */
  luaContract<M extends LuaMethods = Record<never, never>>(regId: string, methods?: M): LuaContract<M> {
    return attachLua(this.sender, regId, methods, this.#caller);
  }

  /** A WebAssembly contract that is on the chain, or one of the system such as `0-800`, by its regid. */
  wasmContract<T extends WasmContractTypes = never, const R extends string = string>(
    regId: R,
  ): WasmContract<Known<T, TypesOfRegId<R>>> {
    return attachWasm(this.sender, regId, this.#caller);
  }

  /** The address of an account, 34 characters. */
  addressOf(account: AccountLike): string {
    return this.#lookup.addressOf(account);
  }

  // --- history ---------------------------------------------------------------------------------

  /** The receipts of a transaction. @throws RangeError for one that is not on the chain */
  receiptsOf(txid: string): readonly DevReceipt[] {
    const found = this.#chain.version.transactions.get(txid);
    const executed = found?.block.outcome.executed[found.index];
    if (executed === undefined) throw new RangeError(`transaction ${txid} is not on this chain`);
    return executed.receipts.map(receipt => this.sender.receipt(receipt));
  }

  /** What an account has paid in fees of one coin for its transactions in the blocks above a height, in sawi. */
  feesPaidBy(account: AccountLike, symbol: string, aboveHeight: number): bigint {
    const keyId = this.#lookup.keyIdOf(account);
    let paid = 0n;
    for (let height = aboveHeight + 1; height <= this.height; height++) {
      for (const { prepared } of this.#block(height).outcome.executed) {
        const { tx } = prepared;
        if (feeSymbolOf(tx) !== symbol || keyIdOfUid(this.#chain.state, tx.txUid) !== keyId) continue;
        paid += feeOf(tx);
      }
    }
    return paid;
  }

  #block(height: number): DevBlock {
    const block = this.#chain.version.blocks.get(heightText(height));
    if (block !== undefined) return block;
    throw this.#noBlock(height);
  }

  #noBlock(height: number): RangeError {
    const { forked } = this.#chain.version;
    if (forked !== undefined && height < forked.height) {
      return new RangeError(
        `block ${height} is on the node; the blocks of this fork begin at ${forked.height}`,
      );
    }
    return new RangeError(`there is no block ${height}; the newest is ${this.height}`);
  }

  /** Who calls contracts that are on the chain already: looked for when that happens, as not every chain has alice. */
  get #caller(): AccountLike {
    const { accounts } = this;
    return {
      get keyId() {
        return accounts.alice.keyId;
      },
    };
  }
}

const plainFailure: FailureContext = ({ code, reason }) => ({
  contract: 'ledger',
  method: 'transaction',
  code,
  reason,
  summary: reason,
  frames: [],
  logs: [],
  refusals: [],
  sources: new Map(),
});
