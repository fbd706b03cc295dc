import { sha256 } from '../crypto/hash.js';
import { wipe } from '../crypto/wallet-cipher.js';
import type { PoolKey, StoredEntry, WalletDocument } from './wallet-document.js';

/*
 * A wallet file is a JSON document, and behind it what has changed since it was written, one change a line: of a
 * wallet with 100,000 keys, a new address writes a line and not 20 MB. A line ends with a sum over itself and the sum
 * before it, so that one that was changed, left out or moved does not fit. The first sum is that of the document.
 *
 * A line without its end was never acknowledged: whoever wrote it has not had his answer.
 */

/** Ends the document; no line within it is this. */
const DOCUMENT_END = '\n}\n';
const LINE = /^(\{.*\}) ([0-9a-f]{64})$/;
/** Changes are gathered behind a document until they are as long as it, or this long: then it is written anew. */
const MOST_CHANGED_OF_SMALL = 1 << 16;

/** What giving out addresses changes in a wallet. */
export interface WalletChange {
  /** Addresses that are new. */
  readonly entries: readonly StoredEntry[];
  /** The lowest index that no key was derived at, where that has changed. */
  readonly next?: number | undefined;
  /** How many keys the stock has lost in front and which it has got behind, where it has changed. */
  readonly pool?: { readonly taken: number; readonly added: readonly PoolKey[] } | undefined;
}

/** The text of a wallet file, taken apart. */
export interface WalletText {
  readonly document: string;
  /** What changes say, as JSON, in their order. */
  readonly changes: readonly string[];
  /** Of the document with these changes, 64 hex digits. */
  readonly sum: string;
  /** The first line, from 1 on, whose sum does not fit, if there is one; it and what follows are no changes. */
  readonly wrongLine: number | undefined;
  /** Characters at the end that belong to a line without its end. */
  readonly unfinished: number;
}

/** The sum of a wallet to which nothing was added. @returns 64 hex digits */
export function sumOfDocument(bytes: Uint8Array): string {
  return sha256(bytes).toString('hex');
}

/** A change as a line, and the sum of the wallet that has it. @param before - the sum of the one that has it not */
export function changeLine(
  change: WalletChange,
  before: string,
): { readonly line: string; readonly sum: string } {
  const text = JSON.stringify(change);
  const sum = sumWith(before, text);
  return { line: `${text} ${sum}\n`, sum };
}

/** Takes the text of a wallet file apart. A document that does not end is all there is. */
export function takeApart(text: string): WalletText {
  const found = text.indexOf(DOCUMENT_END);
  const end = found === -1 ? text.length : found + DOCUMENT_END.length;
  const document = text.slice(0, end);
  const bytes = Buffer.from(document, 'utf8');
  let sum = sumOfDocument(bytes);
  wipe(bytes);
  const lines = text.slice(end).split('\n');
  const unfinished = lines.pop() ?? '';
  const changes: string[] = [];
  for (const [index, line] of lines.entries()) {
    const [, change = '', ownSum] = LINE.exec(line) ?? [];
    const next = sumWith(sum, change);
    if (ownSum !== next) {
      return { document, changes, sum, wrongLine: document.split('\n').length + index, unfinished: 0 };
    }
    changes.push(change);
    sum = next;
  }
  return { document, changes, sum, wrongLine: undefined, unfinished: unfinished.length };
}

function sumWith(before: string, change: string): string {
  const bytes = Buffer.from(`${before}\n${change}`, 'utf8');
  try {
    return sha256(bytes).toString('hex');
  } finally {
    wipe(bytes);
  }
}

/** Whether so many bytes of changes are to be written into the document. */
export function isWorthWriting(changed: number, document: number): boolean {
  return changed > Math.max(document, MOST_CHANGED_OF_SMALL);
}

/** A wallet with a change. */
export function withChange(document: WalletDocument, { entries, next, pool }: WalletChange): WalletDocument {
  const { mnemonic, pool: stock } = document;
  return {
    ...document,
    entries: entries.reduce(withEntry, document.entries),
    ...(mnemonic && next !== undefined && { mnemonic: { ...mnemonic, next } }),
    ...(stock && pool && { pool: [...stock.slice(pool.taken), ...pool.added] }),
  };
}

/** Entries, in ascending order of key id, with one more. */
export function withEntry(entries: readonly StoredEntry[], entry: StoredEntry): readonly StoredEntry[] {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.keyId ?? '') < entry.keyId) low = middle + 1;
    else high = middle;
  }
  const isThere = entries[low]?.keyId === entry.keyId;
  return [...entries.slice(0, low), entry, ...entries.slice(isThere ? low + 1 : low)];
}

/** What giving out addresses has changed from one document to another. */
export function changeBetween(
  before: WalletDocument,
  after: WalletDocument,
  entries: readonly StoredEntry[],
): WalletChange {
  const next = after.mnemonic?.next;
  return {
    entries,
    ...(next !== before.mnemonic?.next && { next }),
    ...(before.pool &&
      after.pool &&
      before.pool !== after.pool && { pool: stockChange(before.pool, after.pool) }),
  };
}

/** Keys leave the stock in front and come to it behind. */
function stockChange(before: readonly PoolKey[], after: readonly PoolKey[]) {
  const [first] = after;
  const found = first === undefined ? -1 : before.indexOf(first);
  const taken = found === -1 ? before.length : found;
  return { taken, added: after.slice(before.length - taken) };
}
