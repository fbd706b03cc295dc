import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Json } from '../../src/client/methods.generated.js';
import { t } from '../texts/language.js';
import { Foreign } from './foreign.js';

/** Elements of a list that are shown at once, and with each further step. */
const ELEMENTS = 50;

/** A value as a tree in which what is deep is folded. */
export function JsonTree({
  value,
  depth = 0,
}: {
  readonly value: Json;
  readonly depth?: number;
}): JSX.Element {
  const [shown, setShown] = useState(ELEMENTS);
  if (typeof value === 'string') return <Foreign text={value} />;
  if (typeof value !== 'object' || value === null) return <span class="number">{String(value)}</span>;
  const entries = Object.entries(value);
  if (entries.length === 0) return <span class="soft">{Array.isArray(value) ? '[]' : '{}'}</span>;
  const tree = (
    <ul class="tree">
      {entries.slice(0, shown).map(([name, member]) => (
        <li key={name}>
          <span class="soft">
            <Foreign text={name} lead={60} />:{' '}
          </span>
          <JsonTree value={member} depth={depth + 1} />
        </li>
      ))}
      {entries.length > shown && (
        <li>
          <button type="button" class="plain" onClick={() => setShown(shown + 10 * ELEMENTS)}>
            {t('more.elements', { n: entries.length - shown })}
          </button>
        </li>
      )}
    </ul>
  );
  if (depth === 0) return tree;
  return (
    <Folded
      title={`${Array.isArray(value) ? '[ ]' : '{ }'} ${entries.length}`}
      isOpen={depth < 3 && entries.length < 12}
    >
      {() => tree}
    </Folded>
  );
}

/** What is made only when it is unfolded. */
export function Folded({
  title,
  isOpen = false,
  children,
}: {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly children: () => JSX.Element;
}): JSX.Element {
  const [open, setOpen] = useState(isOpen);
  return (
    <details open={open} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && children()}
    </details>
  );
}

/** JSON as text; bigints keep their digits. */
export function jsonText(value: Json, indent = 2): string {
  const marks: string[] = [];
  const text = JSON.stringify(
    value,
    (_name, member: unknown) => {
      if (typeof member !== 'bigint') return member;
      marks.push(String(member));
      return `\u0000${marks.length - 1}\u0000`;
    },
    indent,
  );
  return text.replace(/"\\u0000(\d+)\\u0000"/g, (_all, index: string) => marks[Number(index)] ?? '');
}
