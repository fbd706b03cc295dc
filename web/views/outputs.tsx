import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { UnspentOutput } from '../../src/client/methods.generated.js';
import { useAnswer } from '../answer.js';
import { useOwnAccounts } from '../chain/own-accounts.js';
import { textOf } from '../chain/transaction.js';
import { sentence } from '../chain/words.js';
import { grouped, sawiOf } from '../format.js';
import { useLive } from '../live.js';
import { node } from '../node.js';
import { AccountLink, Amount, Empty, Panel, Shown, TxLink } from '../parts/basic.js';
import { Choice, Field, OutcomeNote, useSending } from '../parts/form.js';
import { goTo } from '../router.js';
import { t } from '../texts/language.js';
import type { ViewProps } from './index.js';

/** Numbers of conditions: of outputs to an account, above a height, and up to which the maker cannot take it back. */
const TO_ACCOUNT = 111;
const CLAIM_LOCK = 114;
const RECYCLE_LOCK = 115;
const BY_ADDRESS = 11;

export function OutputsView({ path, session }: ViewProps): JSX.Element {
  const own = useOwnAccounts();
  const accounts = own.value ?? [];
  const [owner = accounts.find(({ regid }) => regid === '0-14')?.regid ?? accounts[0]?.regid ?? ''] = path;
  const { blocks } = useLive();
  const height = blocks[0]?.height ?? 0;
  const loaded = useAnswer(
    async () => (owner === '' ? [] : (await node.listutxos(owner, '', false, 100)).utxos),
    [owner],
    true,
  );
  const sending = useSending();
  const spend = ({ txid, vout_index, coin_symbol }: UnspentOutput): void =>
    void sending.send(() =>
      node.submitutxotransfertx(
        owner,
        coin_symbol,
        [{ prev_utxo_txid: txid, prev_utxo_vout_index: vout_index, conds: [{ cond_type: BY_ADDRESS }] }],
        [],
      ),
    );
  return (
    <>
      <h1>{t('nav.outputs')}</h1>
      <div class="wide-left">
        <Panel title={t('outputs.of', { owner })}>
          <Choice
            name={t('account')}
            value={owner}
            values={accounts.map(({ regid, addr }) => [regid, `${regid} · ${addr.slice(0, 8)}…`] as const)}
            onChange={one => goTo('outputs', one)}
          />
          <OutcomeNote outcome={sending.outcome} />
          <Shown loaded={loaded}>
            {outputs =>
              outputs.length === 0 ? (
                <Empty>{t('outputs.none')}</Empty>
              ) : (
                outputs.map(output => (
                  <article class="output" key={`${output.txid}:${output.vout_index}`}>
                    <div class="heading">
                      <b>
                        <Amount sawi={output.coin_amount} symbol={output.coin_symbol} />
                      </b>
                      <span class="soft">
                        <TxLink txid={output.txid} />:{output.vout_index}
                      </span>
                      {output.spendable && session.role !== 'read' && (
                        <button type="button" disabled={sending.isBusy} onClick={() => spend(output)}>
                          {t('outputs.spend')}
                        </button>
                      )}
                    </div>
                    <ul class="timeline">
                      {stepsOf(output).map(({ at, what }) => (
                        <li class={at <= height ? 'now' : ''}>
                          <span class="soft">{t('outputs.at', { height: grouped(at) })}</span> {what}
                        </li>
                      ))}
                    </ul>
                  </article>
                ))
              )
            }
          </Shown>
        </Panel>
        {session.role !== 'read' && <LockBuilder height={height} />}
      </div>
    </>
  );
}

/** When who may spend an output, in the order of heights. */
function stepsOf(
  output: UnspentOutput,
): readonly { readonly at: number; readonly what: ComponentChildren }[] {
  const steps: { at: number; what: ComponentChildren }[] = [
    {
      at: output.created_height,
      what: sentence('outputs.made', {
        maker: <AccountLink id={output.creator_addr || output.creator_uid} />,
      }),
    },
  ];
  const conditions = output.conds as unknown as readonly Readonly<Record<string, unknown>>[];
  const from = conditions.find(({ cond_type_code }) => Number(cond_type_code) === CLAIM_LOCK);
  const taken = conditions.find(({ cond_type_code }) => Number(cond_type_code) === RECYCLE_LOCK);
  const who = conditions.find(({ cond_type_code }) => Number(cond_type_code) === TO_ACCOUNT);
  steps.push({
    at: from === undefined ? output.created_height : Number(from.height) + 1,
    what:
      who === undefined
        ? output.spendable_by
        : sentence('outputs.canSpend', { owner: <AccountLink id={textOf(who.uid)} /> }),
  });
  if (taken !== undefined) steps.push({ at: Number(taken.height) + 1, what: t('outputs.makerToo') });
  return steps.sort((one, other) => one.at - other.at);
}

/** Makes an output of conditions that are chosen. */
function LockBuilder({ height }: { readonly height: number }): JSX.Element {
  const own = useOwnAccounts();
  const [chosen, setFrom] = useState<string>();
  const [to, setTo] = useState('');
  const [amount, setAmount] = useState('');
  const [from, setHeight] = useState('');
  const [until, setUntil] = useState('');
  const sending = useSending();
  const accounts = own.value ?? [];
  const sender = chosen ?? accounts.find(({ regid }) => regid === '0-13')?.regid ?? '';
  const sawi = sawiOf(amount);
  const isHeight = (text: string): boolean => text === '' || /^\d{1,9}$/.test(text);
  const conditions = [
    { cond_type: TO_ACCOUNT, uid: to },
    ...(from === '' ? [] : [{ cond_type: CLAIM_LOCK, height: Number(from) }]),
    ...(until === '' ? [] : [{ cond_type: RECYCLE_LOCK, height: Number(until) }]),
  ];
  return (
    <Panel title={t('outputs.lock')}>
      <form
        onSubmit={event => {
          event.preventDefault();
          if (sawi === undefined) return;
          void sending.send(() =>
            node.submitutxotransfertx(sender, 'WICC', [], [{ coin_amount: sawi, conds: conditions }]),
          );
        }}
      >
        <Choice
          name={t('outputs.payer')}
          value={sender}
          values={accounts.map(({ regid }) => [regid, regid] as const)}
          onChange={setFrom}
        />
        <Field
          name={t('outputs.receiver')}
          value={to}
          onChange={setTo}
          list={accounts.map(({ regid }) => regid)}
        />
        <Field
          name={`${t('amount')} (WICC)`}
          value={amount}
          onChange={setAmount}
          wrong={amount !== '' && sawi === undefined ? t('wrong.amount') : undefined}
        />
        <div class="row">
          <Field
            name={t('outputs.above')}
            value={from}
            onChange={setHeight}
            note={t('outputs.nowAt', { height: grouped(height) })}
            wrong={isHeight(from) ? undefined : t('wrong.integer')}
          />
          <Field
            name={t('outputs.notMaker')}
            value={until}
            onChange={setUntil}
            wrong={isHeight(until) ? undefined : t('wrong.integer')}
          />
        </div>
        <button
          type="submit"
          class="main"
          disabled={sending.isBusy || !sawi || to === '' || !isHeight(from) || !isHeight(until)}
        >
          {t('outputs.lockButton')}
        </button>
        <OutcomeNote outcome={sending.outcome} />
      </form>
    </Panel>
  );
}
