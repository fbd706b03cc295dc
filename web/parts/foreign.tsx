import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../texts/language.js';

/** Characters of a text of others that are shown at once, and with each further step. */
const SHOWN_AT_ONCE = 240;
const SHOWN_MORE = 20_000;
/**
 * What is not seen, or changes the direction or place of what stands around it: controls but tabs and line breaks, formats,
 * halves of pairs, separators, and letters without ink.
 */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115F\u1160\u17B4\u17B5\u3164\uFFA0]/gu;
/** More signs on one letter than any language has pile up over other lines. */
const PILED = /(\p{M}{4})\p{M}+/gu;

/**
 * A text that somebody else has written: a name, memo, source, trace. It is shown as it is, apart from what surrounds it;
 * what is not seen is named, and a long text is cut until more is asked for.
 */
export function Foreign({ text, lead }: { readonly text: string; readonly lead?: number }): JSX.Element {
  const [shown, setShown] = useState(lead ?? SHOWN_AT_ONCE);
  const isCut = text.length > shown;
  const end = isCut ? wholeEnd(text, shown) : text.length;
  return (
    <bdi class="foreign">
      {visible(text.slice(0, end))}
      {isCut && (
        <>
          …{' '}
          <button type="button" class="plain" onClick={() => setShown(shown + SHOWN_MORE)}>
            {t('more.characters', { n: text.length - end })}
          </button>
        </>
      )}
    </bdi>
  );
}

/** Not between the halves of a pair. */
function wholeEnd(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/** Parts of a text, with names in the places of characters that are not seen. */
export function visible(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let from = 0;
  const tamed = text.replace(PILED, '$1');
  for (const match of tamed.matchAll(INVISIBLE)) {
    parts.push(tamed.slice(from, match.index));
    const code = match[0].codePointAt(0) ?? 0;
    parts.push(<span class="control">{`U+${code.toString(16).toUpperCase().padStart(4, '0')}`}</span>);
    from = match.index + match[0].length;
  }
  parts.push(tamed.slice(from));
  return parts;
}

/** The address of a page as others have named it: shown, never a link. */
export function ForeignUrl({ url }: { readonly url: string }): JSX.Element {
  const isWeb = /^https?:\/\/[^\s]+$/i.test(url);
  return (
    <span>
      <span class="mono">
        <Foreign text={url} />
      </span>
      {!isWeb && url !== '' && <span class="badge warn">{t('foreign.noUrl')}</span>}
    </span>
  );
}
