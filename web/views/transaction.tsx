import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Json } from '../../src/client/methods.generated.js';
import { useAnswer } from '../answer.js';
import { FlowPicture } from '../chain/flow.js';
import { TraceTree } from '../chain/trace.js';
import type { ShownTransaction } from '../chain/transaction.js';
import { transactionOf } from '../chain/transaction-table.js';
import { operationName, placeOf, receiptName, transactionWords, typeName } from '../chain/words.js';
import { grouped } from '../format.js';
import {
  AccountLink,
  Amount,
  Copy,
  Count,
  Empty,
  Facts,
  Panel,
  Shown,
  Table,
  Time,
  TxLink,
} from '../parts/basic.js';
import { Foreign } from '../parts/foreign.js';
import { JsonTree, jsonText } from '../parts/json.js';
import { t } from '../texts/language.js';
import type { ViewProps } from './index.js';

/** Movements that are listed at once. */
const MOST_RECEIPTS = 60;

export function TransactionView({ path }: ViewProps): JSX.Element {
  const [txid = ''] = path;
  const loaded = useAnswer(() => transactionOf(txid), [txid], true);
  return (
    <Shown loaded={loaded}>
      {transaction =>
        transaction.tx_type === undefined ? (
          <Empty>{t('tx.unknown')}</Empty>
        ) : (
          <Details transaction={transaction} />
        )
      }
    </Shown>
  );
}

function Details({ transaction }: { readonly transaction: ShownTransaction }): JSX.Element {
  const {
    txid,
    tx_type,
    receipts = [],
    tx_trace,
    memo,
    rawtx,
    confirmed_time,
    confirmations,
    fees,
    fee_symbol,
  } = transaction;
  const [form, setForm] = useState<'members' | 'json' | 'raw'>('members');
  const traces = tx_trace?.traces ?? [];
  return (
    <>
      <div class="heading">
        <h1>{t('tx.title')}</h1>
        <span class="badge accent">{typeName(tx_type)}</span>
        {confirmed_time === undefined ? (
          <span class="badge warn">{t('tx.waiting')}</span>
        ) : (
          <span class="badge good">{t('tx.confirmed')}</span>
        )}
      </div>
      <Panel
        title={
          <span class="mono" style={{ overflowWrap: 'anywhere', fontWeight: 400 }}>
            {txid}
          </span>
        }
        aside={<Copy text={txid} />}
      >
        <p class="sentence">{transactionWords(transaction)}</p>
        <Facts
          facts={[
            [t('block'), placeOf(transaction)],
            [t('time'), confirmed_time !== undefined && <Time seconds={confirmed_time} />],
            [
              t('block.confirmations'),
              confirmations !== undefined && <Count value={Number(confirmations) + 1} />,
            ],
            [t('tx.sender'), transaction.from_addr && <AccountLink id={transaction.from_addr} whole />],
            [
              t('tx.fee'),
              fees !== undefined && fee_symbol !== undefined && <Amount sawi={fees} symbol={fee_symbol} />,
            ],
            [t('tx.memo'), memo !== undefined && memo !== '' && <Foreign text={memo} />],
          ].map(([name, value]) => [String(name), value === false ? undefined : value] as const)}
        />
      </Panel>
      {receipts.length > 0 && (
        <div class="wide-left">
          <Panel title={t('tx.receipts')} aside={grouped(receipts.length)}>
            <Table
              label={t('tx.receipts')}
              head={[
                t('receipt.why'),
                t('receipt.from'),
                t('receipt.to'),
                [t('amount'), true],
                t('receipt.how'),
              ]}
            >
              {receipts.slice(0, MOST_RECEIPTS).map(receipt => (
                <tr>
                  <td class="what">
                    {receiptName(receipt.receipt_type, receipt.receipt_type_name)}
                    {receipt.object_id !== undefined && (
                      <>
                        {' '}
                        <TxLink txid={receipt.object_id} />
                      </>
                    )}
                  </td>
                  <td>
                    {receipt.from_addr === '' ? (
                      <span class="soft">–</span>
                    ) : (
                      <AccountLink id={receipt.from_addr} />
                    )}
                  </td>
                  <td>
                    {receipt.to_addr === '' ? (
                      <span class="soft">–</span>
                    ) : (
                      <AccountLink id={receipt.to_addr} />
                    )}
                  </td>
                  <td class="number">
                    <Amount sawi={receipt.coin_amount} symbol={receipt.coin_symbol} />
                  </td>
                  <td class="soft">{operationName(receipt.op_type_name)}</td>
                </tr>
              ))}
            </Table>
            {receipts.length > MOST_RECEIPTS && (
              <Empty>{t('more.elements', { n: receipts.length - MOST_RECEIPTS })}</Empty>
            )}
          </Panel>
          <Panel title={t('flow.title')}>
            <FlowPicture receipts={receipts} />
          </Panel>
        </div>
      )}
      {traces.length > 0 && (
        <Panel
          title={t('trace.title')}
          aside={
            tx_trace?.burned_fuel !== undefined &&
            t('trace.fuel', { fuel: grouped(tx_trace.burned_fuel), rate: grouped(tx_trace.fuel_rate ?? 0) })
          }
        >
          <TraceTree traces={traces} />
        </Panel>
      )}
      <Panel
        title={t('tx.all')}
        aside={
          <span class="tabs">
            {(['members', 'json', 'raw'] as const).map(one => (
              <button type="button" aria-pressed={one === form} onClick={() => setForm(one)}>
                {t(`tx.form.${one}`)}
              </button>
            ))}
          </span>
        }
      >
        {form === 'members' && <JsonTree value={membersOf(transaction)} />}
        {form === 'json' && (
          <pre class="source">
            <Foreign text={jsonText(transaction as Json)} lead={20_000} />
          </pre>
        )}
        {form === 'raw' && (
          <div class="mono foreign">
            <Foreign text={rawtx ?? ''} lead={4000} /> <Copy text={rawtx ?? ''} />
          </div>
        )}
      </Panel>
    </>
  );
}

/** Without what the other panels show, and what is there twice. */
function membersOf(transaction: ShownTransaction): Json {
  const { receipts: _receipts, receipt: _receipt, tx_trace: _trace, rawtx: _raw, ...members } = transaction;
  return members as Json;
}
