import type { JSX } from 'preact';
import type { Loaded } from '../answer.js';
import { callMethod, node } from '../node.js';
import { Amount, Shown, Table, TxLink } from '../parts/basic.js';
import { t } from '../texts/language.js';
import type { ShownTransaction } from './transaction.js';
import { placeOf, transactionWords, typeName } from './words.js';

/** Details of transactions, asked for in one request. One that has gone meanwhile is left out. */
export async function transactionsOf(txids: readonly string[]): Promise<readonly ShownTransaction[]> {
  if (txids.length === 0) return [];
  const outcomes = await node.batch(txids.map(txid => ({ method: 'gettxdetail', params: [txid] })));
  return outcomes.flatMap(outcome =>
    'result' in outcome ? [outcome.result as unknown as ShownTransaction] : [],
  );
}

export async function transactionOf(txid: string): Promise<ShownTransaction> {
  return (await callMethod('gettxdetail', [txid])) as unknown as ShownTransaction;
}

/** Transactions that are being loaded, each in a sentence. */
export function TransactionTable({
  loaded,
  ...rest
}: {
  readonly loaded: Loaded<readonly ShownTransaction[]>;
  readonly label: string;
  readonly withPlace?: boolean;
}): JSX.Element {
  return (
    <Shown loaded={loaded}>{transactions => <TransactionRows transactions={transactions} {...rest} />}</Shown>
  );
}

/** Transactions, each in a sentence. */
export function TransactionRows({
  transactions,
  label,
  withPlace = true,
}: {
  readonly transactions: readonly ShownTransaction[];
  readonly label: string;
  readonly withPlace?: boolean;
}): JSX.Element {
  if (transactions.length === 0) return <p class="empty">{t('tx.none')}</p>;
  return (
    <Table
      label={label}
      head={[
        t('tx.id'),
        ...(withPlace ? [t('block')] : []),
        t('tx.what'),
        t('tx.type'),
        [t('tx.fee'), true] as const,
      ]}
    >
      {transactions.map(transaction => (
        <tr key={transaction.txid}>
          <td>
            <TxLink txid={transaction.txid} />
          </td>
          {withPlace && <td>{placeOf(transaction)}</td>}
          <td class="what">{transactionWords(transaction)}</td>
          <td>
            <span class="badge">{typeName(transaction.tx_type)}</span>
          </td>
          <td class="number">
            {transaction.fees !== undefined && transaction.fee_symbol !== undefined && (
              <Amount sawi={transaction.fees} symbol={transaction.fee_symbol} />
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
