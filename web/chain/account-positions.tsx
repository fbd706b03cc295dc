import type { JSX } from 'preact';
import { node } from '../node.js';
import { Amount, BlockLink, Panel, Table, TxLink } from '../parts/basic.js';
import { linkTo } from '../router.js';
import { t } from '../texts/language.js';
import { IndexPages, PAGE_SIZE } from './index-pages.js';

/** A debt position as getaccountinfo lists those that are open. */
interface OpenPosition {
  readonly cdpid: string;
  readonly bcoin_symbol: string;
  readonly scoin_symbol: string;
  readonly total_bcoin: number | bigint;
  readonly total_scoin: number | bigint;
  readonly collateral_ratio: string;
}

/** The columns that only a position that is open has something in. */
function OpenCells({ position }: { readonly position: OpenPosition | undefined }): JSX.Element {
  if (position === undefined) return <td class="number" colSpan={3} />;
  return (
    <>
      <td class="number">
        <Amount sawi={position.total_bcoin} symbol={position.bcoin_symbol} />
      </td>
      <td class="number">
        <Amount sawi={position.total_scoin} symbol={position.scoin_symbol} />
      </td>
      <td class="number">{position.collateral_ratio}</td>
    </>
  );
}

function PositionLink({ id }: { readonly id: string }): JSX.Element {
  return (
    <a class="mono" href={linkTo('position', id)} title={id}>
      {id.slice(0, 8)}
    </a>
  );
}

const OPEN_HEAD = (): [string, true][] => [
  [t('position.collateral'), true],
  [t('position.debt'), true],
  [t('position.ratio'), true],
];

/** The debt positions of an account: those that are open, and with the index those that were. */
export function AccountPositions({
  address,
  open,
  isIndexed,
}: {
  readonly address: string;
  readonly open: readonly OpenPosition[];
  readonly isIndexed: boolean;
}): JSX.Element | null {
  const label = t('account.positions');
  if (isIndexed) {
    return (
      <IndexPages
        title={label}
        subject={address}
        list={cursor => node.listaccountpositions(address, PAGE_SIZE, cursor)}
      >
        {({ positions }) => (
          <Table label={label} head={[t('position'), t('position.opened'), ...OPEN_HEAD(), t('state')]}>
            {positions.map(({ cdp_id, height, is_open, close_type, close_txid }) => (
              <tr key={cdp_id}>
                <td>{is_open ? <PositionLink id={cdp_id} /> : <TxLink txid={cdp_id} />}</td>
                <td>
                  <BlockLink height={height} />
                </td>
                <OpenCells position={open.find(({ cdpid }) => cdpid === cdp_id)} />
                <td>
                  {is_open || close_type === undefined || close_txid === undefined ? (
                    <span class="badge good">{t('position.isOpen')}</span>
                  ) : (
                    <>
                      <span class="badge">{t(`position.closed.${close_type}`)}</span>{' '}
                      <TxLink txid={close_txid} />
                    </>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </IndexPages>
    );
  }
  if (open.length === 0) return null;
  return (
    <Panel title={label}>
      <Table label={label} head={[t('position'), ...OPEN_HEAD()]}>
        {open.map(position => (
          <tr key={position.cdpid}>
            <td>
              <PositionLink id={position.cdpid} />
            </td>
            <OpenCells position={position} />
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
