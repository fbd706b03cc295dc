import type { JSX } from 'preact';
import type { Integer, Json } from '../../src/client/methods.generated.js';
import { useAnswer } from '../answer.js';
import { integerOf, objectsOf, textOf } from '../chain/transaction.js';
import { transactionOf } from '../chain/transaction-table.js';
import { proposalName, transactionWords, typeName } from '../chain/words.js';
import { grouped } from '../format.js';
import { useLive } from '../live.js';
import { callMethod, node } from '../node.js';
import { AccountLink, Amount, BlockLink, Empty, Facts, Panel, Shown, Table } from '../parts/basic.js';
import { JsonTree } from '../parts/json.js';
import { t } from '../texts/language.js';
import type { ViewProps } from './index.js';

/** Parameters that are amounts of coins. */
const AMOUNT = /(_FEE|_AMOUNT|_AMOUNT_MIN|_VOTE_MIN)$/;

export function GovernanceView(_props: ViewProps): JSX.Element {
  const loaded = useAnswer(
    async () => {
      const [parameters, { governors }, fees, { delegates }] = await Promise.all([
        node.listsysparams(),
        node.getgovernors(),
        node.listmintxfees(),
        node.listdelegates(),
      ]);
      return { parameters, governors, fees, delegates };
    },
    [],
    true,
  );
  return (
    <>
      <h1>{t('nav.governance')}</h1>
      <Shown loaded={loaded}>
        {({ parameters, governors, fees, delegates }) => (
          <div class="columns">
            <div class="stack">
              <Panel title={t('governance.parameters')}>
                <Table
                  label={t('governance.parameters')}
                  head={[t('governance.parameter'), [t('governance.value'), true]]}
                >
                  {Object.entries(parameters).map(([name, value]) => (
                    <tr key={name}>
                      <td class="mono">
                        <Breakable name={name} />
                      </td>
                      <td class="number">
                        <ParameterValue name={name} value={value} />
                      </td>
                    </tr>
                  ))}
                </Table>
              </Panel>
            </div>
            <div class="stack">
              <Panel title={t('governance.governors')}>
                <div class="buttons">
                  {governors.map(regid => (
                    <span class="badge accent">
                      <AccountLink id={regid} />
                    </span>
                  ))}
                </div>
                <p class="soft">{t('governance.governors.note', { n: delegates.length })}</p>
              </Panel>
              <Panel title={t('governance.fees')}>
                <Table label={t('governance.fees')} head={[t('tx.type'), ['WICC', true], ['WUSD', true]]}>
                  {fees
                    .filter(({ minfee_in_wicc, minfee_in_wusd }) => minfee_in_wicc > 0 || minfee_in_wusd > 0)
                    .map(({ txtype_name, minfee_in_wicc, minfee_in_wusd, modifiable }) => (
                      <tr key={txtype_name}>
                        <td>
                          {typeName(txtype_name)}{' '}
                          {!modifiable && <span class="badge">{t('governance.fixed')}</span>}
                          <small class="soft mono">
                            <Breakable name={txtype_name} />
                          </small>
                        </td>
                        <td class="number">{minfee_in_wicc > 0 && <Amount sawi={minfee_in_wicc} />}</td>
                        <td class="number">{minfee_in_wusd > 0 && <Amount sawi={minfee_in_wusd} />}</td>
                      </tr>
                    ))}
                </Table>
              </Panel>
            </div>
          </div>
        )}
      </Shown>
    </>
  );
}

/** The value of a parameter: coins, another number, or a regid. */
function ParameterValue({
  name,
  value,
}: {
  readonly name: string;
  readonly value: Integer | string;
}): JSX.Element {
  if (typeof value === 'string') return <>{value}</>;
  return AMOUNT.test(name) ? (
    <Amount sawi={value} symbol="WICC" />
  ) : (
    <span class="number">{grouped(value)}</span>
  );
}

/** A name of words with underscores, which a narrow window breaks behind them. */
function Breakable({ name }: { readonly name: string }): JSX.Element {
  return (
    <>
      {name.split(/(?<=_)/).map(part => (
        <>
          {part}
          <wbr />
        </>
      ))}
    </>
  );
}

/** What a proposal changes: parameters by their names, anything else as it is. */
function Terms({ terms }: { readonly terms: Readonly<Record<string, unknown>> }): JSX.Element {
  const parameters = objectsOf(terms.params);
  const isOnlyParameters =
    Object.keys(terms).length === 1 && parameters.length > 0 && parameters.every(one => 'param_name' in one);
  if (!isOnlyParameters) return <JsonTree value={terms as Json} />;
  return (
    <Facts
      facts={parameters.map(({ param_name, param_value }) => [
        textOf(param_name),
        <ParameterValue name={textOf(param_name)} value={integerOf(param_value)} />,
      ])}
    />
  );
}

/** A proposal as getproposal shows it. */
interface ShownProposal {
  readonly proposal_type?: number;
  readonly approval_min_count: number;
  readonly expiry_block_height: number;
  readonly approvaled_count: number;
  readonly approvaled_governors: readonly string[];
  readonly [member: string]: unknown;
}

export function ProposalView({ path }: ViewProps): JSX.Element {
  const [id = ''] = path;
  const { blocks } = useLive();
  const loaded = useAnswer(
    async () => {
      const [proposal, request] = await Promise.all([callMethod('getproposal', [id]), transactionOf(id)]);
      return { proposal: proposal as unknown as ShownProposal, request };
    },
    [id],
    true,
  );
  return (
    <Shown loaded={loaded}>
      {({ proposal, request }) => {
        if (proposal.proposal_type === undefined) return <Empty>{t('proposal.unknown')}</Empty>;
        const {
          proposal_type,
          approval_min_count,
          expiry_block_height,
          approvaled_count,
          approvaled_governors,
          ...terms
        } = proposal;
        const isDone = approvaled_count >= approval_min_count;
        const isOver = !isDone && (blocks[0]?.height ?? 0) > expiry_block_height;
        return (
          <>
            <div class="heading">
              <h1>{proposalName(proposal_type)}</h1>
              <span class={`badge ${isDone ? 'good' : 'warn'}`}>
                {t(isDone ? 'proposal.done' : isOver ? 'proposal.over' : 'proposal.open')}
              </span>
            </div>
            <Panel title={t('proposal.about')}>
              <p class="sentence">{transactionWords(request)}</p>
              <div
                class="bar"
                role="img"
                aria-label={t('proposal.approvals', { n: approvaled_count, all: approval_min_count })}
              >
                <i
                  style={{
                    width: `${Math.min(100, (100 * approvaled_count) / Math.max(1, approval_min_count))}%`,
                  }}
                />
              </div>
              <p>{t('proposal.approvals', { n: approvaled_count, all: approval_min_count })}</p>
              <Facts
                facts={[
                  [
                    t('proposal.by'),
                    approvaled_governors.map(one => (
                      <>
                        <AccountLink id={one} />{' '}
                      </>
                    )),
                  ],
                  [t('proposal.expires'), <BlockLink height={expiry_block_height} />],
                ]}
              />
            </Panel>
            <Panel title={t('proposal.terms')}>
              <Terms terms={terms} />
            </Panel>
          </>
        );
      }}
    </Shown>
  );
}
