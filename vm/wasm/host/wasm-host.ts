import type { InlineTransaction, PermissionLevel } from '../../../src/tx/types/universal.js';

/** The data of one contract, by the keys that the contract chose (spec 04 §13.2). */
export interface ContractStorage {
  /** The value of a key; an empty value is no value. */
  get(key: Uint8Array): Uint8Array | undefined;
  put(key: Uint8Array, value: Uint8Array): void;
  delete(key: Uint8Array): void;
}

/** What a contract answers to a query: a name, a type of its ABI, the packed value. */
export interface EmittedResult {
  readonly name: string;
  readonly type: string;
  readonly value: Uint8Array;
}

/**
 * What the ledger provides to one run of a contract: one receiver of one action. Accounts and
 * contracts are regids in integer form. The engine has checked every argument, and the rules that
 * need nothing but these members: who may send what, how many receivers there may be.
 */
export interface WasmHost {
  /** Seconds since 1970: of the block, 0 in a query. */
  readonly blockTime: number;
  /** Who has authorized the action. */
  readonly authorization: readonly PermissionLevel[];
  /** The receivers of the action so far, its contract first. */
  readonly recipients: readonly bigint[];
  /** Has a further receiver run after those before it. */
  addRecipient(account: bigint): void;
  /** Has an action run after all receivers of this one; a query ignores it. */
  queueInline(action: InlineTransaction): void;
  isAccount(account: bigint): boolean;
  /** The maintainer of a contract, undefined where there is no such contract. */
  maintainerOf(contract: bigint): bigint | undefined;
  /** The producers in the order of their list. */
  activeProducers(): readonly bigint[];
  /** The 32 bytes of the transaction's hash in internal order; undefined in a query. */
  transactionHash(): Uint8Array | undefined;
  /** The median price of a coin in another, times 10^8; undefined where there is none. */
  medianPrice(baseCoin: string, quoteCoin: string): bigint | undefined;
  /** The data of the receiver. */
  readonly storage: ContractStorage;
  /** Receives what the contract prints; undefined where there is no reader, or no room any more. */
  readonly print: ((text: string) => void) | undefined;
  /** Receives the result of a query; undefined where the action is not one. */
  readonly emitResult: ((result: EmittedResult) => void) | undefined;
  /** What only the contracts of the system can do; undefined for all others. */
  readonly system: SystemHost | undefined;
}

/** An asset as the system asset contract sees it. */
export interface SystemAsset {
  /** Regid in integer form, 0 for none. */
  readonly owner: bigint;
  readonly totalSupply: bigint;
  readonly mintable: boolean;
}

/**
 * What the system contracts do to the ledger (spec 04 §8.2, §15.8): single operations without rules
 * of their own. The rules are those of the contract.
 */
export interface SystemHost {
  /** The value of a system parameter by its number. */
  parameter(id: number): bigint;
  /** The symbol in which fees are paid. */
  readonly baseCoin: string;
  /** Which symbols users may issue assets under (decision D12). */
  readonly assetSymbolRule: 'seed' | 'reference';
  /** The account that keeps the risk reserve, undefined before there is one. */
  riskReserve(): bigint | undefined;
  asset(symbol: string): SystemAsset | undefined;
  /** Makes an asset of the user-issued type that can be transferred and traded. */
  createAsset(asset: SystemAsset & { readonly symbol: string; readonly name: Uint8Array }): void;
  /** Changes members of an asset that exists. */
  updateAsset(
    symbol: string,
    change: Partial<SystemAsset & { readonly name: Uint8Array; readonly icon: Uint8Array }>,
  ): void;
  freeBalance(account: bigint, symbol: string): bigint;
  /**
   * Moves free coins and notes the receipt. Without `from` they come into being, without `to` they
   * cease to be.
   * @param receipt - number of the receipt's kind, such as 204
   * @returns false where an account does not exist or does not have that much; nothing has changed then
   */
  moveBalance(change: {
    readonly from: bigint | undefined;
    readonly to: bigint | undefined;
    readonly symbol: string;
    readonly amount: bigint;
    readonly receipt: number;
  }): boolean;
}
