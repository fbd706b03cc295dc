import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Foreign } from '../parts/foreign.js';
import { Folded, JsonTree } from '../parts/json.js';
import { linkTo } from '../router.js';
import { t } from '../texts/language.js';
import type { ActionTrace } from './transaction.js';

/** Calls of one level that are shown at once. */
const SHOWN = 25;

/** What actions a transaction had, with those that each has caused. */
export function TraceTree({ traces }: { readonly traces: readonly ActionTrace[] }): JSX.Element {
  const [shown, setShown] = useState(SHOWN);
  return (
    <ul class="tree">
      {traces.slice(0, shown).map(trace => (
        <li>
          <Call trace={trace} />
        </li>
      ))}
      {traces.length > shown && (
        <li>
          <button type="button" class="plain" onClick={() => setShown(shown + 4 * SHOWN)}>
            {t('more.elements', { n: traces.length - shown })}
          </button>
        </li>
      )}
    </ul>
  );
}

function Call({ trace }: { readonly trace: ActionTrace }): JSX.Element {
  const { receiver, trx, console: printed, inline_traces: inner = [] } = trace;
  const isNotice = receiver !== trx.contract;
  return (
    <>
      <a href={linkTo('contract', trx.contract)}>{trx.contract}</a>{' '}
      <b>
        <Foreign text={trx.action} lead={60} />
      </b>
      {isNotice && <span class="badge">{t('trace.notice', { receiver })}</span>}
      <Folded title={t('trace.data')}>{() => <JsonTree value={trx.data} />}</Folded>
      {printed !== undefined && printed !== '' && (
        <pre class="source">
          <Foreign text={printed} lead={600} />
        </pre>
      )}
      {inner.length > 0 && <TraceTree traces={inner} />}
    </>
  );
}
