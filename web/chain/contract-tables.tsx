import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Json } from '../../src/client/methods.generated.js';
import { useAnswer } from '../answer.js';
import { node } from '../node.js';
import { Empty, Panel, Shown } from '../parts/basic.js';
import { Foreign } from '../parts/foreign.js';
import { JsonTree } from '../parts/json.js';
import { t } from '../texts/language.js';
import type { Abi } from './contract-forms.js';

/** Rows of a page. */
const ROWS = 25;

/** The tables of a contract with their rows. */
export function ContractTables({ regid, abi }: { readonly regid: string; readonly abi: Abi }): JSX.Element {
  return (
    <>
      {(abi.tables ?? []).map(({ name }) => (
        <TableRows key={name} regid={regid} table={name} />
      ))}
    </>
  );
}

/** The rows of a table, page by page. */
function TableRows({ regid, table }: { readonly regid: string; readonly table: string }): JSX.Element {
  const [begin, setBegin] = useState<readonly string[]>([]);
  const after = begin.at(-1);
  const loaded = useAnswer(
    () =>
      after === undefined
        ? node.wasm_gettable(regid, table, [], String(ROWS))
        : node.wasm_gettable(regid, table, [], String(ROWS), after),
    [regid, table, after],
    true,
  );
  return (
    <Panel
      title={
        <>
          {t('contract.table')} <Foreign text={table} lead={60} />
        </>
      }
    >
      <Shown loaded={loaded}>
        {({ rows, more }) => (
          <>
            {rows.length === 0 ? (
              <Empty>{t('contract.noRows')}</Empty>
            ) : (
              <JsonTree value={rows as unknown as Json} />
            )}
            <div class="buttons">
              <button
                type="button"
                disabled={begin.length === 0}
                onClick={() => setBegin(begin.slice(0, -1))}
              >
                {t('page.previous')}
              </button>
              <button
                type="button"
                disabled={!more}
                onClick={() => setBegin([...begin, String(rows.at(-1)?.key ?? '')])}
              >
                {t('page.next')}
              </button>
            </div>
          </>
        )}
      </Shown>
    </Panel>
  );
}
