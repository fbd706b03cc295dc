import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useAnswer } from '../answer.js';
import { node } from '../node.js';
import { Empty, Panel, Shown } from '../parts/basic.js';
import { Foreign } from '../parts/foreign.js';
import { linkTo } from '../router.js';
import { type TextKey, t } from '../texts/language.js';
import type { ViewProps } from './index.js';

/** Something that was found, and its view. */
interface Found {
  readonly kind: TextKey;
  readonly path: readonly string[];
}

const HASH = /^[0-9a-fA-F]{64}$/;
const REGID = /^\d{1,10}-\d{1,5}$/;
const HEIGHT = /^\d{1,10}$/;
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{25,40}$/;
const KEY = /^(?:[0-9a-fA-F]{40}|0[23][0-9a-fA-F]{64})$/;

/** Everything that a text can mean, and is there. */
async function look(text: string): Promise<readonly Found[]> {
  const attempts: [Found, () => Promise<boolean>][] = [];
  const offer = (kind: TextKey, path: readonly string[], isThere: () => Promise<boolean>): void => {
    attempts.push([{ kind, path }, isThere]);
  };
  if (HEIGHT.test(text))
    offer('block', ['block', text], async () => Number(text) <= Number(await node.getblockcount()));
  if (HASH.test(text)) {
    const id = text.toLowerCase();
    offer('block', ['block', id], async () => (await node.getblock(id)) !== null);
    offer('transaction', ['tx', id], async () => 'tx_type' in (await node.gettxdetail(id)));
    offer('order', ['order', id], async () => (await node.getdexorder(id)) !== null);
    offer('position', ['position', id], async () => (await node.getcdp(id)) !== null);
    offer('proposal', ['proposal', id], async () => 'proposal_type' in (await node.getproposal(id)));
  }
  if (REGID.test(text))
    offer('contract', ['contract', text], async () => (await node.getcontractinfo(text)) !== null);
  if (REGID.test(text) || ADDRESS.test(text) || KEY.test(text)) {
    offer('account', ['account', text], async () => (await node.getaccountinfo(text)).onchain);
  }
  if (text.length <= 12) {
    offer('asset', ['asset', text.toUpperCase()], async () => {
      const { assets } = await node.listassets();
      return assets.some(({ asset_symbol }) => asset_symbol === text.toUpperCase());
    });
  }
  const found = await Promise.all(
    attempts.map(async ([one, isThere]) => ((await isThere().catch(notThere)) ? [one] : [])),
  );
  const all = found.flat();
  // A contract shows the way to its account.
  return all.some(({ kind }) => kind === 'contract') ? all.filter(({ kind }) => kind !== 'account') : all;
}

/** The node refuses what is not there; anything else is told. */
function notThere(error: Error): boolean {
  if (error.name === 'CallError') return false;
  throw error;
}

export function SearchView({ path }: ViewProps): JSX.Element {
  const text = (path[0] ?? '').trim();
  const loaded = useAnswer(() => look(text), [text]);
  const [only, another] = loaded.value ?? [];
  useEffect(() => {
    // Where there is one thing only, it is shown at once; the way back leads to before the search.
    if (only !== undefined && another === undefined) location.replace(linkTo(...only.path));
  }, [only, another]);
  return (
    <>
      <h1>{t('search.title')}</h1>
      <Panel title={<Foreign text={text} lead={90} />}>
        <Shown loaded={loaded}>
          {found =>
            found.length === 0 ? (
              <Empty>{t('search.nothing')}</Empty>
            ) : (
              <ul class="tree">
                {found.map(({ kind, path: where }) => (
                  <li>
                    <a href={linkTo(...where)}>
                      {t(kind)} {where[1]}
                    </a>
                  </li>
                ))}
              </ul>
            )
          }
        </Shown>
      </Panel>
    </>
  );
}
