import type { JSX } from 'preact';
import type { Json } from '../../src/client/methods.generated.js';
import { useAnswer } from '../answer.js';
import { transactionOf } from '../chain/transaction-table.js';
import { transactionWords } from '../chain/words.js';
import { callMethod } from '../node.js';
import { Panel, Shown, TxLink } from '../parts/basic.js';
import { JsonTree } from '../parts/json.js';
import { t } from '../texts/language.js';
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
      {({ order, transaction }) => {
        const { state } = order as { readonly state?: Json };
        return (
          <>
            <div class="heading">
              <h1>{t('order')}</h1>
              <span class={`badge ${state === undefined ? 'good' : ''}`}>
                {state === undefined ? t('order.open') : String(state)}
              </span>
            </div>
            <Panel title={<TxLink txid={id} whole />}>
              <p class="sentence">{transactionWords(transaction)}</p>
              <JsonTree value={order} />
            </Panel>
          </>
        );
      }}
    </Shown>
  );
}
