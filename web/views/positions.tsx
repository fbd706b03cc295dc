import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.js';
import { useOwnAccounts } from '../chain/own-accounts.js';
import { approximately, coinsOf, sawiOf } from '../format.js';
import { node } from '../node.js';
import {
  AccountLink,
  Amount,
  Empty,
  Facts,
  Figure,
  Figures,
  Panel,
  Shown,
  Table,
  TxLink,
} from '../parts/basic.js';
import { Choice, Field, OutcomeNote, useSending } from '../parts/form.js';
import { linkTo } from '../router.js';
import { t } from '../texts/language.js';
import type { ViewProps } from './index.js';

const STABLE = 'WUSD';
/** Where the bar ends, as a multiple of the ratio with which positions begin. */
const BAR_END = 2;

/** Ratios in percent at which something happens to a position. */
interface Thresholds {
  readonly start: number;
  readonly liquidate: number;
  readonly forced: number;
}

async function thresholdsOf(collateral: string, debt: string): Promise<Thresholds> {
  const all = (await node.getcdpparam(`${collateral}:${debt}`)) as Readonly<Record<string, number>>;
  return {
    start: all.CDP_START_COLLATERAL_RATIO ?? 190,
    liquidate: all.CDP_START_LIQUIDATE_RATIO ?? 150,
    forced: all.CDP_FORCE_LIQUIDATE_RATIO ?? 104,
  };
}

/** How safe a position is: its ratio, and where it may and will be liquidated. */
export function RatioBar({
  ratio,
  thresholds,
}: {
  readonly ratio: number;
  readonly thresholds: Thresholds;
}): JSX.Element {
  const { start, liquidate, forced } = thresholds;
  const end = start * BAR_END;
  const kind = ratio < liquidate ? 'bad' : ratio < start ? 'warn' : '';
  return (
    <div
      class="bar"
      role="img"
      aria-label={t('position.bar', { ratio: ratio.toFixed(0), liquidate, forced })}
    >
      <i class={kind} style={{ width: `${Math.min(100, (100 * ratio) / end)}%` }} />
      {[forced, liquidate, start].map(mark => (
        <span class="threshold" style={{ left: `${(100 * mark) / end}%` }} />
      ))}
    </div>
  );
}

export function PositionsView({ session }: ViewProps): JSX.Element {
  const info = useAnswer(() => node.getscoininfo(), [], true);
  const own = useOwnAccounts();
  const positions = useAnswer(
    async () => {
      const accounts = own.value ?? [];
      const outcomes = await node.batch(
        accounts.map(({ regid }) => ({ method: 'getusercdp', params: [regid] })),
      );
      return outcomes.flatMap(outcome =>
        'result' in outcome
          ? (outcome.result as unknown as Awaited<ReturnType<typeof node.getusercdp>>).user_cdps
          : [],
      );
    },
    [own.value?.length ?? 0],
    true,
  );
  const thresholds = useAnswer(() => thresholdsOf('WICC', STABLE), []);
  return (
    <>
      <h1>{t('nav.positions')}</h1>
      <Shown loaded={info}>
        {({ median_price, cdp_info_list }) => (
          <Figures>
            {median_price.map(({ coin_symbol, price_symbol, price }) => (
              <Figure name={`${coin_symbol} / ${price_symbol}`}>{String(price)}</Figure>
            ))}
            {cdp_info_list.map(one => (
              <Figure name={`${one.asset_symbol} → ${one.scoin_symbol}`} note={t('positions.global')}>
                {`${one.global_collateral_ratio} %`}
              </Figure>
            ))}
          </Figures>
        )}
      </Shown>
      <Panel title={t('positions.own')}>
        <Shown loaded={positions}>
          {all =>
            all.length === 0 ? (
              <Empty>{t('positions.none')}</Empty>
            ) : (
              <Table
                label={t('positions.own')}
                head={[
                  t('position'),
                  t('account'),
                  [t('position.collateral'), true],
                  [t('position.debt'), true],
                  [t('position.ratio'), true],
                  '',
                ]}
              >
                {all.map(cdp => (
                  <tr key={cdp.cdpid}>
                    <td>
                      <a class="mono" href={linkTo('position', cdp.cdpid)}>
                        {cdp.cdpid.slice(0, 10)}…
                      </a>
                    </td>
                    <td>
                      <AccountLink id={cdp.regid} />
                    </td>
                    <td class="number">
                      <Amount sawi={cdp.total_bcoin} symbol={cdp.bcoin_symbol} />
                    </td>
                    <td class="number">
                      <Amount sawi={cdp.total_scoin} symbol={cdp.scoin_symbol} />
                    </td>
                    <td class="number">{cdp.collateral_ratio}</td>
                    <td style={{ minWidth: '120px' }}>
                      {thresholds.value !== undefined && (
                        <RatioBar
                          ratio={Number.parseFloat(cdp.collateral_ratio) || 1000}
                          thresholds={thresholds.value}
                        />
                      )}
                    </td>
                  </tr>
                ))}
              </Table>
            )
          }
        </Shown>
      </Panel>
      {session.role !== 'read' && <OpenForm />}
    </>
  );
}

/** Pledges collateral for stable coins. */
function OpenForm(): JSX.Element {
  const own = useOwnAccounts();
  const price = useAnswer(() => node.getscoininfo(), [], true);
  const [chosen, setAccount] = useState<string>();
  const [collateral, setCollateral] = useState('');
  const [debt, setDebt] = useState('');
  const sending = useSending();
  const accounts = own.value ?? [];
  const account = chosen ?? accounts.find(({ regid }) => regid === '0-13')?.regid ?? '';
  const [pledged, borrowed] = [sawiOf(collateral), sawiOf(debt)];
  const each = Number(
    price.value?.median_price.find(({ coin_symbol }) => coin_symbol === 'WICC')?.price ?? 0,
  );
  const ratio =
    pledged && borrowed ? (100 * approximately(pledged) * each) / approximately(borrowed) : undefined;
  return (
    <Panel title={t('positions.open')}>
      <form
        onSubmit={event => {
          event.preventDefault();
          void sending.send(() =>
            node.submitcdpstaketx(account, `WICC:${pledged}:sawi`, `${STABLE}:${borrowed}:sawi`),
          );
        }}
      >
        <Choice
          name={t('account')}
          value={account}
          values={accounts.map(({ regid }) => [regid, regid] as const)}
          onChange={setAccount}
        />
        <div class="row">
          <Field
            name={`${t('position.collateral')} (WICC)`}
            value={collateral}
            onChange={setCollateral}
            wrong={collateral !== '' && pledged === undefined ? t('wrong.amount') : undefined}
          />
          <Field
            name={`${t('position.debt')} (${STABLE})`}
            value={debt}
            onChange={setDebt}
            wrong={debt !== '' && borrowed === undefined ? t('wrong.amount') : undefined}
          />
        </div>
        {ratio !== undefined && <p class="soft">{t('positions.ratio', { ratio: ratio.toFixed(1) })}</p>}
        <button type="submit" class="main" disabled={sending.isBusy || !pledged || !borrowed}>
          {t('positions.openButton')}
        </button>
        <OutcomeNote outcome={sending.outcome} />
      </form>
    </Panel>
  );
}

export function PositionView({ path, session }: ViewProps): JSX.Element {
  const [id = ''] = path;
  const loaded = useAnswer(
    async () => {
      const { cdp } = await node.getcdp(id);
      const [thresholds, { median_price }] = await Promise.all([
        thresholdsOf(cdp.bcoin_symbol, cdp.scoin_symbol),
        node.getscoininfo(),
      ]);
      const price = Number(
        median_price.find(({ coin_symbol }) => coin_symbol === cdp.bcoin_symbol)?.price ?? 0,
      );
      return { cdp, thresholds, price };
    },
    [id],
    true,
  );
  const [factor, setFactor] = useState(100);
  const [repay, setRepay] = useState('');
  const [redeem, setRedeem] = useState('');
  const sending = useSending();
  return (
    <Shown loaded={loaded}>
      {({ cdp, thresholds, price }) => {
        const supposed = (price * factor) / 100;
        const ratio = (100 * approximately(cdp.total_bcoin) * supposed) / approximately(cdp.total_scoin);
        return (
          <>
            <div class="heading">
              <h1>{t('position')}</h1>
              <span class={`badge ${ratio < thresholds.liquidate ? 'bad' : 'good'}`}>
                {cdp.collateral_ratio}
              </span>
            </div>
            <Panel title={<TxLink txid={cdp.cdpid} whole />}>
              <RatioBar ratio={ratio} thresholds={thresholds} />
              <Facts
                facts={[
                  [t('asset.owner'), <AccountLink id={cdp.regid} />],
                  [t('position.collateral'), <Amount sawi={cdp.total_bcoin} symbol={cdp.bcoin_symbol} />],
                  [t('position.debt'), <Amount sawi={cdp.total_scoin} symbol={cdp.scoin_symbol} />],
                  [t('position.interest'), <Amount sawi={cdp.interest_due} symbol={cdp.scoin_symbol} />],
                  [
                    t('position.liquidatable'),
                    cdp.liquidatable_at_price === undefined ? undefined : coinsOf(cdp.liquidatable_at_price),
                  ],
                  [
                    t('position.forced'),
                    cdp.force_liquidated_at_price === undefined
                      ? undefined
                      : coinsOf(cdp.force_liquidated_at_price),
                  ],
                ]}
              />
            </Panel>
            <div class="columns">
              <Panel title={t('position.whatIf')}>
                <div class="field">
                  <label for="what-if">
                    {t('position.suppose', {
                      coin: cdp.bcoin_symbol,
                      price: supposed.toPrecision(4),
                      percent: factor,
                    })}
                  </label>
                  <input
                    id="what-if"
                    type="range"
                    min="5"
                    max="200"
                    value={factor}
                    onInput={event => setFactor(Number(event.currentTarget.value))}
                  />
                </div>
                <p class={ratio < thresholds.liquidate ? 'bad' : 'soft'}>
                  {t(
                    ratio < thresholds.forced
                      ? 'position.isForced'
                      : ratio < thresholds.liquidate
                        ? 'position.isLiquidatable'
                        : 'position.isSafe',
                    { ratio: ratio.toFixed(1) },
                  )}
                </p>
              </Panel>
              {session.role !== 'read' && (
                <Panel title={t('position.redeem')}>
                  <form
                    onSubmit={event => {
                      event.preventDefault();
                      void sending.send(() =>
                        node.submitcdpredeemtx(
                          cdp.regid,
                          cdp.cdpid,
                          sawiOf(repay) ?? 0n,
                          sawiOf(redeem) ?? 0n,
                        ),
                      );
                    }}
                  >
                    <div class="row">
                      <Field
                        name={`${t('position.repay')} (${cdp.scoin_symbol})`}
                        value={repay}
                        onChange={setRepay}
                        wrong={repay !== '' && sawiOf(repay) === undefined ? t('wrong.amount') : undefined}
                      />
                      <Field
                        name={`${t('position.takeOut')} (${cdp.bcoin_symbol})`}
                        value={redeem}
                        onChange={setRedeem}
                        wrong={redeem !== '' && sawiOf(redeem) === undefined ? t('wrong.amount') : undefined}
                      />
                    </div>
                    <button
                      type="submit"
                      class="main"
                      disabled={sending.isBusy || (sawiOf(repay) ?? sawiOf(redeem)) === undefined}
                    >
                      {t('position.redeemButton')}
                    </button>
                    <OutcomeNote outcome={sending.outcome} />
                  </form>
                </Panel>
              )}
            </div>
          </>
        );
      }}
    </Shown>
  );
}
