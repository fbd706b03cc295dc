import type { JSX } from 'preact';
import { coinsOf, shortened } from '../format.js';
import { linkTo } from '../router.js';
import { t } from '../texts/language.js';
import type { ShownReceipt } from './transaction.js';

/** Lines that still can be told apart. */
const MOST_FLOWS = 12;
const ROW = 46;
const BOX_HEIGHT = 32;
const BOX_WIDTH = 112;
const WIDTH = 470;

interface Flow {
  readonly from: string;
  readonly to: string;
  readonly symbol: string;
  readonly sawi: bigint;
}

/** Movements between the same accounts in the same coin, added up; only those with two ends or that make or end coins. */
function flowsOf(receipts: readonly ShownReceipt[]): Flow[] {
  const sums = new Map<string, Flow>();
  for (const { from_addr: from, to_addr: to, coin_symbol: symbol, coin_amount } of receipts) {
    if (from === to) continue;
    const key = `${from} ${to} ${symbol}`;
    const sawi = BigInt(coin_amount) + (sums.get(key)?.sawi ?? 0n);
    sums.set(key, { from, to, symbol, sawi });
  }
  return [...sums.values()].filter(({ sawi }) => sawi > 0n);
}

/** Who paid whom, as a picture: payers on the left, receivers on the right. */
export function FlowPicture({
  receipts,
}: {
  readonly receipts: readonly ShownReceipt[];
}): JSX.Element | null {
  const all = flowsOf(receipts);
  const flows = all.slice(0, MOST_FLOWS);
  if (flows.length === 0) return null;
  const left = [...new Set(flows.map(({ from }) => from))];
  const right = [...new Set(flows.map(({ to }) => to))];
  const height = Math.max(left.length, right.length, flows.length) * ROW;
  const place = (list: readonly string[], name: string): number =>
    ((list.indexOf(name) + 0.5) * height) / list.length;
  const largest = flows.map(({ sawi }) => sawi).sort((one, other) => Number(other - one))[0] ?? 1n;
  return (
    <figure style={{ margin: 0 }}>
      <svg class="flow" viewBox={`0 0 ${WIDTH} ${height}`}>
        <title>{t('flow.label')}</title>
        {flows.map(({ from, to, symbol, sawi }, index) => {
          const y1 = place(left, from) + offset(flows, 'from', from, index);
          const y2 = place(right, to) + offset(flows, 'to', to, index);
          const width = 2 + (8 * Number((sawi * 100n) / largest)) / 100;
          const labelY = y1 + (y2 - y1) * 0.5;
          return (
            <g>
              <path
                d={`M${BOX_WIDTH + 8} ${y1} C${WIDTH / 2} ${y1} ${WIDTH / 2} ${y2} ${WIDTH - BOX_WIDTH - 8} ${y2}`}
                stroke-width={width}
              />
              <text class="amount" x={WIDTH / 2} y={labelY - 5} text-anchor="middle">
                {`${coinsOf(sawi)} ${symbol}`}
              </text>
            </g>
          );
        })}
        {left.map(name => (
          <End name={name} x={4} y={place(left, name)} other="flow.made" />
        ))}
        {right.map(name => (
          <End name={name} x={WIDTH - BOX_WIDTH - 4} y={place(right, name)} other="flow.node" />
        ))}
      </svg>
      {all.length > flows.length && (
        <figcaption class="soft">{t('flow.more', { n: all.length - flows.length })}</figcaption>
      )}
    </figure>
  );
}

/** Lines of one account lie beside each other. */
function offset(flows: readonly Flow[], end: 'from' | 'to', name: string, index: number): number {
  const own = flows.map((flow, at) => [flow[end], at] as const).filter(([one]) => one === name);
  const position = own.findIndex(([, at]) => at === index);
  return own.length === 1 ? 0 : (position - (own.length - 1) / 2) * Math.min(14, BOX_HEIGHT / own.length);
}

function End({
  name,
  x,
  y,
  other,
}: {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly other: 'flow.made' | 'flow.node';
}): JSX.Element {
  const box = (
    <>
      <rect x={x} y={y - BOX_HEIGHT / 2} width={BOX_WIDTH} height={BOX_HEIGHT} rx="8" />
      <text x={x + BOX_WIDTH / 2} y={y + 4} text-anchor="middle">
        {name === '' ? t(other) : shortened(name, 6, 5)}
      </text>
    </>
  );
  return name === '' ? <g>{box}</g> : <a href={linkTo('account', name)}>{box}</a>;
}
