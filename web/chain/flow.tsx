import type { JSX } from 'preact';
import { coinsOf, shortened } from '../format.js';
import { linkTo } from '../router.js';
import { t } from '../texts/language.js';
import type { ShownReceipt } from './transaction.js';

/** Lines that still can be told apart. */
const MOST_FLOWS = 12;
const ROW = 46;
const BOX_HEIGHT = 32;
const BOX_WIDTH = 120;
const WIDTH = 500;
/** Where lines begin and end, and between which places they run level, below what they say. */
const LEFT = BOX_WIDTH + 8;
const RIGHT = WIDTH - BOX_WIDTH - 8;
const LEVEL_FROM = LEFT + 70;
const LEVEL_TO = RIGHT - 70;

interface Flow {
  readonly from: string;
  readonly to: string;
  readonly symbol: string;
  readonly sawi: bigint;
}

/** A flow with the heights of its two ends, and of the level between them that it has for itself. */
interface PlacedFlow extends Flow {
  readonly begins: number;
  readonly level: number;
  readonly ends: number;
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
  const largest = flows.map(({ sawi }) => sawi).sort((one, other) => Number(other - one))[0] ?? 1n;
  return (
    <figure style={{ margin: 0 }}>
      <svg class="flow" viewBox={`0 0 ${WIDTH} ${height}`}>
        <title>{t('flow.label')}</title>
        {placed(flows, left, right, height).map(({ symbol, sawi, begins, level, ends }) => (
          <g>
            <path
              d={`M${LEFT} ${begins} ${bend(LEFT, begins, LEVEL_FROM, level)} H${LEVEL_TO} ${bend(LEVEL_TO, level, RIGHT, ends)}`}
              stroke-width={2 + (8 * Number((sawi * 100n) / largest)) / 100}
            />
            <text class="amount" x={WIDTH / 2} y={level - 9} text-anchor="middle">
              {`${coinsOf(sawi)} ${symbol}`}
            </text>
          </g>
        ))}
        {left.map(name => (
          <End name={name} x={4} y={place(left, name, height)} other="flow.made" />
        ))}
        {right.map(name => (
          <End name={name} x={WIDTH - BOX_WIDTH - 4} y={place(right, name, height)} other="flow.node" />
        ))}
      </svg>
      {all.length > flows.length && (
        <figcaption class="soft">{t('flow.more', { n: all.length - flows.length })}</figcaption>
      )}
    </figure>
  );
}

/** The height of the middle of an account. */
function place(list: readonly string[], name: string, height: number): number {
  return ((list.indexOf(name) + 0.5) * height) / list.length;
}

/** Each flow has a level of its own, so that what the lines say never lies on each other; they cross as little as may be. */
function placed(
  flows: readonly Flow[],
  left: readonly string[],
  right: readonly string[],
  height: number,
): PlacedFlow[] {
  const ends = flows.map((flow, index) => ({
    ...flow,
    begins: place(left, flow.from, height) + offset(flows, 'from', flow.from, index),
    ends: place(right, flow.to, height) + offset(flows, 'to', flow.to, index),
  }));
  return ends
    .sort((one, other) => one.begins + one.ends - other.begins - other.ends)
    .map((flow, index) => ({ ...flow, level: ((index + 0.5) * height) / flows.length + 6 }));
}

/** A curve that is level at both ends. */
function bend(x1: number, y1: number, x2: number, y2: number): string {
  const middle = (x1 + x2) / 2;
  return `C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
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
        {name === '' ? t(other) : shortened(name, 5, 4)}
      </text>
    </>
  );
  return name === '' ? <g>{box}</g> : <a href={linkTo('account', name)}>{box}</a>;
}
