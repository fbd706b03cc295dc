import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.js';
import { useOwnAccounts } from '../chain/own-accounts.js';
import { approximately, coinsOf, grouped, sawiOf } from '../format.js';
import { node } from '../node.js';
import { Amount, Empty, Panel, Shown, Table, Time, TxLink } from '../parts/basic.js';
import { Choice, Field, OutcomeNote, useSending } from '../parts/form.js';
import { Plot } from '../parts/plot.js';
import { goTo, linkTo } from '../router.js';
import { t } from '../texts/language.js';
import type { ViewProps } from './index.js';

const LEVELS = 14;
const TRADES = 30;
const SPANS = [300, 3600, 86_400] as const;
const UNIT = 100_000_000n;

type Side = 'buy' | 'sell';

interface Level {
  readonly price: number | bigint;
  readonly asset_amount: number | bigint;
}

export function ExchangeView({ path, session }: ViewProps): JSX.Element {
  const [asset = 'WICC', coin = 'WUSD'] = path;
  const pairs = useAnswer(() => node.getdexbaseandquotecoins(), []);
  const book = useAnswer(() => node.getdexorderbook(asset, coin), [asset, coin], true);
  const trades = useAnswer(() => node.getdextrades(asset, coin, TRADES), [asset, coin], true);
  const [price, setPrice] = useState('');
  const names = (list: readonly string[] | undefined): (readonly [string, string])[] =>
    (list ?? []).map(name => [name, name] as const);
  return (
    <>
      <div class="heading">
        <h1>{`${asset} / ${coin}`}</h1>
        {trades.value?.trades[0] !== undefined && (
          <span class="badge accent">
            {t('exchange.last', { price: coinsOf(trades.value.trades[0].price) })}
          </span>
        )}
      </div>
      <div class="row">
        <Choice
          name={t('exchange.asset')}
          value={asset}
          values={names(pairs.value?.dex_base_coins ?? [asset])}
          onChange={one => goTo('exchange', one, coin)}
        />
        <Choice
          name={t('exchange.coin')}
          value={coin}
          values={names(pairs.value?.dex_quote_coins ?? [coin])}
          onChange={one => goTo('exchange', asset, one)}
        />
      </div>
      <div class="wide-left">
        <div class="stack">
          <Candles asset={asset} coin={coin} />
          <Panel title={t('exchange.depth')}>
            <Shown loaded={book}>{({ bids, asks }) => <Depth bids={bids} asks={asks} />}</Shown>
          </Panel>
          {session.role !== 'read' && <OwnOrders />}
        </div>
        <div class="stack">
          <Panel title={t('exchange.book')}>
            <Shown loaded={book}>
              {({ bids, asks }) => (
                <Book bids={bids} asks={asks} onPrice={one => setPrice(coinsOf(one).replaceAll(',', ''))} />
              )}
            </Shown>
          </Panel>
          {session.role !== 'read' && (
            <OrderForm asset={asset} coin={coin} price={price} onPrice={setPrice} />
          )}
          <Panel title={t('exchange.trades')}>
            <Shown loaded={trades}>
              {({ trades: all }) =>
                all.length === 0 ? (
                  <Empty>{t('exchange.noTrades')}</Empty>
                ) : (
                  <Table
                    label={t('exchange.trades')}
                    head={[t('time'), [t('exchange.price'), true], [t('amount'), true]]}
                  >
                    {all.map(trade => (
                      <tr key={`${trade.txid} ${trade.item}`}>
                        <td>
                          <a href={linkTo('tx', trade.txid)}>
                            <Time seconds={trade.time} />
                          </a>
                        </td>
                        <td class={`number ${trade.taker_side === 'BUY' ? 'good' : 'bad'}`}>
                          {coinsOf(trade.price)}
                        </td>
                        <td class="number">{coinsOf(trade.asset_amount)}</td>
                      </tr>
                    ))}
                  </Table>
                )
              }
            </Shown>
          </Panel>
        </div>
      </div>
    </>
  );
}

/** The open orders by price: what is asked above, what is bid below; the bars are what is there up to a price. */
function Book({
  bids,
  asks,
  onPrice,
}: {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly onPrice: (price: number | bigint) => void;
}): JSX.Element {
  if (bids.length + asks.length === 0) return <Empty>{t('exchange.noOrders')}</Empty>;
  const summed = (levels: readonly Level[]) => {
    let sum = 0n;
    return levels.slice(0, LEVELS).map(level => {
      sum += BigInt(level.asset_amount);
      return { ...level, sum };
    });
  };
  const [below, above] = [summed(bids), summed(asks)];
  const most = Number([...below, ...above].reduce((top, { sum }) => (sum > top ? sum : top), 1n));
  const rows = (levels: ReturnType<typeof summed>, side: 'bid' | 'ask') =>
    levels.map(({ price, asset_amount, sum }) => (
      <button type="button" class={`level ${side}`} key={`${side} ${price}`} onClick={() => onPrice(price)}>
        <i style={{ width: `${(100 * Number(sum)) / most}%` }} />
        <span class={side === 'bid' ? 'good' : 'bad'}>{coinsOf(price)}</span>
        <span>{coinsOf(asset_amount)}</span>
        <span class="soft">{coinsOf(sum)}</span>
      </button>
    ));
  return (
    <div class="book">
      <div class="level soft">
        <span>{t('exchange.price')}</span>
        <span>{t('amount')}</span>
        <span>{t('exchange.sum')}</span>
      </div>
      {rows(above, 'ask').reverse()}
      <hr />
      {rows(below, 'bid')}
    </div>
  );
}

function Depth({
  bids,
  asks,
}: {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}): JSX.Element {
  if (bids.length + asks.length === 0) return <Empty>{t('exchange.noOrders')}</Empty>;
  const points = new Map<number, { bid?: number; ask?: number }>();
  const add = (levels: readonly Level[], side: 'bid' | 'ask'): void => {
    let sum = 0;
    for (const { price, asset_amount } of levels) {
      sum += approximately(asset_amount);
      points.set(approximately(price), { ...points.get(approximately(price)), [side]: sum });
    }
  };
  add(bids, 'bid');
  add(asks, 'ask');
  const prices = [...points.keys()].sort((one, other) => one - other);
  return (
    <Plot
      label={t('exchange.depth')}
      across={t('exchange.price')}
      lines={[
        { name: t('exchange.bids'), color: '--good', isFilled: true, isStepped: true },
        { name: t('exchange.asks'), color: '--bad', isFilled: true, isStepped: true },
      ]}
      data={[
        prices,
        prices.map(price => points.get(price)?.bid ?? null),
        prices.map(price => points.get(price)?.ask ?? null),
      ]}
    />
  );
}

/** Prices by spans of time: from the first to the last price of a span, and its extremes. */
function Candles({ asset, coin }: { readonly asset: string; readonly coin: string }): JSX.Element {
  const [span, setSpan] = useState<number>(SPANS[0]);
  const loaded = useAnswer(() => node.getdexcandles(asset, coin, span), [asset, coin, span], true);
  return (
    <Panel
      title={t('exchange.candles')}
      aside={
        <span class="tabs">
          {SPANS.map(one => (
            <button type="button" aria-pressed={one === span} onClick={() => setSpan(one)}>
              {t('exchange.span', { n: one / 60 })}
            </button>
          ))}
        </span>
      }
    >
      <Shown loaded={loaded}>
        {({ candles }) => {
          if (candles.length === 0) return <Empty>{t('exchange.noTrades')}</Empty>;
          const shown = candles.slice(-60).map(({ open, high, low, close, time }) => ({
            time,
            open: approximately(open),
            high: approximately(high),
            low: approximately(low),
            close: approximately(close),
          }));
          const top = Math.max(...shown.map(({ high }) => high));
          const bottom = Math.min(...shown.map(({ low }) => low));
          // One price alone lies in the middle.
          const range = top - bottom || top * 0.02 || 1;
          const upper = top === bottom ? top * 1.01 : top;
          const [width, height, step] = [640, 200, Math.min(40, 530 / shown.length)];
          const y = (price: number): number => 14 + ((upper - price) / range) * (height - 28);
          return (
            <svg class="flow candles" viewBox={`0 0 ${width} ${height}`}>
              <title>{t('exchange.candles')}</title>
              {[...new Set([top, (top + bottom) / 2, bottom])].map(price => (
                <text x={width - 2} y={y(price) + 4}>
                  {price.toPrecision(5)}
                </text>
              ))}
              {shown.map(({ open, high, low, close }, index) => {
                const x = 8 + index * step + step / 2;
                return (
                  <g class={close >= open ? 'rise' : 'fall'}>
                    <line x1={x} x2={x} y1={y(high)} y2={y(low)} />
                    <rect
                      x={x - step * 0.32}
                      width={step * 0.64}
                      y={Math.min(y(open), y(close)) - 1}
                      height={Math.abs(y(open) - y(close)) + 2}
                    />
                  </g>
                );
              })}
            </svg>
          );
        }}
      </Shown>
    </Panel>
  );
}

/** An order, with what it pays. */
function OrderForm({
  asset,
  coin,
  price,
  onPrice,
}: {
  readonly asset: string;
  readonly coin: string;
  readonly price: string;
  readonly onPrice: (price: string) => void;
}): JSX.Element {
  const own = useOwnAccounts();
  const [chosen, setAccount] = useState<string>();
  const [side, setSide] = useState<Side>('buy');
  const [amount, setAmount] = useState('');
  const sending = useSending();
  const accounts = own.value ?? [];
  const account = chosen ?? accounts.find(({ regid }) => regid === '0-13')?.regid ?? accounts[0]?.regid ?? '';
  const units = sawiOf(amount);
  const each = sawiOf(price);
  const total = units !== undefined && each !== undefined ? (units * each) / UNIT : undefined;
  const paid = side === 'buy' ? { sawi: total, symbol: coin } : { sawi: units, symbol: asset };
  const has = accounts.find(({ regid }) => regid === account)?.tokens[paid.symbol]?.free_amount ?? 0;
  const isShort = paid.sawi !== undefined && BigInt(has) < paid.sawi;

  const place = (event: Event): void => {
    event.preventDefault();
    if (units === undefined || each === undefined) return;
    void sending.send(() =>
      side === 'buy'
        ? node.submitdexbuylimitordertx(account, coin, `${asset}:${units}:sawi`, each)
        : node.submitdexselllimitordertx(account, coin, `${asset}:${units}:sawi`, each),
    );
  };
  return (
    <Panel title={t('exchange.order')}>
      <form onSubmit={place}>
        <div class="tabs">
          {(['buy', 'sell'] as const).map(one => (
            <button type="button" aria-pressed={one === side} onClick={() => setSide(one)}>
              {t(`exchange.${one}`)}
            </button>
          ))}
        </div>
        <Choice
          name={t('account')}
          value={account}
          values={accounts.map(({ regid, addr }) => [regid, `${regid} · ${addr.slice(0, 8)}…`] as const)}
          onChange={setAccount}
        />
        <div class="row">
          <Field
            name={`${t('amount')} (${asset})`}
            value={amount}
            onChange={setAmount}
            wrong={amount !== '' && units === undefined ? t('wrong.amount') : undefined}
          />
          <Field
            name={`${t('exchange.price')} (${coin})`}
            value={price}
            onChange={onPrice}
            wrong={price !== '' && each === undefined ? t('wrong.amount') : undefined}
          />
        </div>
        <p class={isShort ? 'bad' : 'soft'}>
          {paid.sawi === undefined
            ? t('exchange.fill')
            : t(isShort ? 'exchange.short' : 'exchange.pays', {
                amount: `${coinsOf(paid.sawi)} ${paid.symbol}`,
                has: `${coinsOf(has)} ${paid.symbol}`,
              })}
        </p>
        <button
          type="submit"
          class="main"
          disabled={sending.isBusy || paid.sawi === undefined || units === 0n || each === 0n}
        >
          {t(side === 'buy' ? 'exchange.placeBuy' : 'exchange.placeSell')}
        </button>
        <OutcomeNote outcome={sending.outcome} />
      </form>
    </Panel>
  );
}

/** The open orders of the accounts of the wallet. */
function OwnOrders(): JSX.Element {
  const own = useOwnAccounts();
  const orders = useAnswer(() => node.getdexorders(), [], true);
  const sending = useSending();
  const regids = new Set(own.value?.map(({ regid }) => regid));
  return (
    <Panel title={t('exchange.own')}>
      <OutcomeNote outcome={sending.outcome} />
      <Shown loaded={orders}>
        {({ orders: all }) => {
          const mine = all.filter(
            ({ user_regid, generate_type }) => regids.has(user_regid) && generate_type === 'USER_GEN_ORDER',
          );
          if (mine.length === 0) return <Empty>{t('exchange.noOwn')}</Empty>;
          return (
            <Table
              label={t('exchange.own')}
              head={[
                t('order'),
                t('exchange.side'),
                [t('amount'), true],
                [t('exchange.price'), true],
                [t('exchange.dealt'), true],
                '',
              ]}
            >
              {mine.map(order => (
                <tr key={order.order_id}>
                  <td>
                    <TxLink txid={order.order_id} />
                  </td>
                  <td class={order.order_side === 'BUY' ? 'good' : 'bad'}>
                    {t(order.order_side === 'BUY' ? 'exchange.buy' : 'exchange.sell')}
                  </td>
                  <td class="number">
                    <Amount sawi={order.asset_amount} symbol={order.asset_symbol} />
                  </td>
                  <td class="number">{coinsOf(order.price)}</td>
                  <td class="number">
                    {grouped(
                      Number(order.asset_amount) === 0
                        ? 0
                        : Math.round(
                            (100 * Number(order.total_deal_asset_amount)) / Number(order.asset_amount),
                          ),
                    )}{' '}
                    %
                  </td>
                  <td>
                    <button
                      type="button"
                      disabled={sending.isBusy}
                      onClick={() =>
                        void sending.send(() => node.submitdexcancelordertx(order.user_regid, order.order_id))
                      }
                    >
                      {t('exchange.cancel')}
                    </button>
                  </td>
                </tr>
              ))}
            </Table>
          );
        }}
      </Shown>
    </Panel>
  );
}
