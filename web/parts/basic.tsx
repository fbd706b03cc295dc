import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Integer } from '../../src/client/methods.generated.js';
import type { Loaded } from '../answer.js';
import { coinsOf, grouped, shortened, timeText } from '../format.js';
import { linkTo } from '../router.js';
import { t } from '../texts/language.js';
import { Foreign } from './foreign.js';

/** A part of a view with a heading. */
export function Panel({
  title,
  aside,
  children,
}: {
  readonly title: ComponentChildren;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <section class="panel">
      <header>
        <h2>{title}</h2>
        {aside !== undefined && <div class="soft">{aside}</div>}
      </header>
      {children}
    </section>
  );
}

/** Figures side by side. */
export function Figures({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <dl class="figures">{children}</dl>;
}

export function Figure({
  name,
  children,
  note,
}: {
  readonly name: string;
  readonly children: ComponentChildren;
  readonly note?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="figure">
      <dt>{name}</dt>
      <dd>
        {children}
        {note !== undefined && <small>{note}</small>}
      </dd>
    </div>
  );
}

/** Facts by name; those that are undefined are left out. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: ComponentChildren])[];
}): JSX.Element {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== undefined && value !== '')
        .map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
    </dl>
  );
}

/** An amount of a coin, with all its digits. */
export function Amount({ sawi, symbol }: { readonly sawi: Integer; readonly symbol?: string }): JSX.Element {
  return (
    <span class="number">
      {coinsOf(sawi)}
      {symbol !== undefined && (
        <>
          {' '}
          <a class="soft" href={linkTo('asset', symbol)}>
            {symbol}
          </a>
        </>
      )}
    </span>
  );
}

export function Count({ value }: { readonly value: Integer }): JSX.Element {
  return <span class="number">{grouped(value)}</span>;
}

export function Time({ seconds }: { readonly seconds: Integer }): JSX.Element {
  return (
    <time class="number" dateTime={new Date(Number(seconds) * 1000).toISOString()}>
      {timeText(seconds)}
    </time>
  );
}

/** How long ago something was, of the clock of the chain. */
export function ago(seconds: number): string {
  if (seconds < 0) return t('ago.now');
  if (seconds < 60) return t('ago.seconds', { n: Math.floor(seconds) });
  if (seconds < 3600) return t('ago.minutes', { n: Math.floor(seconds / 60) });
  if (seconds < 172_800) return t('ago.hours', { n: Math.floor(seconds / 3600) });
  return t('ago.days', { n: Math.floor(seconds / 86_400) });
}

export function BlockLink({ height }: { readonly height: Integer }): JSX.Element {
  return (
    <a class="number" href={linkTo('block', height)}>
      {grouped(height)}
    </a>
  );
}

export function TxLink({ txid, whole }: { readonly txid: string; readonly whole?: boolean }): JSX.Element {
  return (
    <a class="mono" href={linkTo('tx', txid)} title={txid}>
      {whole === true ? txid : shortened(txid)}
    </a>
  );
}

export function AccountLink({ id, whole }: { readonly id: string; readonly whole?: boolean }): JSX.Element {
  return (
    <a class={whole === true ? 'mono' : 'mono id'} href={linkTo('account', id)} title={id}>
      {whole === true ? id : shortened(id, 7, 5)}
    </a>
  );
}

/** Copies a text. */
export function Copy({ text }: { readonly text: string }): JSX.Element {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <button type="button" class="plain copy" onClick={() => void copy()} aria-label={t('copy')}>
      <svg
        viewBox="0 0 16 16"
        width="14"
        height="14"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        stroke-width="1.6"
      >
        {isCopied ? <path d="M3 8.5 6.5 12 13 4.5" /> : <path d="M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z" />}
      </svg>
    </button>
  );
}

/** What is shown of something that is being loaded: itself, why it is not there, or that it is coming. */
export function Shown<T>({
  loaded,
  children,
}: {
  readonly loaded: Loaded<T>;
  readonly children: (value: T) => ComponentChildren;
}): JSX.Element {
  const { value, error, isLoading } = loaded;
  return (
    <>
      {error !== undefined && <Problem error={error} />}
      {value !== undefined && children(value)}
      {value === undefined && error === undefined && isLoading && (
        <div class="loading" role="status" aria-label={t('loading')} />
      )}
    </>
  );
}

/** Characters of a refusal that are shown at once: it can repeat what somebody else has written. */
const PROBLEM_LEAD = 1000;

/** Why something failed, in the words of the node. */
export function Problem({ error }: { readonly error: Error }): JSX.Element {
  const { data } = error as { readonly data?: { readonly detail?: unknown } };
  return (
    <div class="note bad" role="alert">
      <Foreign text={error.message} lead={PROBLEM_LEAD} />
      {typeof data?.detail === 'string' && (
        <div>
          <Foreign text={data.detail} lead={PROBLEM_LEAD} />
        </div>
      )}
    </div>
  );
}

export function Empty({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <div class="empty">{children}</div>;
}

/** Columns that a phone has room for. */
const NARROW_COLUMNS = 3;

/** A table in which wide rows scroll by themselves. On a phone a row of many cells is a card that names each of them. */
export function Table({
  head,
  children,
  label,
}: {
  readonly head: readonly (string | readonly [text: string, isNumber: true])[];
  readonly children: ComponentChildren;
  readonly label: string;
}): JSX.Element {
  const body = useRef<HTMLTableSectionElement>(null);
  useLayoutEffect(() => {
    const names = head.map(cell => (typeof cell === 'string' ? cell : cell[0]));
    for (const row of body.current?.rows ?? []) {
      for (const [index, cell] of [...row.cells].entries()) cell.dataset.name = names[index] ?? '';
    }
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
    <section class="scroll" tabIndex={0} aria-label={label}>
      <table {...(head.length > NARROW_COLUMNS && { class: 'cards' })}>
        <thead>
          <tr>
            {head.map(cell =>
              typeof cell === 'string' ? (
                <th scope="col">{cell}</th>
              ) : (
                <th scope="col" class="number">
                  {cell[0]}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody ref={body}>{children}</tbody>
      </table>
    </section>
  );
}
