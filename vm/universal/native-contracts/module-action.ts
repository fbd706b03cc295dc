import { type RegId, regIdInteger, regIdIntegerText } from '../../../src/codec/regid.js';
import type { Account } from '../../../src/state/tables/accounts.js';
import { REJECT, reject, TransactionRejected } from '../../../src/tx/reject.js';
import type { TransactionType } from '../../../src/tx/transactions.js';
import type { TransactionContext } from '../../context.js';
import { requireTypePermission } from '../../native/ways.js';
import { StreamReader } from '../../wasm/abi/stream.js';
import { ContractException } from '../../wasm/exception.js';
import { type Fields, readFields, type ValuesOf } from './field-types.js';
import type { NativeAction, NativeCall } from './native-contract.js';

/*
 * The modules of the node (transfers, exchange, debt positions, outputs) as contracts (decision
 * D22). An action does what a typed transaction does, with the same checks, for an account that has
 * authorized it: a signer of the transaction, or the contract that sends the action.
 */

/** The fuel of an action in addition to what every action costs. */
export interface ActionFuel<A> {
  readonly base: bigint;
  /** For what there can be several of. */
  readonly each?: readonly {
    readonly what: string;
    readonly fuel: bigint;
    readonly count: (args: A) => number;
  }[];
}

/** An account that acts, and what its action is done with. */
export interface ActingAccount {
  readonly context: TransactionContext;
  /** As it is before the action. */
  readonly account: Account;
  /** Id of what the action makes, in display order; requesting it marks that something is made. */
  readonly objectId: string;
}

/** An action of a module, with what listings say about it. */
export interface ModuleAction extends NativeAction {
  /** The field that names the account which acts, and whose authority is needed. */
  readonly actor: string;
  /** The typed transaction that does the same for its sender: the account needs its permission. */
  readonly asType: TransactionType;
  readonly fuel: ActionFuel<never>;
}

/** Declares an action of a module. */
export function defineModuleAction<const F extends Fields>(definition: {
  readonly name: string;
  readonly summary: string;
  readonly fields: F;
  readonly actor: { [K in keyof F]: ValuesOf<F>[K] extends RegId ? K : never }[keyof F] & string;
  readonly asType: TransactionType;
  readonly fuel: ActionFuel<ValuesOf<F>>;
  /** @throws TransactionRejected with the reason that the typed transaction has */
  readonly execute: (acting: ActingAccount, args: ValuesOf<F>) => void;
}): ModuleAction {
  const { actor, asType, fuel, execute } = definition;
  return {
    ...definition,
    execute(call, data) {
      const args = readFields(new StreamReader(data), definition.fields);
      call.burn(fuelOf(fuel, args));
      const regId = args[actor] as RegId;
      call.requireAuthorization(regIdInteger(regId));
      asContractException(call, definition.name, () => {
        const account = accountThatMay(call.context, regId, asType);
        execute(actingAccount(call, account), args);
      });
    },
  };
}

function fuelOf<A>({ base, each = [] }: ActionFuel<A>, args: A): bigint {
  return each.reduce((sum, { fuel, count }) => sum + fuel * BigInt(count(args)), base);
}

function actingAccount({ context, object }: NativeCall, account: Account): ActingAccount {
  return {
    context,
    account,
    get objectId() {
      return object.id;
    },
  };
}

/** The account of a regid, if its permissions allow what a type of transaction does (spec 07 §9). */
function accountThatMay(context: TransactionContext, regId: RegId, type: TransactionType): Account {
  const account = context.accountByRegId(regId);
  if (account === undefined) reject(REJECT.REJECT_INVALID, 'account-not-exist');
  requireTypePermission(context, account, type);
  return account;
}

/** Lets a refusal of a module refuse the action, by the same reason. */
function asContractException({ action }: NativeCall, name: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof TransactionRejected)) throw error;
    const contract = regIdIntegerText(action.contract);
    throw new ContractException(
      'native_contract_assert_exception',
      error.reason,
      `native/${contract}/${name}`,
    );
  }
}
