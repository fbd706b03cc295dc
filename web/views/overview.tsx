import type { JSX } from 'preact';
import { useAnswer } from '../answer.js';
import { recentTransactions } from '../chain/recent-transactions.js';
import { TransactionTable } from '../chain/transaction-table.js';
import { bytesText, grouped, percent } from '../format.js';
import { type BlockEvent, useLive } from '../live.js';
import { node } from '../node.js';
import { AccountLink, Amount, ago, Count, Figure, Figures, Panel, Shown, Time } from '../parts/basic.js';
import { linkTo } from '../router.js';
import { t } from '../texts/language.js';
import type { ViewProps } from './index.js';

/** What a person wants to see first: how the chain is doing, and what has just happened. */
export function OverviewView(_props: ViewProps): JSX.Element {
  const { blocks } = useLive();
  const [tip] = blocks;
  const info = useAnswer(
    async () => {
      const [about, pool, coins, assets, { delegates }] = await Promise.all([
        node.getinfo(),
        node.getmempoolinfo(),
        node.getscoininfo(),
        node.listassets(),
        node.listdelegates(),
      ]);
      return { about, pool, coins, assets: assets.assets, delegates };
    },
    [],
    true,
  );
  const recent = useAnswer(() => recentTransactions(blocks), [blocks.length > 0], true);
  const interval = blockInterval(blocks);
  const sum = blocks.reduce((total, { tx_count }) => total + tx_count, 0);

  return (
    <>
      <h1 class="hidden">{t('nav.overview')}</h1>
      <Figures>
        <Figure name={t('overview.height')} note={tip && <Time seconds={tip.time} />}>
          {tip === undefined ? '…' : grouped(tip.height)}
        </Figure>
        <Figure name={t('overview.pace')} note={t('overview.pace.note', { n: blocks.length })}>
          {interval === undefined ? '–' : `${interval.toFixed(1)} s`}
        </Figure>
        <Figure
          name={t('overview.transactions')}
          note={t('overview.transactions.note', { n: blocks.length })}
        >
          <Count value={sum} />
        </Figure>
        <Shown loaded={info}>
          {({ about, pool, coins }) => (
            <>
              <Figure name={t('overview.pool')} note={bytesText(pool.bytes)}>
                <Count value={pool.size} />
              </Figure>
              <Figure name={t('overview.fuel')} note={t('overview.fuel.note')}>
                <Count value={about.tipblock_fuel_rate} />
              </Figure>
              {coins.median_price.map(({ coin_symbol, price_symbol, price, is_active }) => (
                <Figure
                  name={`${coin_symbol} / ${price_symbol}`}
                  note={is_active ? t('overview.price') : t('overview.price.old')}
                >
                  {String(price)}
                </Figure>
              ))}
            </>
          )}
        </Shown>
      </Figures>
      <Panel title={t('overview.blocks')}>
        <BlockStrip blocks={blocks} />
      </Panel>
      <Panel title={t('overview.recent')}>
        <TransactionTable loaded={recent} label={t('overview.recent')} />
      </Panel>
      <Shown loaded={info}>
        {({ assets, delegates, coins, about }) => (
          <div class="columns">
            <Panel
              title={t('overview.producers')}
              aside={t('overview.producers.note', { n: delegates.length })}
            >
              <Producers delegates={delegates} blocks={blocks} />
            </Panel>
            <div class="stack">
              <Panel title={t('overview.supply')}>
                <dl class="facts">
                  {assets
                    .filter(({ asset_type }) => asset_type !== 3)
                    .map(({ asset_symbol, total_supply }) => (
                      <>
                        <dt>
                          <a href={linkTo('asset', asset_symbol)}>{asset_symbol}</a>
                        </dt>
                        <dd>
                          <Amount sawi={total_supply} />
                        </dd>
                      </>
                    ))}
                </dl>
              </Panel>
              {coins.cdp_info_list.length > 0 && (
                <Panel title={t('overview.stable')}>
                  <dl class="facts">
                    {coins.cdp_info_list.map(one => (
                      <>
                        <dt>
                          {one.asset_symbol} → {one.scoin_symbol}
                        </dt>
                        <dd>
                          <Amount sawi={one.global_staked_assets} symbol={one.asset_symbol} />
                          <br />
                          <Amount sawi={one.global_owed_scoins} symbol={one.scoin_symbol} />{' '}
                          <span class="soft">({percent(Number(one.global_collateral_ratio) / 100, 0)})</span>
                        </dd>
                      </>
                    ))}
                  </dl>
                </Panel>
              )}
              <Panel title={t('overview.node')}>
                <dl class="facts">
                  <dt>{t('overview.network')}</dt>
                  <dd>{about.net_type}</dd>
                  <dt>{t('overview.version')}</dt>
                  <dd>{about.version}</dd>
                  <dt>{t('overview.final')}</dt>
                  <dd>
                    <Count value={about.finblock_height} />
                  </dd>
                </dl>
              </Panel>
            </div>
          </div>
        )}
      </Shown>
    </>
  );
}

/** Seconds between blocks, of those that are shown; the first ones of a chain are as old as its genesis says. */
function blockInterval(blocks: readonly BlockEvent[]): number | undefined {
  const [newest] = blocks;
  const oldest = blocks.filter(({ height }) => height > 1).at(-1);
  if (newest === undefined || oldest === undefined || newest.height <= oldest.height) return undefined;
  return (newest.time - oldest.time) / (newest.height - oldest.height);
}

function BlockStrip({ blocks }: { readonly blocks: readonly BlockEvent[] }): JSX.Element {
  const [tip] = blocks;
  const most = Math.max(1, ...blocks.map(({ size }) => size));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
    <section class="blocks" tabIndex={0} aria-label={t('overview.blocks')}>
      {blocks.slice(0, 16).map(({ height, tx_count, size, time }) => (
        <a key={height} class="block-tile" href={linkTo('block', height)}>
          <b>{grouped(height)}</b>
          <span>{t('overview.tile', { n: tx_count })}</span>
          <span>{bytesText(size)}</span>
          <span>{height === tip?.height ? t('newest') : ago((tip?.time ?? time) - time)}</span>
          <div class="fill">
            <i style={{ width: `${(100 * size) / most}%` }} />
          </div>
        </a>
      ))}
    </section>
  );
}

/** Producers with their votes, and how many of the recent blocks each has made. */
function Producers({
  delegates,
  blocks,
}: {
  readonly delegates: readonly {
    readonly regid: string;
    readonly address: string;
    readonly received_votes: number | bigint;
  }[];
  readonly blocks: readonly BlockEvent[];
}): JSX.Element {
  const most = delegates.reduce((votes, { received_votes }) => Math.max(votes, Number(received_votes)), 1);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('account')}</th>
          <th scope="col" class="number">
            {t('overview.votes')}
          </th>
          <th scope="col" class="number">
            {t('overview.made')}
          </th>
        </tr>
      </thead>
      <tbody>
        {delegates.map(({ regid, address, received_votes }) => (
          <tr key={address}>
            <td>
              <a href={linkTo('account', regid)}>{regid}</a> <AccountLink id={address} />
            </td>
            <td class="number">
              <Amount sawi={received_votes} />
              <div class="fill">
                <i style={{ width: `${(100 * Number(received_votes)) / most}%` }} />
              </div>
            </td>
            <td class="number">{blocks.filter(({ producer }) => producer === regid).length}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
