import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../texts/language.js';
import { visible } from './foreign.js';

/** Lines that are shown at once, and characters of a line. */
const LINES = 400;
const LINE_LENGTH = 2000;
const KEYWORDS = new Set(
  'and break do else elseif end false for function goto if in local nil not or repeat return then true until while'.split(
    ' ',
  ),
);
/** Long texts and comments, short ones, numbers and names, in this order. */
const TOKEN =
  /(--\[(=*)\[[\s\S]*?(?:\]\2\]|$)|--[^\n]*)|(\[(=*)\[[\s\S]*?(?:\]\4\]|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?)|(\b0[xX][\da-fA-F.]+|\b\d[\d.]*(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)/g;

type Kind = 'comment' | 'text' | 'digits' | 'keyword';

/** Pieces of Lua with what they are. */
function piecesOf(source: string): (readonly [text: string, kind: Kind | undefined])[] {
  const pieces: (readonly [string, Kind | undefined])[] = [];
  let from = 0;
  for (const match of source.matchAll(TOKEN)) {
    const [text, comment, , quoted, , digits, name] = match;
    const kind: Kind | undefined = comment
      ? 'comment'
      : quoted
        ? 'text'
        : digits
          ? 'digits'
          : name && KEYWORDS.has(name)
            ? 'keyword'
            : undefined;
    if (kind === undefined) continue;
    pieces.push([source.slice(from, match.index), undefined], [text, kind]);
    from = match.index + text.length;
  }
  pieces.push([source.slice(from), undefined]);
  return pieces;
}

/** Lua with colours and numbers of lines. @param reached - by line, how often a call has reached it */
export function LuaSource({
  source,
  reached,
}: {
  readonly source: string;
  readonly reached?: ReadonlyMap<number, number>;
}): JSX.Element {
  const [shown, setShown] = useState(LINES);
  const lines: ComponentChildren[][] = [[]];
  for (const [text, kind] of piecesOf(source)) {
    text.split('\n').forEach((part, index) => {
      if (index > 0) lines.push([]);
      if (part === '') return;
      const cut = part.length > LINE_LENGTH ? `${part.slice(0, LINE_LENGTH)}…` : part;
      lines.at(-1)?.push(kind === undefined ? visible(cut) : <span class={kind}>{visible(cut)}</span>);
    });
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard */}
      <pre class="source" tabIndex={0}>
        {lines.slice(0, shown).map((line, index) => (
          <>
            <span class={`line-number${reached?.has(index + 1) ? ' good' : ''}`} aria-hidden="true">
              {index + 1}
            </span>
            {line}
            {'\n'}
          </>
        ))}
      </pre>
      {lines.length > shown && (
        <button type="button" class="plain" onClick={() => setShown(shown + 10 * LINES)}>
          {t('more.lines', { n: lines.length - shown })}
        </button>
      )}
    </>
  );
}
