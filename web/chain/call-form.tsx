import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Json } from '../../src/codec/json-value.js';
import { coinsOf, sawiOf } from '../format.js';
import { callMethod } from '../node.js';
import { Empty, Panel, Problem } from '../parts/basic.js';
import { Foreign } from '../parts/foreign.js';
import { Choice, Field, OutcomeNote, useSending } from '../parts/form.js';
import { t } from '../texts/language.js';
import type { CallForm } from './contract-forms.js';
import { type Estimate, EstimateView } from './estimate.js';
import { useOwnAccounts } from './own-accounts.js';
import { SameCall } from './same-call.js';

/** The outcome of a trial run, and of which call it was. */
interface Trial {
  readonly key: string;
  readonly outcome: { readonly estimate: Estimate } | { readonly error: Error };
}

/** Calls a contract: first tried out, which costs nothing and changes nothing, then for real. */
export function CallForms({
  regid,
  forms,
  mayCall,
}: {
  readonly regid: string;
  readonly forms: readonly CallForm[];
  /** Whether whoever looks may send, too. */
  readonly mayCall: boolean;
}): JSX.Element {
  const [index, setIndex] = useState(0);
  const form = forms[index];
  if (form === undefined) return <Empty>{t('call.none')}</Empty>;
  return (
    <>
      <Panel title={t('call.what')}>
        <div class="tabs">
          {forms.map(({ name }, i) => (
            <button type="button" key={name} aria-pressed={i === index} onClick={() => setIndex(i)}>
              {name === '' ? t('call.bytes') : <Foreign text={name} lead={40} />}
            </button>
          ))}
        </div>
      </Panel>
      <OneForm key={`${regid} ${index}`} regid={regid} form={form} mayCall={mayCall} />
    </>
  );
}

function OneForm({
  regid,
  form,
  mayCall,
}: {
  readonly regid: string;
  readonly form: CallForm;
  readonly mayCall: boolean;
}): JSX.Element {
  const own = useOwnAccounts();
  const accounts = own.value ?? [];
  const [chosen, setSender] = useState<string>();
  const [texts, setTexts] = useState<readonly (string | undefined)[]>([]);
  const [amount, setAmount] = useState('');
  const [symbol, setSymbol] = useState('WICC');
  const [trial, setTrial] = useState<Trial>();
  const [isTrying, setTrying] = useState(false);
  const sending = useSending();
  const sender =
    chosen ?? accounts.find(({ regid: one }) => one === '0-13')?.regid ?? accounts[0]?.regid ?? '';
  const tokens = accounts.find(({ regid: one }) => one === sender)?.tokens ?? {};
  const input = form.read(form.fields.map((_field, i) => texts[i] ?? ''));
  const wrong = 'wrong' in input ? input.wrong : [];
  const coins = amount === '' ? 0n : sawiOf(amount);
  const has = tokens[symbol]?.free_amount;

  let calls:
    | { readonly trial: readonly Json[]; readonly method: string; readonly params: readonly Json[] }
    | undefined;
  if ('arguments' in input && coins !== undefined && sender !== '') {
    const money = `${symbol}:${coins}:sawi`;
    const head = [sender, regid, input.arguments] as const;
    calls =
      input.data === undefined
        ? { trial: [...head, money], method: 'submitucontractcalltx', params: [...head, money] }
        : { trial: [...head, 0, input.data], method: 'submittx', params: [...head, input.data] };
  }
  const key = calls === undefined ? '' : calls.trial.map(param => String(param)).join(' ');
  const current = trial?.key === key ? trial.outcome : undefined;
  const isReady = current !== undefined && 'estimate' in current && current.estimate.succeeded;

  const tryOut = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (calls === undefined) return;
    setTrying(true);
    const outcome = await callMethod('estimatecontractcall', calls.trial).then(
      estimate => ({ estimate: estimate as unknown as Estimate }),
      (error: Error) => ({ error }),
    );
    setTrial({ key, outcome });
    setTrying(false);
  };
  const send = ({ method, params }: NonNullable<typeof calls>): void =>
    void sending.send(async () => (await callMethod(method, params)) as unknown as { readonly txid: string });

  return (
    <>
      <Panel title={form.name === '' ? t('call.bytes') : <Foreign text={form.name} lead={40} />}>
        {form.summary !== '' && (
          <p class="soft">
            <Foreign text={form.summary} />
          </p>
        )}
        <form onSubmit={event => void tryOut(event)}>
          <Choice
            name={t('call.sender')}
            value={sender}
            values={accounts.map(({ regid: one, addr }) => [one, `${one} · ${addr.slice(0, 8)}…`] as const)}
            onChange={setSender}
          />
          {form.fields.map(({ name, type, account }, i) => (
            <Field
              key={name}
              name={<Foreign text={name} lead={80} />}
              value={texts[i] ?? ''}
              onChange={text => setTexts(form.fields.map((_field, at) => (at === i ? text : texts[at])))}
              note={<Foreign text={type} lead={80} />}
              wrong={texts[i] !== undefined && wrong[i] !== undefined ? t(wrong[i]) : undefined}
              {...(account !== undefined && {
                list: accounts.map(({ regid: one, addr }) => (account === 'regid' ? one : addr)),
              })}
            />
          ))}
          {form.takesCoins && (
            <div class="row">
              <Field
                name={t('call.coins')}
                value={amount}
                onChange={setAmount}
                wrong={coins === undefined ? t('wrong.amount') : undefined}
              />
              <Choice
                name={t('coin')}
                value={symbol}
                values={Object.keys(tokens).map(name => [name, name] as const)}
                onChange={setSymbol}
                note={has !== undefined && t('workbench.has', { amount: coinsOf(has) })}
              />
            </div>
          )}
          <div class="buttons">
            <button type="submit" class={isReady ? '' : 'main'} disabled={calls === undefined || isTrying}>
              {t('call.try')}
            </button>
            {mayCall && (
              <button
                type="button"
                class={isReady ? 'main' : ''}
                disabled={!isReady || sending.isBusy}
                onClick={() => calls !== undefined && send(calls)}
              >
                {t('call.send')}
              </button>
            )}
          </div>
          <OutcomeNote outcome={sending.outcome} />
        </form>
      </Panel>
      {current !== undefined && (
        <Panel title={t('trial.title')}>
          {'error' in current ? (
            <Problem error={current.error} />
          ) : (
            <EstimateView estimate={current.estimate} />
          )}
        </Panel>
      )}
      {calls !== undefined && <SameCall method={calls.method} params={calls.params} />}
    </>
  );
}
