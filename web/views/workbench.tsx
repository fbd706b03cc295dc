import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Json } from '../../src/client/methods.generated.js';
import type { Json as Given } from '../../src/codec/json-value.js';
import { useAnswer } from '../answer.js';
import { callOf, type MethodForm, sameCall } from '../chain/method-forms.js';
import { useOwnAccounts } from '../chain/own-accounts.js';
import { SameCall } from '../chain/same-call.js';
import { coinsOf, sawiOf } from '../format.js';
import { callMethod, node } from '../node.js';
import { AccountLink, Amount, Copy, Empty, Panel, Problem, Shown, Table } from '../parts/basic.js';
import { Foreign } from '../parts/foreign.js';
import { Choice, Field, OutcomeNote, useSending } from '../parts/form.js';
import { JsonTree } from '../parts/json.js';
import { goTo, linkTo } from '../router.js';
import type { Session } from '../session.js';
import { t } from '../texts/language.js';
import type { ViewProps } from './index.js';
import { ContractsPart } from './workbench-contracts.js';

const PARTS = ['accounts', 'contracts', 'methods', 'chain', 'console'] as const;

export function WorkbenchView({ path, session }: ViewProps): JSX.Element {
  const [part = 'accounts', method = ''] = path;
  return (
    <>
      <div class="heading">
        <h1>{t('nav.workbench')}</h1>
        <nav class="tabs" aria-label={t('nav.workbench')}>
          {PARTS.filter(one => one !== 'chain' || session.role === 'dev').map(one => (
            <a href={linkTo('workbench', one)} {...(one === part && { 'aria-current': 'page' as const })}>
              {t(`workbench.${one}`)}
            </a>
          ))}
        </nav>
      </div>
      {part === 'accounts' && <Accounts />}
      {part === 'contracts' && <ContractsPart regid={method} session={session} />}
      {part === 'methods' && <Methods chosen={method} session={session} />}
      {part === 'chain' && <ChainTools />}
      {part === 'console' && <Console />}
    </>
  );
}

/** The accounts that the wallet can sign for, and a form that sends coins from one to another. */
function Accounts(): JSX.Element {
  const own = useOwnAccounts();
  return (
    <div class="wide-left">
      <Panel title={t('workbench.own')}>
        <Shown loaded={own}>
          {accounts => (
            <Table label={t('workbench.own')} head={[t('account'), [t('balance.free'), true]]}>
              {accounts.map(({ addr, regid, tokens }) => (
                <tr key={addr}>
                  <td>
                    <a class="id" href={linkTo('account', regid)}>
                      {regid}
                    </a>{' '}
                    <span class="id">
                      <AccountLink id={addr} /> <Copy text={addr} />
                    </span>
                  </td>
                  <td class="number">
                    {Object.entries(tokens).map(([symbol, { free_amount }]) => (
                      <div>
                        <Amount sawi={free_amount} symbol={symbol} />
                      </div>
                    ))}
                  </td>
                </tr>
              ))}
            </Table>
          )}
        </Shown>
      </Panel>
      <SendForm />
    </div>
  );
}

function SendForm(): JSX.Element {
  const own = useOwnAccounts();
  const [chosen, setFrom] = useState<string>();
  const [to, setTo] = useState('');
  const [amount, setAmount] = useState('');
  const [symbol, setSymbol] = useState('WICC');
  const [memo, setMemo] = useState('');
  const sending = useSending();
  const accounts = own.value ?? [];
  const from = chosen ?? accounts.find(({ regid }) => regid === '0-13')?.regid ?? accounts[0]?.regid ?? '';
  const coins = Object.entries(accounts.find(({ regid }) => regid === from)?.tokens ?? {});
  const has = accounts.find(({ regid }) => regid === from)?.tokens[symbol];
  const sawi = sawiOf(amount);
  return (
    <Panel title={t('workbench.send')}>
      <form
        onSubmit={event => {
          event.preventDefault();
          void sending.send(() => {
            const coinsToSend = `${symbol}:${sawi}:sawi`;
            return memo === ''
              ? node.submitsendtx(from, to, coinsToSend)
              : node.submitsendtx(from, to, coinsToSend, 'WICC:10000:sawi', memo);
          });
        }}
      >
        <Choice
          name={t('receipt.from')}
          value={from}
          values={accounts.map(({ regid, addr }) => [regid, `${regid} · ${addr.slice(0, 8)}…`] as const)}
          onChange={setFrom}
        />
        <Field
          name={t('receipt.to')}
          value={to}
          onChange={setTo}
          list={accounts.map(({ regid }) => regid)}
          note={t('workbench.anyAccount')}
        />
        <div class="row">
          <Field
            name={t('amount')}
            value={amount}
            onChange={setAmount}
            wrong={amount !== '' && sawi === undefined ? t('wrong.amount') : undefined}
          />
          <Choice
            name={t('coin')}
            value={symbol}
            values={coins.map(([name]) => [name, name] as const)}
            onChange={setSymbol}
            note={has !== undefined && t('workbench.has', { amount: coinsOf(has.free_amount) })}
          />
        </div>
        <Field name={t('tx.memo')} value={memo} onChange={setMemo} />
        <button type="submit" class="main" disabled={sending.isBusy || !sawi || to === ''}>
          {t('workbench.sendButton')}
        </button>
        <OutcomeNote outcome={sending.outcome} />
      </form>
    </Panel>
  );
}

/** A form for every method, made from what the node says of it. */
function Methods({ chosen, session }: { readonly chosen: string; readonly session: Session }): JSX.Element {
  const loaded = useAnswer(
    async () => (await callMethod('rpc.discover', [])) as unknown as { methods: readonly MethodForm[] },
    [],
  );
  const [filter, setFilter] = useState('');
  return (
    <Shown loaded={loaded}>
      {({ methods }) => {
        const shown = methods.filter(({ name, summary }) =>
          `${name} ${summary}`.toLowerCase().includes(filter.toLowerCase()),
        );
        const form = methods.find(({ name }) => name === chosen);
        return (
          <div class="method-columns">
            <Panel title={t('workbench.methods')} aside={String(shown.length)}>
              <Field name={t('workbench.filter')} value={filter} onChange={setFilter} />
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard */}
              <ul class="method-list" tabIndex={0} aria-label={t('workbench.methods')}>
                {shown.map(({ name, summary }) => (
                  <li key={name}>
                    <a
                      href={linkTo('workbench', 'methods', name)}
                      {...(name === chosen && { 'aria-current': 'true' as const })}
                    >
                      {name}
                    </a>
                    <small class="soft">{summary}</small>
                  </li>
                ))}
              </ul>
            </Panel>
            {form === undefined ? (
              <Empty>{t('workbench.choose')}</Empty>
            ) : (
              <MethodCall key={form.name} form={form} session={session} />
            )}
          </div>
        );
      }}
    </Shown>
  );
}

function MethodCall({
  form,
  session,
}: {
  readonly form: MethodForm;
  readonly session: Session;
}): JSX.Element {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const call = callOf(form, texts);
  const problems = 'problems' in call ? call.problems : {};
  const [example] = form.examples ?? [];
  const touches = form['x-touches'] ?? [];
  return (
    <div class="stack">
      <Panel
        title={<span class="mono">{form.name}</span>}
        aside={
          form['x-role'] !== undefined && (
            <span class="badge">{t('workbench.role', { role: form['x-role'] })}</span>
          )
        }
      >
        <p>{form.summary}</p>
        {form.description !== undefined && (
          <p class="soft" style={{ whiteSpace: 'pre-line' }}>
            {form.description}
          </p>
        )}
        {form.params.map(parameter => (
          <Field
            name={`${parameter.name}${parameter.required === true ? ' *' : ''}`}
            value={texts[parameter.name] ?? ''}
            onChange={value => setTexts({ ...texts, [parameter.name]: value })}
            note={[parameter.summary, parameter.description].filter(part => part !== undefined).join(' — ')}
            wrong={
              texts[parameter.name] !== undefined && problems[parameter.name] !== undefined
                ? t(`wrong.${problems[parameter.name] as 'integer'}`)
                : undefined
            }
          />
        ))}
        <div class="buttons" style={{ marginTop: '10px' }}>
          {example !== undefined && form.params.length > 0 && (
            <button
              type="button"
              onClick={() =>
                setTexts(
                  Object.fromEntries(
                    example.params.map(({ name, value }) => [
                      name,
                      typeof value === 'string' ? value : JSON.stringify(value),
                    ]),
                  ),
                )
              }
            >
              {t('workbench.example')}
            </button>
          )}
        </div>
      </Panel>
      <Run
        method={form.name}
        params={'params' in call ? call.params : undefined}
        isHarmless={touches[0] === 'reads' || touches.length === 0}
        isAllowed={session.role !== 'read' || touches[0] === 'reads'}
      />
      {'params' in call && <SameCall method={form.name} params={call.params} />}
    </div>
  );
}

interface Run {
  readonly method: string;
  readonly params: readonly Given[];
  readonly answer: { readonly result: Json } | { readonly error: Error };
}

/** What was called on this page, the newest first. */
const history: Run[] = [];
const MOST_REMEMBERED = 50;

async function run(method: string, params: readonly Given[]): Promise<Run> {
  const answer = await callMethod(method, params).then(
    result => ({ result }),
    (error: Error) => ({ error }),
  );
  const done = { method, params, answer };
  history.unshift(done);
  history.length = Math.min(history.length, MOST_REMEMBERED);
  return done;
}

function Run({
  method,
  params,
  isHarmless,
  isAllowed,
}: {
  readonly method: string;
  readonly params: readonly Given[] | undefined;
  readonly isHarmless: boolean;
  readonly isAllowed: boolean;
}): JSX.Element {
  const [done, setDone] = useState<Run>();
  const [isBusy, setBusy] = useState(false);
  const call = async (): Promise<void> => {
    if (params === undefined) return;
    setBusy(true);
    setDone(await run(method, params));
    setBusy(false);
  };
  return (
    <Panel
      title={t('workbench.answer')}
      aside={
        <button
          type="button"
          class="main"
          disabled={isBusy || params === undefined || !isAllowed}
          onClick={() => void call()}
        >
          {t(isHarmless ? 'workbench.ask' : 'workbench.call')}
        </button>
      }
    >
      {!isAllowed && <p class="warn">{t('workbench.notAllowed')}</p>}
      {isBusy && <div class="loading" role="status" aria-label={t('loading')} />}
      {done === undefined ? (
        <Empty>{t('workbench.notYet')}</Empty>
      ) : 'error' in done.answer ? (
        <Problem error={done.answer.error} />
      ) : (
        <JsonTree value={done.answer.result} />
      )}
    </Panel>
  );
}

/** What a development chain lets its user do. */
function ChainTools(): JSX.Element {
  const [blocks, setBlocks] = useState('1');
  const [seconds, setSeconds] = useState('3600');
  const [price, setPrice] = useState('WICC:USD=0.2');
  const [account, setAccount] = useState('');
  const [balance, setBalance] = useState('WICC:1000:wi');
  const [snapshots, setSnapshots] = useState<readonly string[]>([]);
  const [done, setDone] = useState<Run>();
  const act = async (method: string, ...params: readonly Given[]): Promise<Run> => {
    const one = await run(method, params);
    setDone(one);
    return one;
  };
  const snapshot = async (): Promise<void> => {
    const { answer } = await act('dev_snapshot');
    if ('result' in answer)
      setSnapshots([
        ...snapshots,
        typeof answer.result === 'string' || typeof answer.result === 'number'
          ? String(answer.result)
          : String((answer.result as { id?: unknown } | null)?.id ?? ''),
      ]);
  };
  const whole = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);
  return (
    <>
      <div class="columns">
        <Panel title={t('chain.mine')}>
          <Field name={t('chain.blocks')} value={blocks} onChange={setBlocks} />
          <p class="buttons">
            <button
              type="button"
              class="main"
              disabled={whole(blocks) === 0}
              onClick={() => void act('dev_mine', whole(blocks))}
            >
              {t('chain.mineButton')}
            </button>
          </p>
        </Panel>
        <Panel title={t('chain.time')}>
          <Field name={t('chain.seconds')} value={seconds} onChange={setSeconds} />
          <p class="buttons">
            <button
              type="button"
              class="main"
              disabled={whole(seconds) === 0}
              onClick={() => void act('dev_increaseTime', whole(seconds))}
            >
              {t('chain.timeButton')}
            </button>
          </p>
        </Panel>
        <Panel title={t('chain.snapshots')}>
          <p class="buttons">
            <button type="button" class="main" onClick={() => void snapshot()}>
              {t('chain.snapshotButton')}
            </button>
            {snapshots.map(id => (
              <button
                type="button"
                onClick={() => {
                  void act('dev_revert', /^\d+$/.test(id) ? Number(id) : id);
                  setSnapshots(snapshots.slice(0, snapshots.indexOf(id)));
                }}
              >
                {t('chain.revert', { id })}
              </button>
            ))}
          </p>
        </Panel>
        <Panel title={t('chain.price')}>
          <Field name={t('chain.pricePair')} value={price} onChange={setPrice} />
          <p class="buttons">
            <button type="button" class="main" onClick={() => void act('dev_setPrice', price)}>
              {t('chain.priceButton')}
            </button>
          </p>
        </Panel>
        <Panel title={t('chain.account')}>
          <Field name={t('account')} value={account} onChange={setAccount} />
          <Field name={t('amount')} value={balance} onChange={setBalance} />
          <p class="buttons">
            <button
              type="button"
              disabled={account === ''}
              onClick={() => void act('dev_impersonate', account)}
            >
              {t('chain.impersonate')}
            </button>
            <button
              type="button"
              disabled={account === ''}
              onClick={() => void act('dev_setBalance', account, balance)}
            >
              {t('chain.setBalance')}
            </button>
          </p>
        </Panel>
      </div>
      {done !== undefined && (
        <Panel title={<span class="mono">{done.method}</span>}>
          {'error' in done.answer ? (
            <Problem error={done.answer.error} />
          ) : (
            <JsonTree value={done.answer.result} />
          )}
        </Panel>
      )}
    </>
  );
}

/** A line is a method with JSON or words as its parameters, as for the command line. */
function Console(): JSX.Element {
  const [line, setLine] = useState('');
  const [place, setPlace] = useState(-1);
  const [, redraw] = useState(0);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const [method = '', ...words] = line.match(/'[^']*'|"(?:\\.|[^"\\])*"|\S+/g) ?? [];
    if (method === '') return;
    setLine('');
    setPlace(-1);
    const form: MethodForm = {
      name: method,
      summary: '',
      params: words.map((_word, index) => ({ name: String(index), schema: {} })),
    };
    const texts = Object.fromEntries(
      words.map((word, index) => [String(index), word.replace(/^'(.*)'$/s, '$1')]),
    );
    const call = callOf(form, texts);
    await run(method, 'params' in call ? call.params : []);
    redraw(count => count + 1);
  };
  const recall = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    const next = Math.min(history.length - 1, Math.max(-1, place + step));
    if (step === 0 || next === place) return;
    event.preventDefault();
    setPlace(next);
    const earlier = history[next];
    setLine(
      earlier === undefined ? '' : sameCall(earlier.method, earlier.params, '').coind.replace(/^coind /, ''),
    );
  };
  return (
    <Panel title={t('workbench.console')} aside={t('console.hint')}>
      <form onSubmit={event => void submit(event)}>
        <input
          class="mono"
          aria-label={t('workbench.console')}
          value={line}
          spellcheck={false}
          autocomplete="off"
          onInput={event => setLine(event.currentTarget.value)}
          onKeyDown={recall}
          placeholder="getblock 5 true"
        />
      </form>
      <ul class="tree">
        {history.map(({ method, params, answer }) => (
          <li>
            <button type="button" class="plain mono" onClick={() => goTo('workbench', 'methods', method)}>
              <Foreign text={`› ${sameCall(method, params, '').coind.replace(/^coind /, '')}`} />
            </button>
            {'error' in answer ? <Problem error={answer.error} /> : <JsonTree value={answer.result} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
