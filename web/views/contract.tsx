import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Contract } from '../../src/client/methods.generated.js';
import { useAnswer } from '../answer.js';
import { sourceOf } from '../chain/code.js';
import { type Abi, fieldsOf } from '../chain/contract-forms.js';
import { ContractTables } from '../chain/contract-tables.js';
import { IndexPages, PAGE_SIZE, useIndexes } from '../chain/index-pages.js';
import { TransactionRows, transactionsOf } from '../chain/transaction-table.js';
import { bytesText } from '../format.js';
import { node } from '../node.js';
import { AccountLink, Copy, Empty, Facts, Panel, Problem, Shown, Table } from '../parts/basic.js';
import { Foreign } from '../parts/foreign.js';
import { LuaSource } from '../parts/source.js';
import { linkTo } from '../router.js';
import { t } from '../texts/language.js';
import type { ViewProps } from './index.js';

const LUA = 1;
/** Contracts that are listed at once. */
const LISTED = 200;

/** Contracts of the node that are always there. */
const SYSTEM = ['0-800'];

export function ContractsView(_props: ViewProps): JSX.Element {
  const loaded = useAnswer(() => node.listcontracts(false), [], true);
  const [shown, setShown] = useState(LISTED);
  return (
    <>
      <h1>{t('nav.contracts')}</h1>
      <Panel title={t('contracts.system')}>
        <div class="tabs">
          {SYSTEM.map(regid => (
            <a key={regid} href={linkTo('contract', regid)}>
              {regid} · {t('contracts.assetContract')}
            </a>
          ))}
        </div>
      </Panel>
      <Panel title={t('contracts.users')}>
        <Shown loaded={loaded}>
          {({ contracts }) =>
            contracts.length === 0 ? (
              <Empty>{t('contracts.none')}</Empty>
            ) : (
              <>
                <Table label={t('contracts.users')} head={[t('contract'), t('tx.memo')]}>
                  {contracts.slice(0, shown).map(({ contract_regid, memo }) => (
                    <tr key={contract_regid}>
                      <td>
                        <a href={linkTo('contract', contract_regid)}>{contract_regid}</a>
                      </td>
                      <td>
                        <Foreign text={memo} />
                      </td>
                    </tr>
                  ))}
                </Table>
                {contracts.length > shown && (
                  <button type="button" onClick={() => setShown(shown + LISTED)}>
                    {t('more.elements', { n: contracts.length - shown })}
                  </button>
                )}
              </>
            )
          }
        </Shown>
      </Panel>
    </>
  );
}

export function ContractView({ path }: ViewProps): JSX.Element {
  const [regid = ''] = path;
  const loaded = useAnswer(() => node.getcontractinfo(regid), [regid]);
  const indexes = useIndexes();
  return (
    <Shown loaded={loaded}>
      {contract => (
        <>
          <div class="heading">
            <h1>{t('contract.title', { regid: contract.contract_regid })}</h1>
            <span class="badge accent">{t(contract.vm_type === LUA ? 'contract.lua' : 'contract.wasm')}</span>
            <a href={linkTo('workbench', 'contracts', contract.contract_regid)}>{t('contract.call')}</a>
            {contract.upgradable && <span class="badge warn">{t('contract.upgradable')}</span>}
          </div>
          <Panel title={t('contract.facts')}>
            <Facts
              facts={[
                [t('contract.account'), <AccountLink id={contract.contract_regid} />],
                [
                  t('contract.maintainer'),
                  contract.maintainer === '' ? undefined : <AccountLink id={contract.maintainer} />,
                ],
                [t('contract.size'), bytesText(contract.code.length / 2)],
                [t('tx.memo'), contract.memo === '' ? undefined : <Foreign text={contract.memo} />],
              ]}
            />
          </Panel>
          {contract.vm_type === LUA ? (
            <LuaContract contract={contract} />
          ) : (
            <WasmContract contract={contract} />
          )}
          {indexes?.has('contracts') && <Calls regid={contract.contract_regid} />}
        </>
      )}
    </Shown>
  );
}

/** The transactions that called a contract, themselves or through another one. */
function Calls({ regid }: { readonly regid: string }): JSX.Element {
  return (
    <IndexPages
      title={t('contract.calls')}
      subject={regid}
      empty={t('contract.noCalls')}
      list={async cursor => {
        const page = await node.listcontractcalls(regid, PAGE_SIZE, cursor);
        return { ...page, details: await transactionsOf(page.transactions.map(({ txid }) => txid)) };
      }}
    >
      {({ details }) => <TransactionRows transactions={details} label={t('contract.calls')} />}
    </IndexPages>
  );
}

function LuaContract({ contract }: { readonly contract: Contract }): JSX.Element {
  const source = sourceOf(contract.code);
  return (
    <>
      <Panel title={t('contract.source')} aside={<Copy text={source} />}>
        <LuaSource source={source} />
      </Panel>
      <Storage regid={contract.contract_regid} />
    </>
  );
}

/** Looks up what a contract has stored under a key. */
function Storage({ regid }: { readonly regid: string }): JSX.Element {
  const [key, setKey] = useState('');
  const [isHex, setHex] = useState(false);
  const [found, setFound] = useState<{ value: string } | { error: Error }>();
  const look = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      setFound({ value: (await node.getcontractdata(regid, key, isHex)).value });
    } catch (error) {
      setFound({ error: error as Error });
    }
  };
  return (
    <Panel title={t('contract.storage')}>
      <form onSubmit={event => void look(event)}>
        <div class="row">
          <div class="field">
            <label for="storage-key">{t('contract.key')}</label>
            <input
              id="storage-key"
              value={key}
              spellcheck={false}
              onInput={event => setKey(event.currentTarget.value)}
            />
          </div>
          <div class="field">
            <span class="label">{t('contract.form')}</span>
            <label>
              <input
                type="checkbox"
                checked={isHex}
                onChange={event => setHex(event.currentTarget.checked)}
              />{' '}
              {t('contract.hex')}
            </label>
          </div>
        </div>
        <div class="buttons">
          <button type="submit" disabled={key === ''}>
            {t('contract.look')}
          </button>
        </div>
      </form>
      {found !== undefined &&
        ('error' in found ? (
          <Problem error={found.error} />
        ) : (
          <pre class="source">
            <Foreign text={found.value} lead={2000} />
          </pre>
        ))}
    </Panel>
  );
}

function WasmContract({ contract }: { readonly contract: Contract }): JSX.Element {
  const loaded = useAnswer(
    async () => (await node.wasm_getabi(contract.contract_regid)).abi as unknown as Abi,
    [contract.contract_regid],
  );
  return (
    <Shown loaded={loaded}>
      {abi => (
        <>
          <Panel title={t('contract.actions')}>
            <Table label={t('contract.actions')} head={[t('contract.action'), t('contract.arguments')]}>
              {(abi.actions ?? []).map(({ name, type }) => (
                <tr key={name}>
                  <td class="name">
                    <b>
                      <Foreign text={name} lead={60} />
                    </b>
                  </td>
                  <td>
                    {fieldsOf(abi, type).map(field => (
                      <span class="badge">
                        <Foreign text={`${field.name}: ${field.type}`} lead={80} />
                      </span>
                    ))}
                  </td>
                </tr>
              ))}
            </Table>
          </Panel>
          <ContractTables regid={contract.contract_regid} abi={abi} />
        </>
      )}
    </Shown>
  );
}
