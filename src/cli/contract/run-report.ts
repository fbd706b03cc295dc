import type { ContractRunReport, HostCharge, HostRefusal } from '../../../vm/context.js';
import { inCoins } from '../../rpc/node/amounts.js';
import { refusalText } from '../../testing/call-failed.js';
import type { DevReceipt } from '../../testing/index.js';
import { textTable } from './test-runner/text-table.js';

/** A value that a contract has stored. */
interface StoredValue {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Bytes of a stored value that are shown. */
const SHOWN_BYTES = 32;
/** Kinds of fuel in the order of their table (spec 03 §7). */
const KINDS = ['step', 'op', 'store', 'account', 'func', 'memory'] as const;

/** What a function of the node has charged, or why it has done nothing. */
export type HostEvent = HostCharge | HostRefusal;

/**
 * Calls of the node's functions in their order, with the line that made them and what they cost; under one that has
 * done nothing stands why.
 */
export function traceTable(file: string, events: readonly HostEvent[]): string {
  const charges = events.filter(event => 'fuel' in event);
  const rows = charges.map(({ line, function: name, kind, fuel, refund }) => [
    `${file}:${line}  ${name}`,
    kind,
    String(fuel),
    refund > 0 ? `refund ${refund}` : '',
  ]);
  const lines = rows.length === 0 ? [] : textTable(rows).split('\n');
  let next = 0;
  const text = events.map(event => {
    if ('fuel' in event) return `${lines[next++]}\n`;
    return `${file}:${event.line}  ${event.function}  refused: ${event.reason}\n`;
  });
  return indented(text.join(''));
}

/** What was refused without the contract looking at the result. */
export function ignoredText(file: string, refusals: readonly HostRefusal[]): string {
  const ignored = refusals.filter(({ isIgnored }) => isIgnored);
  return ignored
    .map(each => `  ${refusalText(file, each)}; the contract does not look at the result\n`)
    .join('');
}

/** Fuel of a run by kind, and all together. */
export function fuelText(report: ContractRunReport | undefined): string {
  if (report === undefined) return '';
  const { fuel, limit } = report;
  const rows = KINDS.map(kind => [kind, String(fuel[kind] ?? 0)]);
  const refund = fuel.refund ?? 0;
  if (refund > 0) rows.push(['refund', `-${refund}`]);
  rows.push(['total', String(fuel.total ?? 0)], ['limit', String(limit)]);
  return indented(textTable(rows));
}

/** What a call has stored, changed and deleted. */
export function storageTable(before: readonly StoredValue[], after: readonly StoredValue[]): string {
  const byKey = (values: readonly StoredValue[]): Map<string, Buffer> =>
    new Map(values.map(({ key, value }) => [key.toString('latin1'), value]));
  const [old, now] = [byKey(before), byKey(after)];
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort();
  const changed = keys.filter(key => !(old.get(key) ?? NOTHING).equals(now.get(key) ?? NOTHING));
  return changed
    .map(key => `  ${quoted(key)}  ${valueText(old.get(key))} -> ${valueText(now.get(key))}\n`)
    .join('');
}

const NOTHING = Buffer.alloc(0);

function valueText(value: Buffer | undefined): string {
  if (value === undefined) return 'nothing';
  const shown = value.subarray(0, SHOWN_BYTES);
  const hex = shown.toString('hex') + (value.length > SHOWN_BYTES ? '…' : '');
  const text = shown.toString('latin1');
  return /^[\x20-\x7e]+$/.test(text) ? `${hex} ${quoted(text)}` : hex;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Coins that have moved. */
export function receiptTable(receipts: readonly DevReceipt[]): string {
  if (receipts.length === 0) return '';
  const rows = receipts.map(({ type, from, to, symbol, amount }) => [
    type,
    from === '' ? '-' : from,
    to === '' ? '-' : to,
    `${inCoins(amount)} ${symbol}`,
  ]);
  return indented(textTable(rows));
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
