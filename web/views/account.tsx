import type { JSX } from 'preact';
import { useAnswer } from '../answer.js';
import { IndexedHistory, RecentHistory } from '../chain/account-history.js';
import { AccountOrders } from '../chain/account-orders.js';
import { AccountPositions } from '../chain/account-positions.js';
import { useIndexes } from '../chain/index-pages.js';
import { grouped } from '../format.js';
import { node } from '../node.js';
import { AccountLink, Amount, Copy, Empty, Facts, Panel, Shown, Table, TxLink } from '../parts/basic.js';
import { linkTo } from '../router.js';
import { t } from '../texts/language.js';
import type { ViewProps } from './index.js';

const KINDS = ['free', 'frozen', 'staked', 'voted', 'pledged'] as const;

export function AccountView({ path }: ViewProps): JSX.Element {
  const [id = ''] = path;
  const loaded = useAnswer(() => node.getaccountinfo(id), [id], true);
  const indexes = useIndexes();
  return (
    <Shown loaded={loaded}>
      {account => {
        const tokens = Object.entries(account.tokens);
        return (
          <>
            <div class="heading">
              <h1>{t('account')}</h1>
              {account.regid !== '0-0' && <span class="badge accent">{account.regid}</span>}
              {account.in_wallet && <span class="badge good">{t('account.own')}</span>}
              {!account.onchain && <span class="badge warn">{t('account.offChain')}</span>}
            </div>
            <Panel
              title={<span class="mono">{account.address}</span>}
              aside={<Copy text={account.address} />}
            >
              <Facts
                facts={[
                  [
                    t('account.key'),
                    account.owner_pubkey !== '' && <span class="mono">{account.owner_pubkey}</span>,
                  ],
                  [t('account.keyId'), <span class="mono">{account.keyid}</span>],
                  [
                    t('account.votes'),
                    Number(account.received_votes) > 0 && <Amount sawi={account.received_votes} />,
                  ],
                  [t('account.perms'), <Permissions bits={account.perms} />],
                ].map(([name, value]) => [String(name), value === false ? undefined : value] as const)}
              />
            </Panel>
            <Panel title={t('account.balances')}>
              {tokens.length === 0 ? (
                <Empty>{t('account.noBalances')}</Empty>
              ) : (
                <Table
                  label={t('account.balances')}
                  head={[
                    t('coin'),
                    ...KINDS.map(kind => [t(`balance.${kind}`), true] as const),
                    [t('balance.total'), true],
                  ]}
                >
                  {tokens.map(([symbol, balance]) => (
                    <tr key={symbol}>
                      <td class="what">
                        <a href={linkTo('asset', symbol)}>{symbol}</a>
                      </td>
                      {KINDS.map(kind => (
                        <td class={`number${Number(balance[`${kind}_amount`]) === 0 ? ' soft nothing' : ''}`}>
                          <Amount sawi={balance[`${kind}_amount`]} />
                        </td>
                      ))}
                      <td class="number">
                        <b>
                          <Amount sawi={balance.total_amount} />
                        </b>
                      </td>
                    </tr>
                  ))}
                </Table>
              )}
            </Panel>
            {indexes !== undefined && (
              <>
                <AccountPositions
                  address={account.address}
                  open={account.cdp_list}
                  isIndexed={indexes.has('positions')}
                />
                {indexes.has('orders') && <AccountOrders address={account.address} />}
              </>
            )}
            <div class="columns">
              {account.vote_list.length > 0 && (
                <Panel title={t('account.votesGiven')}>
                  <Table
                    label={t('account.votesGiven')}
                    head={[t('account.candidate'), [t('overview.votes'), true]]}
                  >
                    {account.vote_list.map(({ candidate_uid, voted_bcoins }) => (
                      <tr>
                        <td>
                          <AccountLink id={candidate_uid.id} />
                        </td>
                        <td class="number">
                          <Amount sawi={voted_bcoins} symbol="WICC" />
                        </td>
                      </tr>
                    ))}
                  </Table>
                </Panel>
              )}
              <Outputs owner={id} />
            </div>
            {indexes !== undefined &&
              (indexes.has('addresses') ? (
                <IndexedHistory address={account.address} />
              ) : (
                <RecentHistory address={account.address} />
              ))}
          </>
        );
      }}
    </Shown>
  );
}

/** What an account may do, one sign for each permission. */
function Permissions({ bits }: { readonly bits: string }): JSX.Element {
  const granted = [...bits].filter(bit => bit === '1').length;
  return (
    <span>
      <span class="mono">{bits}</span>{' '}
      <span class="soft">{t('account.perms.note', { n: granted, all: bits.length })}</span>
    </span>
  );
}

/** Outputs that an account can spend, now or later. */
function Outputs({ owner }: { readonly owner: string }): JSX.Element | null {
  const outputs = useAnswer(() => node.listutxos(owner, '', false, 20), [owner], true);
  if (outputs.value !== undefined && outputs.value.utxos.length === 0) return null;
  return (
    <Panel title={t('account.outputs')}>
      <Shown loaded={outputs}>
        {({ utxos }) => (
          <Table label={t('account.outputs')} head={[t('output'), [t('amount'), true], t('output.from')]}>
            {utxos.map(({ txid, vout_index, coin_amount, coin_symbol, spendable, spendable_from_height }) => (
              <tr key={`${txid}:${vout_index}`}>
                <td>
                  <TxLink txid={txid} />:{vout_index}
                </td>
                <td class="number">
                  <Amount sawi={coin_amount} symbol={coin_symbol} />
                </td>
                <td>
                  {spendable ? (
                    <span class="badge good">{t('output.now')}</span>
                  ) : (
                    <span class="badge">
                      {t('output.height', { height: grouped(spendable_from_height) })}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Shown>
    </Panel>
  );
}
