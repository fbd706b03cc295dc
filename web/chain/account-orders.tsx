import type { JSX } from 'preact';
import type { Order } from '../../src/client/methods.generated.js';
import { coinsOf } from '../format.js';
import { node } from '../node.js';
import { Amount, Table } from '../parts/basic.js';
import { linkTo } from '../router.js';
import { t } from '../texts/language.js';
import { IndexPages, PAGE_SIZE } from './index-pages.js';

/** What an order is about: assets, or the coins that a market order buys for. */
export function OrderSize({ order }: { readonly order: Order }): JSX.Element {
  return Number(order.asset_amount) > 0 ? (
    <Amount sawi={order.asset_amount} symbol={order.asset_symbol} />
  ) : (
    <Amount sawi={order.coin_amount} symbol={order.coin_symbol} />
  );
}

/** All orders that an account has placed. */
export function AccountOrders({ address }: { readonly address: string }): JSX.Element {
  return (
    <IndexPages
      title={t('account.orders')}
      subject={address}
      list={cursor => node.listaccountorders(address, PAGE_SIZE, cursor)}
    >
      {({ orders }) => (
        <Table
          label={t('account.orders')}
          head={[
            t('order'),
            t('exchange.side'),
            [t('amount'), true],
            [t('exchange.price'), true],
            [t('order.dealt'), true],
            t('state'),
          ]}
        >
          {orders.map(order => (
            <tr key={order.order_id}>
              <td>
                <a class="mono" href={linkTo('order', order.order_id)} title={order.order_id}>
                  {order.order_id.slice(0, 8)}
                </a>
              </td>
              <td class={order.order_side === 'BUY' ? 'good' : 'bad'}>
                {t(order.order_side === 'BUY' ? 'exchange.buy' : 'exchange.sell')}
              </td>
              <td class="number">
                <OrderSize order={order} />
              </td>
              <td class="number">
                {order.order_type === 'MARKET_PRICE' ? (
                  <span class="soft">{t('exchange.market')}</span>
                ) : (
                  <>
                    {coinsOf(order.price)} <span class="soft">{order.coin_symbol}</span>
                  </>
                )}
              </td>
              <td class="number">
                <Amount sawi={order.total_deal_asset_amount} symbol={order.asset_symbol} />
              </td>
              <td>
                {'state' in order ? (
                  <span class="badge">{t(`order.${order.state}`)}</span>
                ) : (
                  <span class="badge good">{t('order.open')}</span>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </IndexPages>
  );
}
