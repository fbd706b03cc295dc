import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAnswer } from '../answer.js';
import { node } from '../node.js';
import { Panel } from '../parts/basic.js';
import { t } from '../texts/language.js';
import { IndexPages, PAGE_SIZE } from './index-pages.js';
import { TransactionRows, TransactionTable, transactionsOf } from './transaction-table.js';

/** Transactions that are listed at once, and blocks that are looked through for them. */
const MOST_TRANSACTIONS = 25;
const BLOCKS = 2000;
/** What arrives within this time is shown together. */
const SETTLE_MS = 250;

/** All transactions in which an account takes part, the newest first, as the index of addresses has them. */
export function IndexedHistory({ address }: { readonly address: string }): JSX.Element {
  return (
    <IndexPages
      title={t('account.history')}
      subject={address}
      empty={t('tx.none')}
      list={async cursor => {
        const page = await node.listaddresstransactions(address, PAGE_SIZE, cursor);
        return { ...page, details: await transactionsOf(page.transactions.map(({ txid }) => txid)) };
      }}
    >
      {({ details }) => <TransactionRows transactions={details} label={t('account.history')} />}
    </IndexPages>
  );
}

/** The newest transactions in which an account takes part, as the node's events tell them. */
export function RecentHistory({ address }: { readonly address: string }): JSX.Element {
  const [txids, setTxids] = useState<readonly string[]>([]);

  useEffect(() => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/events`);
    let found: string[] = [];
    let timer: number | undefined;
    socket.onopen = async () => {
      const from = Math.max(0, Number(await node.getblockcount()) - BLOCKS);
      if (socket.readyState !== WebSocket.OPEN) return;
      socket.send(JSON.stringify({ events: [{ event: 'transaction', address }], from }));
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as { event?: string; txid?: string };
      if (message.event !== 'transaction' || message.txid === undefined) return;
      found = [...found.slice(1 - MOST_TRANSACTIONS), message.txid];
      timer ??= window.setTimeout(() => {
        timer = undefined;
        setTxids([...found].reverse());
      }, SETTLE_MS);
    };
    return () => {
      window.clearTimeout(timer);
      socket.close();
    };
  }, [address]);

  const loaded = useAnswer(() => transactionsOf(txids), [txids]);
  return (
    <Panel title={t('account.history')} aside={t('account.history.note', { n: BLOCKS })}>
      <TransactionTable loaded={loaded} label={t('account.history')} />
    </Panel>
  );
}
