import type { CallFrame, StoredChange } from '../../vm/call-tree.js';
import { stringifyJson } from '../codec/json.js';
import type { JsonObject } from '../codec/json-value.js';
import { inCoins } from '../rpc/node/amounts.js';

/** A movement of coins as it is shown. */
interface ShownReceipt {
  readonly type: string;
  /** Addresses; empty if there is none. */
  readonly from: string;
  readonly to: string;
  readonly symbol: string;
  /** In sawi. */
  readonly amount: bigint;
}

/** A call with everything that it has done and caused. */
export interface ShownCall
  extends Pick<
    CallFrame,
    'contract' | 'kind' | 'call' | 'fuel' | 'kinds' | 'logs' | 'changes' | 'refusals' | 'failure'
  > {
  readonly receipts: readonly ShownReceipt[];
  readonly calls: readonly ShownCall[];
}

/** Finds the file of a contract's source, by regid. */
export type FileOf = (contract: string) => string | undefined;

/** Characters of a value that are shown. */
const SHOWN_CHARACTERS = 120;
const PRINTABLE = /^[\x20-\x7e]+$/;

/**
 * A call tree for people: each call with its arguments and fuel, below it, in the order of kinds, what it has logged,
 * stored, moved and been refused, and then what it has called.
 */
export function callTreeText(calls: readonly ShownCall[], fileOf: FileOf, indent = ''): string {
  return calls.map(call => frameText(call, fileOf, indent)).join('');
}

function frameText(frame: ShownCall, fileOf: FileOf, indent: string): string {
  const { contract, kinds, fuel, logs, changes, receipts, refusals, failure, calls } = frame;
  const file = fileOf(contract);
  const place = (line: number | undefined): string =>
    line === undefined ? '' : `${file ?? 'line'}:${line}  `;
  // Of a run that has failed nothing is burned, but it has used something.
  const spent = failure === undefined ? fuel : kinds.total;
  const lines = [
    ...logs.map(line => `log  ${line}`),
    ...changes.map(change => `${place(change.line)}${changeText(change)}`),
    ...receipts.map(receiptText),
    ...refusals.map(({ line, function: name, reason }) => `${place(line)}${name} refused: ${reason}`),
    ...(failure === undefined ? [] : [`failed: ${failure.trim()}`]),
    ...(spent === undefined ? ['broken off here'] : []),
  ];
  const head = `${file === undefined ? '' : `${file} `}${contract}  ${callText(frame)}${spent === undefined ? '' : `  fuel ${spent}`}`;
  const inner = `${indent}  `;
  return [
    `${indent}${head}\n`,
    ...lines.map(line => `${inner}${line}\n`),
    callTreeText(calls, fileOf, inner),
  ].join('');
}

/** What was called, and with what. */
function callText({ kind, call }: ShownCall): string {
  if (kind === 'lua') {
    const { arguments: bytes, coins } = call as {
      arguments: string;
      coins: { symbol: string; amount: bigint };
    };
    const paid = coins.amount > 0n ? `, ${inCoins(coins.amount)} ${coins.symbol}` : '';
    return `called with ${bytes === '' ? 'nothing' : bytes}${paid}`;
  }
  const { contract, action, data } = call as JsonObject;
  return cut(`${contract}::${action} ${stringifyJson(data ?? null)}`);
}

function changeText({ key, before, after }: StoredChange): string {
  return `${shownBytes(key, true)}: ${shownBytes(before)} -> ${shownBytes(after)}`;
}

function shownBytes(hex: string | undefined, isName = false): string {
  if (hex === undefined) return 'nothing';
  const text = Buffer.from(hex, 'hex').toString('latin1');
  if (!PRINTABLE.test(text)) return cut(hex);
  return cut(isName ? JSON.stringify(text) : `${hex} ${JSON.stringify(text)}`);
}

function receiptText({ type, from, to, symbol, amount }: ShownReceipt): string {
  return `${type}  ${from || '-'} -> ${to || '-'}  ${inCoins(amount)} ${symbol}`;
}

function cut(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
