import type { JSX } from 'preact';
import type { Json } from '../../src/client/methods.generated.js';
import { useAnswer } from '../answer.js';
import { transactionOf } from '../chain/transaction-table.js';
import { proposalName, transactionWords } from '../chain/words.js';
import { grouped } from '../format.js';
import { useLive } from '../live.js';
import { callMethod, node } from '../node.js';
import { AccountLink, Amount, BlockLink, Empty, Facts, Panel, Shown, Table } from '../parts/basic.js';
import { Foreign } from '../parts/foreign.js';
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
          <div class="wide-left">
            <div class="stack">
              <Panel title={t('governance.parameters')}>
                <Table
                  label={t('governance.parameters')}
                  head={[t('governance.parameter'), [t('governance.value'), true]]}
                >
                  {Object.entries(parameters).map(([name, value]) => (
                    <tr key={name}>
                      <td class="mono">{name}</td>
                      <td class="number">
                        {typeof value === 'string' ? (
                          value
                        ) : AMOUNT.test(name) ? (
                          <Amount sawi={value} symbol="WICC" />
                        ) : (
                          grouped(value)
                        )}
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
                <JsonTree value={fees as unknown as Json} />
              </Panel>
            </div>
          </div>
        )}
      </Shown>
    </>
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
                  [
                    t('tx.memo'),
                    typeof request.memo === 'string' && request.memo !== '' ? (
                      <Foreign text={request.memo} />
                    ) : undefined,
                  ],
                ]}
              />
            </Panel>
            <Panel title={t('proposal.terms')}>
              <JsonTree value={terms as Json} />
            </Panel>
          </>
        );
      }}
    </Shown>
  );
}
