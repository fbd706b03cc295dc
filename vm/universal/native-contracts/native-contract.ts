import { regIdIntegerText } from '../../../src/codec/regid.js';
import { actionName } from '../../../src/tx/action-name.js';
import type { InlineTransaction } from '../../../src/tx/types/universal.js';
import type { TransactionContext } from '../../context.js';
import type { AbiDefinition } from '../../wasm/abi/definition.js';
import { AbiSchema } from '../../wasm/abi/schema.js';
import { StreamReader } from '../../wasm/abi/stream.js';
import { ContractException } from '../../wasm/exception.js';
import type { ChargeWork } from '../../wasm/module-cache.js';
import type { ActionObject } from '../object-id.js';
import { abiStruct, type Fields, readFields, structsOf, type ValuesOf } from './field-types.js';

/** An action of a native contract while it is executed. Accounts are regids in integer form. */
export interface NativeCall {
  readonly context: TransactionContext;
  readonly action: InlineTransaction;
  /** What the action makes, if it makes anything. */
  readonly object: ActionObject;
  /** @throws ContractException or another end of the run where the fuel that is paid for does not suffice */
  burn(fuel: bigint): void;
  /** Counts work before it is done. @throws ContractException beyond the limit of the transaction */
  charge(work: number, what: string): void;
  /** What takes the work of making a module, by the hash of its code; undefined where the transaction has done so. */
  chargeModule(hash: string): ChargeWork | undefined;
  /** @throws ContractException `missing_auth_exception` unless an account has authorized the action */
  requireAuthorization(account: bigint): void;
  /** Runs the contract of an account on the same action, after this one. */
  notify(account: bigint): void;
  /** Has an action run after all receivers of this one. */
  queueInline(action: InlineTransaction): void;
}

/** @throws ContractException `missing_auth_exception` unless an account has authorized an action */
export function requireAuthorization(action: InlineTransaction, account: bigint): void {
  if (action.authorization.some(level => level.account === account)) return;
  throw new ContractException(
    'missing_auth_exception',
    `missing authority of ${regIdIntegerText(account)}`,
    'native/authority',
  );
}

/** One action: its arguments in the order of their bytes, and what it does. */
export interface NativeAction {
  readonly name: string;
  /** What it does, in one sentence, for listings. */
  readonly summary: string;
  readonly fields: Fields;
  /** @throws ContractException; everything the transaction did is then discarded */
  execute(call: NativeCall, data: Uint8Array): void;
}

/** Declares an action; its part of the ABI and the decoding of its arguments follow from the fields. */
export function defineAction<const F extends Fields>(definition: {
  readonly name: string;
  readonly summary: string;
  readonly fields: F;
  readonly execute: (call: NativeCall, args: ValuesOf<F>) => void;
}): NativeAction {
  return {
    ...definition,
    execute(call, data) {
      definition.execute(call, readFields(new StreamReader(data), definition.fields));
    },
  };
}

/** A contract that is part of the program (spec 04 §8). */
export interface NativeContract<A extends NativeAction = NativeAction> {
  /** What it is about, for listings. */
  readonly title: string;
  readonly schema: AbiSchema;
  readonly actions: readonly A[];
  /**
   * Whether the bytes of an action cost fuel again, in addition to those of the transaction (spec
   * 04 §5.6).
   */
  readonly burnsActionSize: boolean;
  /** @throws ContractException, `action_not_found_exception` for an unknown action */
  execute(call: NativeCall): void;
}

/** Declares a native contract by its actions. */
export function defineNativeContract<A extends NativeAction>(
  actions: readonly A[],
  { title, burnsActionSize }: Pick<NativeContract, 'title' | 'burnsActionSize'>,
): NativeContract<A> {
  const byName: ReadonlyMap<string, NativeAction> = new Map(actions.map(action => [action.name, action]));
  return {
    title,
    schema: new AbiSchema(abiOf(actions)),
    actions,
    burnsActionSize,
    execute(call) {
      const name = actionName(call.action.action);
      const action = byName.get(name);
      if (action === undefined) {
        const known = actions.map(other => other.name).join(', ');
        throw new ContractException(
          'action_not_found_exception',
          `there is no action "${name}", the contract has ${known}`,
          'native',
        );
      }
      action.execute(call, call.action.data);
    },
  };
}

function abiOf(actions: readonly NativeAction[]): AbiDefinition {
  const inside = new Map(
    actions.flatMap(({ fields }) => structsOf(fields)).map(struct => [struct.name, struct]),
  );
  return {
    version: 'wasm::abi/1.0',
    types: [],
    structs: [...inside.values(), ...actions.map(({ name, fields }) => abiStruct(name, fields))],
    actions: actions.map(({ name }) => ({ name, type: name, ricardian_contract: '' })),
    tables: [],
    ricardian_clauses: [],
  };
}
