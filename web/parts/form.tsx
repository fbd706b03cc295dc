import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../texts/language.js';
import { Problem, TxLink } from './basic.js';

let fields = 0;

/** A field of a form with its name, and what is wrong with it. */
export function Field({
  name,
  value,
  onChange,
  note,
  wrong,
  list,
  type = 'text',
}: {
  readonly name: ComponentChildren;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly note?: ComponentChildren;
  readonly wrong?: string | undefined;
  /** What can be chosen, besides typing. */
  readonly list?: readonly string[];
  readonly type?: 'text' | 'area';
}): JSX.Element {
  const [id] = useState(() => `field-${++fields}`);
  const shared = {
    id,
    value,
    spellcheck: false,
    autocomplete: 'off',
    'aria-invalid': wrong !== undefined,
  } as const;
  return (
    <div class="field">
      <label for={id}>{name}</label>
      {type === 'area' ? (
        <textarea {...shared} onInput={event => onChange(event.currentTarget.value)} />
      ) : (
        <input
          type="text"
          {...shared}
          {...(list !== undefined && { list: `${id}-list` })}
          onInput={event => onChange(event.currentTarget.value)}
        />
      )}
      {list !== undefined && (
        <datalist id={`${id}-list`}>
          {list.map(one => (
            <option value={one} />
          ))}
        </datalist>
      )}
      {note !== undefined && <small>{note}</small>}
      {wrong !== undefined && <span class="wrong">{wrong}</span>}
    </div>
  );
}

/** One of several values. */
export function Choice({
  name,
  value,
  values,
  onChange,
  note,
}: {
  readonly name: string;
  readonly value: string;
  readonly values: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
  readonly note?: ComponentChildren;
}): JSX.Element {
  const [id] = useState(() => `field-${++fields}`);
  return (
    <div class="field">
      <label for={id}>{name}</label>
      <select id={id} value={value} onChange={event => onChange(event.currentTarget.value)}>
        {values.map(([one, text]) => (
          <option value={one} selected={one === value}>
            {text}
          </option>
        ))}
      </select>
      {note !== undefined && <small>{note}</small>}
    </div>
  );
}

/** What has become of something that was sent. */
export type Outcome = { readonly txid: string } | { readonly error: Error };

/** Sends something once at a time, and keeps what has become of it. */
export function useSending(): {
  readonly isBusy: boolean;
  readonly outcome: Outcome | undefined;
  send(call: () => Promise<{ readonly txid: string }>): Promise<void>;
} {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  return {
    isBusy,
    outcome,
    async send(call) {
      setBusy(true);
      try {
        setOutcome({ txid: (await call()).txid });
      } catch (error) {
        setOutcome({ error: error as Error });
      }
      setBusy(false);
    },
  };
}

/** Tells what has become of something that was sent: its transaction, or why the node refuses it. */
export function OutcomeNote({ outcome }: { readonly outcome: Outcome | undefined }): JSX.Element | null {
  if (outcome === undefined) return null;
  if ('error' in outcome) return <Problem error={outcome.error} />;
  return (
    <div class="note good" role="status">
      {t('sent')} <TxLink txid={outcome.txid} />
    </div>
  );
}
