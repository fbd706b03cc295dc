import type { Json } from '../codec/json-value.js';
import type { DevAccount } from './dev-account.js';

/*
 * What TypeScript knows of the contracts of a project. `coind contract types` writes a file for each, which adds it to
 * ContractTypes by the name of its source.
 */

/** How an argument names an account: an account or a contract of the harness, or a regid as text. */
export type AccountArgument = Pick<DevAccount, 'keyId' | 'regId'> | string;

/** Arguments of an action of which nothing is known, by name or in their order. */
export type ActionArguments = ActionValue;
type ActionValue = Json | DevAccount | readonly ActionValue[] | { readonly [key: string]: ActionValue };

/** A value that a contract answers or stores: integers of 64 and more bits are bigints, whatever their value. */
export type AbiValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | AbiValue[]
  | { [member: string]: AbiValue };

/** The arguments of an action that has none. */
export type NoArguments = readonly [] | Readonly<Record<string, never>>;

/** A query: its arguments, and what it answers. */
export interface View<A, R> {
  readonly arguments: A;
  readonly result: R;
}

/** What is known of a contract with actions, by the names of its actions, queries and tables. */
export interface WasmContractTypes {
  /** Their arguments. */
  readonly actions: object;
  /** A `View` for each. */
  readonly views: object;
  /** Their rows. */
  readonly tables: object;
}

/** A contract of which only its ABI on the chain is known. */
export interface UntypedContract {
  readonly actions: Readonly<Record<string, ActionArguments>>;
  readonly views: Readonly<Record<string, View<ActionArguments, AbiValue>>>;
  readonly tables: Readonly<Record<string, AbiValue>>;
}

export type ActionName<T extends WasmContractTypes> = keyof T['actions'] & string;
export type ArgumentsOf<T extends WasmContractTypes, N extends ActionName<T>> = T['actions'][N];

export type ViewName<T extends WasmContractTypes> = keyof T['views'] & string;
export type ViewArguments<T extends WasmContractTypes, N extends ViewName<T>> =
  T['views'][N] extends View<infer A, unknown> ? A : never;
export type ViewResult<T extends WasmContractTypes, N extends ViewName<T>> =
  T['views'][N] extends View<unknown, infer R> ? R : never;

export type TableName<T extends WasmContractTypes> = keyof T['tables'] & string;
