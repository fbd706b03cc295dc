import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Contract } from '../../src/client/methods.generated.js';
import { useAnswer } from '../answer.js';
import { CallForms } from '../chain/call-form.js';
import { sourceOf } from '../chain/code.js';
import { type Abi, actionForms, luaForms } from '../chain/contract-forms.js';
import { ContractTables } from '../chain/contract-tables.js';
import { DeployForm } from '../chain/deploy-form.js';
import { node } from '../node.js';
import { Empty, Panel, Shown } from '../parts/basic.js';
import { Foreign } from '../parts/foreign.js';
import { Field } from '../parts/form.js';
import { goTo, linkTo } from '../router.js';
import type { Session } from '../session.js';
import { t } from '../texts/language.js';

/** Contracts that are listed at once. */
const LISTED = 100;
const ASSETS = '0-800';

/** Deploys contracts and calls them. */
export function ContractsPart({
  regid,
  session,
}: {
  readonly regid: string;
  readonly session: Session;
}): JSX.Element {
  const mayCall = session.role !== 'read';
  return (
    <div class="method-columns">
      <div class="stack">
        <Choose chosen={regid} />
        {mayCall && regid !== '' && <a href={linkTo('workbench', 'contracts')}>{t('deploy.another')}</a>}
      </div>
      <div class="stack">
        {regid !== '' ? (
          <OneContract key={regid} regid={regid} mayCall={mayCall} />
        ) : mayCall ? (
          <DeployForm />
        ) : (
          <Empty>{t('workbench.notAllowed')}</Empty>
        )}
      </div>
    </div>
  );
}

/** The contracts of the chain, and a field for any other. */
function Choose({ chosen }: { readonly chosen: string }): JSX.Element {
  const [regid, setRegid] = useState('');
  const loaded = useAnswer(() => node.listcontracts(false, LISTED), [], true);
  return (
    <Panel title={t('nav.contracts')}>
      <form
        onSubmit={event => {
          event.preventDefault();
          if (regid !== '') goTo('workbench', 'contracts', regid);
        }}
      >
        <Field name={t('call.regid')} value={regid} onChange={setRegid} />
      </form>
      <Shown loaded={loaded}>
        {({ contracts }) => (
          <ul class="method-list">
            {[{ contract_regid: ASSETS, memo: t('contracts.assetContract') }, ...contracts].map(
              ({ contract_regid, memo }) => (
                <li key={contract_regid}>
                  <a
                    href={linkTo('workbench', 'contracts', contract_regid)}
                    {...(contract_regid === chosen && { 'aria-current': 'true' as const })}
                  >
                    {contract_regid}
                  </a>
                  <small class="soft">
                    <Foreign text={memo} lead={60} />
                  </small>
                </li>
              ),
            )}
          </ul>
        )}
      </Shown>
    </Panel>
  );
}

function OneContract({ regid, mayCall }: { readonly regid: string; readonly mayCall: boolean }): JSX.Element {
  const loaded = useAnswer(async () => {
    const contract = await node.getcontractinfo(regid);
    return { contract, ...(await formsOf(contract)) };
  }, [regid]);
  return (
    <Shown loaded={loaded}>
      {({ contract, forms, abi }) => (
        <>
          <div class="heading">
            <h2>{t('contract.title', { regid: contract.contract_regid })}</h2>
            <a href={linkTo('contract', contract.contract_regid)}>{t('call.look')}</a>
          </div>
          <CallForms regid={contract.contract_regid} forms={forms} mayCall={mayCall} />
          {abi !== undefined && <ContractTables regid={contract.contract_regid} abi={abi} />}
        </>
      )}
    </Shown>
  );
}

const LUA = 1;

async function formsOf(contract: Contract): Promise<{ forms: ReturnType<typeof luaForms>; abi?: Abi }> {
  if (Number(contract.vm_type) === LUA) return { forms: luaForms(sourceOf(contract.code)) };
  const abi = (await node.wasm_getabi(contract.contract_regid)).abi as unknown as Abi;
  return { forms: actionForms(abi), abi };
}
