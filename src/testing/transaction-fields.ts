import type { TransactionOfType } from '../../vm/native/handler.js';
import { nearestName } from '../config/nearest.js';
import { type Transaction, type TransactionName, type TransactionType, TX } from '../tx/transactions.js';
import type { StandardFields } from './transaction-sender.js';

/** A type of transaction as tests write it: `UCOIN_TRANSFER`, `UCOIN_TRANSFER_TX`, or its number. */
export type TypeOfTransaction = TransactionName | `${TransactionName}_TX` | TransactionType;

type NumberOf<N> = N extends TransactionType
  ? N
  : N extends TransactionName
    ? (typeof TX)[N]
    : N extends `${infer Short extends TransactionName}_TX`
      ? (typeof TX)[Short]
      : never;

/** The fields of a transaction that depend on its type. */
export type FieldsOfType<N extends TypeOfTransaction> = { readonly type: N } & Omit<
  TransactionOfType<NumberOf<N>>,
  keyof StandardFields | 'type'
>;

/** The transaction of standard and own fields, its type by number. @throws RangeError for an unknown type */
export function transactionOf(
  standard: StandardFields,
  fields: { readonly type: TypeOfTransaction },
): Transaction {
  const tx = { ...standard, ...fields, type: typeNumber(fields.type) };
  return tx as unknown as Transaction;
}

/** The number of a type that is given by name or number. @throws RangeError that says which name may be meant */
function typeNumber(type: string | number): TransactionType {
  if (typeof type === 'number') return knownNumber(type);
  const name = type.endsWith('_TX') ? type.slice(0, -'_TX'.length) : type;
  if (Object.hasOwn(TX, name)) return TX[name as TransactionName];
  const nearest = nearestName(name, Object.keys(TX));
  const hint = nearest === undefined ? 'one is UCOIN_TRANSFER' : `did you mean ${nearest}?`;
  throw new RangeError(`no type of transaction is called ${type}; ${hint}`);
}

function knownNumber(type: number): TransactionType {
  const known = Object.values(TX).find(number => number === type);
  if (known !== undefined) return known;
  throw new RangeError(`no type of transaction has the number ${type}; name it, such as UCOIN_TRANSFER`);
}
