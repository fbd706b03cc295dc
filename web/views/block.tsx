import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.js';
import { FlowPicture } from '../chain/flow.js';
import type { ShownReceipt } from '../chain/transaction.js';
import { TransactionTable, transactionsOf } from '../chain/transaction-table.js';
import { bytesText, grouped } from '../format.js';
import { callMethod } from '../node.js';
import { AccountLink, Amount, Copy, Count, Facts, Panel, Shown, Time } from '../parts/basic.js';
import { linkTo } from '../router.js';
import { t } from '../texts/language.js';
import type { ViewProps } from './index.js';

const PAGE = 25;

/** A block as getblock shows it. */
interface ShownBlock {
  readonly curr_block_hash: string;
  readonly prev_block_hash?: string;
  readonly next_block_hash?: string;
  readonly bp_uid: string;
  readonly height: number;
  readonly time: number;
  readonly size: number;
  readonly tx_count: number;
  readonly tx: readonly string[];
  readonly merkle_root: string;
  readonly fuel_rate: number;
  readonly total_fuel_fee: number | bigint;
  readonly confirmations: number;
  readonly median_price: readonly {
    readonly coin_symbol: string;
    readonly price_symbol: string;
    readonly price: number;
  }[];
  readonly receipts: readonly ShownReceipt[];
}

export function BlockView({ path }: ViewProps): JSX.Element {
  const [id = ''] = path;
  const which = /^\d{1,10}$/.test(id) ? Number(id) : id;
  const block = useAnswer(
    async () => (await callMethod('getblock', [which])) as unknown as ShownBlock,
    [id],
    true,
  );
  return (
    <Shown loaded={block}>
      {shown => (
        <>
          <div class="heading">
            <h1>{t('block.title', { height: grouped(shown.height) })}</h1>
            <span class="badge accent">{t('transactions', { n: shown.tx_count })}</span>
            <span style={{ flex: 1 }} />
            <span class="tabs">
              {shown.height > 0 && (
                <a href={linkTo('block', shown.height - 1)}>← {grouped(shown.height - 1)}</a>
              )}
              {shown.next_block_hash !== undefined && (
                <a href={linkTo('block', shown.height + 1)}>{grouped(shown.height + 1)} →</a>
              )}
            </span>
          </div>
          <Panel title={t('block.facts')}>
            <Facts
              facts={[
                [
                  t('block.hash'),
                  <>
                    <span class="mono">{shown.curr_block_hash}</span> <Copy text={shown.curr_block_hash} />
                  </>,
                ],
                [t('time'), <Time seconds={shown.time} />],
                [t('block.producer'), shown.bp_uid === '' ? '' : <AccountLink id={shown.bp_uid} />],
                [t('block.size'), bytesText(shown.size)],
                [
                  t('block.fuel'),
                  <>
                    {grouped(shown.fuel_rate)}{' '}
                    <span class="soft">
                      · <Amount sawi={shown.total_fuel_fee} symbol="WICC" />
                    </span>
                  </>,
                ],
                [t('block.confirmations'), <Count value={shown.confirmations} />],
                [
                  t('block.prices'),
                  shown.median_price
                    .map(
                      ({ coin_symbol, price_symbol, price }) => `1 ${coin_symbol} = ${price} ${price_symbol}`,
                    )
                    .join(' · '),
                ],
                [
                  t('block.previous'),
                  shown.prev_block_hash && (
                    <a class="mono" href={linkTo('block', shown.prev_block_hash)}>
                      {shown.prev_block_hash}
                    </a>
                  ),
                ],
                [t('block.merkle'), <span class="mono soft">{shown.merkle_root}</span>],
              ]}
            />
          </Panel>
          <BlockTransactions key={shown.curr_block_hash} txids={shown.tx} />
          {shown.receipts.length > 0 && (
            <Panel title={t('block.receipts')}>
              <FlowPicture receipts={shown.receipts} />
            </Panel>
          )}
        </>
      )}
    </Shown>
  );
}

/** The transactions of a block, page by page. */
function BlockTransactions({ txids }: { readonly txids: readonly string[] }): JSX.Element {
  const [from, setFrom] = useState(0);
  const shown = useAnswer(() => transactionsOf(txids.slice(from, from + PAGE)), [txids[0], from]);
  return (
    <Panel
      title={t('block.transactions')}
      aside={
        txids.length > PAGE && (
          <span class="buttons">
            <button
              type="button"
              disabled={from === 0}
              onClick={() => setFrom(Math.max(0, from - PAGE))}
              aria-label={t('page.previous')}
            >
              ←
            </button>
            <span class="number">{`${grouped(from + 1)}–${grouped(Math.min(from + PAGE, txids.length))} / ${grouped(txids.length)}`}</span>
            <button
              type="button"
              disabled={from + PAGE >= txids.length}
              onClick={() => setFrom(from + PAGE)}
              aria-label={t('page.next')}
            >
              →
            </button>
          </span>
        )
      }
    >
      <TransactionTable loaded={shown} label={t('block.transactions')} withPlace={false} />
    </Panel>
  );
}
