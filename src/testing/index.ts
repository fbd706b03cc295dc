/// <reference types="node" preserve="true" />

/**
 * The contract test harness: a development chain inside the test process.
 *
 * ```ts
 * import { bytes, Devnet } from 'coind/testing';
 * ```
 */
export {
  assertBalanceChanges,
  assertFails,
  assertReceipt,
  type ExpectedChange,
  type ExpectedFailure,
  type ExpectedReceipt,
} from './assertions.js';
export { type Arguments, ByteLayout, bytes } from './byte-layout.js';
export { CallFailed, type SourceLocation, type StackFrame } from './call-failed.js';
export type {
  CallFee,
  CallOutcome,
  DevReceipt,
  Fuel,
  RefusedCall,
  TransactionOutcome,
  ViewOutcome,
} from './call-outcome.js';
export { coins } from './coins.js';
export { connect } from './connect.js';
export type { AppAccount } from './contract-data.js';
export type { LuaSource, WasmSource } from './contract-source.js';
export type {
  AbiValue,
  AccountArgument,
  ActionArguments,
  NoArguments,
  UntypedContract,
  View,
  WasmContractTypes,
} from './contract-types.js';
export type { CallOptions, Coins } from './deployed-contract.js';
export type { AccountLike, DevAccount } from './dev-account.js';
export { type DeployOptions, Devnet, type DevnetOptions, type NewAsset, type Snapshot } from './devnet.js';
export { ForkError, type ForkProblem } from './fork/fork-error.js';
export type { ForkOptions, ForkRead } from './fork/fork-options.js';
export { fork } from './fork.js';
export { stringify } from './json-text.js';
export { type LuaCallOptions, LuaContract } from './lua-contract.js';
export type { LuaMethods } from './lua-methods.js';
export type { NamedAccounts } from './named-accounts.js';
export {
  type DeployedCode,
  type DevnetObserver,
  type ObservedCall,
  observeDevnets,
  type SequencesTried,
} from './observer.js';
export type * from './registered-contracts.js';
export type {
  ConnectedNode,
  ConnectOptions,
  NodeDeployOptions,
  NodeLuaContract,
  NodeWasmContract,
} from './remote/index.js';
export type { FieldsOfType, TypeOfTransaction } from './transaction-fields.js';
export {
  type ActionOptions,
  type QueryOutcome,
  WasmContract,
} from './wasm-contract.js';
