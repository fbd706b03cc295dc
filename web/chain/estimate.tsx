import type { JSX } from 'preact';
import type { Methods } from '../../src/client/methods.generated.js';
import { grouped } from '../format.js';
import { AccountLink, Amount, Facts, Table } from '../parts/basic.js';
import { Foreign } from '../parts/foreign.js';
import { isTextKey, t } from '../texts/language.js';
import { FlowPicture } from './flow.js';
import { TraceTree } from './trace.js';
import type { ShownReceipt, ShownTrace } from './transaction.js';
import { receiptName } from './words.js';

/** What a call of a contract would do. */
export type Estimate = Awaited<ReturnType<Methods['estimatecontractcall']>>;

/** The receipt of the fee of a transaction. */
const FEE_OF_BLOCK = 101;

/** Shows what a call would do: what it costs, whom it pays, what it calls; or why it is refused, and what that means. */
export function EstimateView({ estimate }: { readonly estimate: Estimate }): JSX.Element {
  const { succeeded, fuel, fuel_rate, needed_fee, log, receipts, error } = estimate;
  const trace = (estimate as { readonly tx_trace?: ShownTrace }).tx_trace;
  // The trial runs with more fee than a call needs: what is needed stands by itself.
  const moved = (receipts as unknown as readonly ShownReceipt[]).filter(
    ({ receipt_type }) => receipt_type !== FEE_OF_BLOCK,
  );
  return (
    <div class="stack">
      {succeeded ? (
        <div class="note good" role="status">
          {t('trial.works')}
        </div>
      ) : (
        error !== null && <Refusal error={error} />
      )}
      <Facts
        facts={[
          [
            t('trial.fuel'),
            fuel === null
              ? undefined
              : t('trace.fuel', { fuel: grouped(fuel.total), rate: grouped(fuel_rate) }),
          ],
          [
            t('trial.kinds'),
            fuel !== null && 'step' in fuel
              ? (['step', 'op', 'store', 'account', 'func', 'memory'] as const)
                  .filter(kind => Number(fuel[kind]) !== 0)
                  .map(kind => `${t(`trial.kind.${kind}`)} ${grouped(fuel[kind])}`)
                  .join(' · ')
              : undefined,
          ],
          [t('trial.fee'), needed_fee === null ? undefined : <Amount sawi={needed_fee} symbol="WICC" />],
        ]}
      />
      {log.length > 0 && (
        <pre class="source">
          <Foreign text={log.join('\n')} lead={2000} />
        </pre>
      )}
      {moved.length > 0 && (
        <>
          <Table
            label={t('tx.receipts')}
            head={[t('receipt.why'), t('receipt.from'), t('receipt.to'), [t('amount'), true]]}
          >
            {moved.map(receipt => (
              <tr>
                <td class="what">{receiptName(receipt.receipt_type, receipt.receipt_type_name)}</td>
                <td>{receipt.from_addr !== '' && <AccountLink id={receipt.from_addr} />}</td>
                <td>{receipt.to_addr !== '' && <AccountLink id={receipt.to_addr} />}</td>
                <td class="number">
                  <Amount sawi={receipt.coin_amount} symbol={receipt.coin_symbol} />
                </td>
              </tr>
            ))}
          </Table>
          <FlowPicture receipts={moved} />
        </>
      )}
      {trace?.traces !== undefined && trace.traces.length > 0 && <TraceTree traces={trace.traces} />}
    </div>
  );
}

/** Why a call is refused: in words where the page has some, in those of the rule, and where it happened. */
function Refusal({
  error: { code, reason, traceback },
}: {
  readonly error: NonNullable<Estimate['error']>;
}): JSX.Element {
  return (
    <div class="note bad" role="alert">
      <p>{explained(reason)}</p>
      <p>
        <Foreign text={reason} lead={600} /> <span class="soft">({String(code)})</span>
      </p>
      {traceback.length > 0 && (
        <ul class="tree mono">
          {traceback.map(line => (
            <li>
              <Foreign text={line} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What reasons have in common that mean the same. */
const KINDS: readonly (readonly [pattern: RegExp, key: string])[] = [
  [/missing_auth/, 'authority'],
  [/insufficient|not.enough|overdrawn/i, 'funds'],
  [/out.of.fuel|burned.fuel|fuel.limit/i, 'fuel'],
  [/_exception|script|assert/, 'contract'],
  [/not.exist|not.found|unregistered/i, 'missing'],
];

function explained(reason: string): string {
  const kind = KINDS.find(([pattern]) => pattern.test(reason))?.[1] ?? 'rule';
  const key = `refusal.${kind}`;
  return isTextKey(key) ? t(key) : t('refusal.rule');
}
