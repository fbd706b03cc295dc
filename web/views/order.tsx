import type { JSX } from 'preact';
import type { Order } from '../../src/client/methods.generated.js';
import { useAnswer } from '../answer.js';
import { OrderSize } from '../chain/account-orders.js';
import { transactionOf } from '../chain/transaction-table.js';
import { placeOf, transactionWords } from '../chain/words.js';
import { coinsOf, percent } from '../format.js';
import { callMethod } from '../node.js';
import { AccountLink, Amount, Facts, Panel, Shown, TxLink } from '../parts/basic.js';
import { Folded, JsonTree } from '../parts/json.js';
import { isTextKey, t } from '../texts/language.js';
import type { ViewProps } from './index.js';

/** An order of the exchange, open or not any more. */
export function OrderView({ path }: ViewProps): JSX.Element {
  const [id = ''] = path;
  const loaded = useAnswer(
    async () => {
      const [order, transaction] = await Promise.all([callMethod('getdexorder', [id]), transactionOf(id)]);
      return { order, transaction };
    },
    [id],
    true,
  );
  return (
    <Shown loaded={loaded}>
      {({ order: members, transaction }) => {
        const order = members as unknown as Order & { readonly state?: string };
        const wanted = Number(order.asset_amount);
        const stateKey = `order.${order.state ?? 'open'}`;
        return (
          <>
            <div class="heading">
              <h1>{t('order')}</h1>
              <span class={`badge ${order.state === undefined ? 'good' : ''}`}>
                {isTextKey(stateKey) ? t(stateKey) : order.state}
              </span>
            </div>
            <Panel title={<TxLink txid={id} whole />}>
              <p class="sentence">{transactionWords(transaction)}</p>
              <Facts
                facts={[
                  [t('account'), <AccountLink id={order.user_regid} />],
                  [
                    t('exchange.side'),
                    <span class={order.order_side === 'BUY' ? 'good' : 'bad'}>
                      {t(order.order_side === 'BUY' ? 'exchange.buy' : 'exchange.sell')}
                    </span>,
                  ],
                  [t('amount'), <OrderSize order={order} />],
                  [
                    t('exchange.price'),
                    order.order_type === 'MARKET_PRICE' ? (
                      t('exchange.market')
                    ) : (
                      <>
                        {coinsOf(order.price)} {order.coin_symbol}
                      </>
                    ),
                  ],
                  [
                    t('order.dealt'),
                    <>
                      <Amount sawi={order.total_deal_asset_amount} symbol={order.asset_symbol} />{' '}
                      {wanted > 0 && (
                        <span class="soft">
                          ({percent(Number(order.total_deal_asset_amount) / wanted, 0)})
                        </span>
                      )}
                    </>,
                  ],
                  [
                    t('order.paid'),
                    <Amount sawi={order.total_deal_coin_amount} symbol={order.coin_symbol} />,
                  ],
                  [t('block'), placeOf(transaction)],
                ]}
              />
              <Folded title={t('tx.all')}>{() => <JsonTree value={members} />}</Folded>
            </Panel>
          </>
        );
      }}
    </Shown>
  );
}
