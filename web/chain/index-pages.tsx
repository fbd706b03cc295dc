import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.js';
import { grouped } from '../format.js';
import { node } from '../node.js';
import { Empty, Panel, Shown } from '../parts/basic.js';
import { t } from '../texts/language.js';

/** Entries of a page. */
export const PAGE_SIZE = 25;

/** What every page of a listing by an index has besides its entries. */
export interface IndexPage {
  readonly count: number;
  readonly has_more: boolean;
  readonly cursor: string;
  readonly from_height: number;
}

/** Names of the indexes of the chain that the node keeps and that are complete; undefined until it has said so. */
export function useIndexes(): ReadonlySet<string> | undefined {
  return useAnswer(readyIndexes, [], true).value;
}

async function readyIndexes(): Promise<ReadonlySet<string>> {
  try {
    const indexes = Object.entries(await node.getindexinfo());
    return new Set(indexes.filter(([, { state }]) => state === 'ready').map(([name]) => name));
  } catch (error) {
    // Who may not ask for the indexes is shown what can be told without them.
    if ((error as Error).name === 'CallError') return new Set();
    throw error;
  }
}

/** A listing by an index, page by page. Where it has nothing and no text says so, it is left out. */
export function IndexPages<T extends IndexPage>({
  title,
  subject,
  list,
  empty,
  children,
}: {
  readonly title: string;
  /** What is listed: another one begins at its first page. */
  readonly subject: string;
  /** Asks for the page after a cursor; the first one is after the empty one. */
  readonly list: (cursor: string) => Promise<T>;
  readonly empty?: string;
  readonly children: (page: T) => ComponentChildren;
}): JSX.Element | null {
  const [way, setWay] = useState<{ readonly subject: string; readonly cursors: readonly string[] }>();
  const cursors = way?.subject === subject ? way.cursors : [];
  const loaded = useAnswer(() => list(cursors.at(-1) ?? ''), [subject, cursors], true);
  const page = loaded.value;
  const isFirst = cursors.length === 0;
  if (empty === undefined && isFirst && loaded.error === undefined && (page?.count ?? 0) === 0) return null;
  return (
    <Panel
      title={title}
      {...(page !== undefined &&
        page.from_height > 0 && { aside: t('index.from', { height: grouped(page.from_height) }) })}
    >
      <Shown loaded={loaded}>
        {shown => (shown.count === 0 && empty !== undefined ? <Empty>{empty}</Empty> : children(shown))}
      </Shown>
      {(!isFirst || page?.has_more) && (
        <div class="buttons">
          <button
            type="button"
            disabled={isFirst}
            onClick={() => setWay({ subject, cursors: cursors.slice(0, -1) })}
          >
            {t('page.previous')}
          </button>
          <button
            type="button"
            disabled={!page?.has_more}
            onClick={() => page && setWay({ subject, cursors: [...cursors, page.cursor] })}
          >
            {t('page.next')}
          </button>
        </div>
      )}
    </Panel>
  );
}
