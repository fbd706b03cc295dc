import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Integer } from '../../src/client/methods.generated.js';
import { useAnswer } from '../answer.js';
import { IndexPages, PAGE_SIZE, useIndexes } from '../chain/index-pages.js';
import { approximately, percent } from '../format.js';
import { node } from '../node.js';
import { AccountLink, Amount, Empty, Facts, Figure, Figures, Panel, Shown, Table } from '../parts/basic.js';
import { Foreign, ForeignUrl } from '../parts/foreign.js';
import { linkTo } from '../router.js';
import { isTextKey, t } from '../texts/language.js';
import type { ViewProps } from './index.js';

/** Assets that are listed at once. */
const LISTED = 200;

/** What kind of asset it is. */
function kindOf(type: number | bigint): string {
  const key = `assetType.${type}`;
  return isTextKey(key) ? t(key) : String(type);
}

export function AssetsView(_props: ViewProps): JSX.Element {
  const loaded = useAnswer(() => node.listassets(), [], true);
  const [shown, setShown] = useState(LISTED);
  return (
    <>
      <h1>{t('nav.assets')}</h1>
      <Panel title={t('assets.all')}>
        <Shown loaded={loaded}>
          {({ assets }) => (
            <>
              <Table
                label={t('assets.all')}
                head={[
                  t('asset.symbol'),
                  t('asset.name'),
                  t('asset.kind'),
                  t('asset.owner'),
                  [t('asset.supply'), true],
                  t('asset.mintable'),
                ]}
              >
                {assets
                  .slice(0, shown)
                  .map(({ asset_symbol, asset_name, asset_type, owner_regid, total_supply, mintable }) => (
                    <tr key={asset_symbol}>
                      <td>
                        <a href={linkTo('asset', asset_symbol)}>
                          <b>{asset_symbol}</b>
                        </a>
                      </td>
                      <td>
                        <Foreign text={asset_name} lead={60} />
                      </td>
                      <td class="soft">{kindOf(asset_type)}</td>
                      <td>
                        {owner_regid === '0-0' ? (
                          <span class="soft">–</span>
                        ) : (
                          <AccountLink id={owner_regid} />
                        )}
                      </td>
                      <td class="number">
                        <Amount sawi={total_supply} />
                      </td>
                      <td>{t(mintable ? 'yes' : 'no')}</td>
                    </tr>
                  ))}
              </Table>
              {assets.length > shown && (
                <button type="button" onClick={() => setShown(shown + LISTED)}>
                  {t('more.elements', { n: assets.length - shown })}
                </button>
              )}
            </>
          )}
        </Shown>
      </Panel>
    </>
  );
}

export function AssetView({ path }: ViewProps): JSX.Element {
  const [symbol = ''] = path;
  const indexes = useIndexes();
  // What all accounts hold together is not asked for: the node adds it up over all of them.
  const loaded = useAnswer(
    async () => {
      const { assets } = await node.listassets();
      return assets.find(({ asset_symbol }) => asset_symbol === symbol) ?? null;
    },
    [symbol],
    true,
  );
  return (
    <Shown loaded={loaded}>
      {asset =>
        asset === null ? (
          <Empty>{t('asset.unknown')}</Empty>
        ) : (
          <>
            <div class="heading">
              <h1>
                <Foreign text={asset.asset_symbol} lead={40} />
              </h1>
              <span class="badge accent">{kindOf(asset.asset_type)}</span>
            </div>
            <Figures>
              <Figure name={t('asset.supply')}>
                <Amount sawi={asset.total_supply} />
              </Figure>
              <Figure name={t('asset.mintable')}>{t(asset.mintable ? 'yes' : 'no')}</Figure>
            </Figures>
            <Panel title={t('asset.about')}>
              <Facts
                facts={[
                  [t('asset.name'), <Foreign text={asset.asset_name} />],
                  [
                    t('asset.owner'),
                    asset.owner_regid === '0-0' ? undefined : <AccountLink id={asset.owner_regid} />,
                  ],
                  [t('asset.perms'), <span class="mono">{asset.perms_sum}</span>],
                  [t('asset.icon'), asset.icon_url === '' ? undefined : <ForeignUrl url={asset.icon_url} />],
                ]}
              />
            </Panel>
            {indexes?.has('holders') && <Holders symbol={asset.asset_symbol} supply={asset.total_supply} />}
          </>
        )
      }
    </Shown>
  );
}

/** Who has coins of an asset, the largest first. */
function Holders({ symbol, supply }: { readonly symbol: string; readonly supply: Integer }): JSX.Element {
  const all = approximately(supply);
  return (
    <IndexPages
      title={t('asset.holders')}
      subject={symbol}
      empty={t('asset.noHolders')}
      list={cursor => node.listassetholders(symbol, PAGE_SIZE, cursor)}
    >
      {({ holders }) => (
        <Table
          label={t('asset.holders')}
          head={[
            t('account'),
            t('asset.regid'),
            [t('balance.free'), true],
            [t('balance.total'), true],
            [t('asset.share'), true],
          ]}
        >
          {holders.map(({ address, regid, free_amount, total_amount }) => (
            <tr key={address}>
              <td class="what">
                <AccountLink id={address} whole />
              </td>
              <td>{regid === '0-0' ? <span class="soft">–</span> : regid}</td>
              <td class="number">
                <Amount sawi={free_amount} />
              </td>
              <td class="number">
                <b>
                  <Amount sawi={total_amount} />
                </b>
              </td>
              <td class="number">{all > 0 && percent(approximately(total_amount) / all)}</td>
            </tr>
          ))}
        </Table>
      )}
    </IndexPages>
  );
}
