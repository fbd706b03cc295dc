import type { Json, JsonObject } from '../codec/json-value.js';
import { type RegId, regIdFromInteger, regIdIntegerText, regIdText } from '../codec/regid.js';
import { regIdUid, type Uid } from '../codec/uid.js';
import type { Receipt } from '../tx/receipt.js';
import { signersOf } from '../tx/signers.js';
import type { Transaction } from '../tx/transactions.js';

/** How an account takes part in a transaction: it signs, its fields name it, a receipt moved its coins, it is a contract that ran. */
export const PARTICIPATION = ['signer', 'named', 'receipt', 'contract'] as const;
export type Participation = (typeof PARTICIPATION)[number];

/** An account in a transaction. */
export interface Participant {
  readonly uid: Uid;
  readonly as: Exclude<Participation, 'contract'>;
}

/**
 * The accounts that take part in a transaction: who signs it, who is named in it, and whose coins it moved. In the
 * order in which they are found; the same account can occur several times, also under several names.
 */
export function participantsOf(tx: Transaction, receipts: readonly Receipt[]): Participant[] {
  const found: Participant[] = signersOf(tx).map(({ uid }) => ({ uid, as: 'signer' }));
  const named: Uid[] = [];
  collectUids(tx, named);
  if ('inlineTransactions' in tx) {
    for (const { contract, authorization } of tx.inlineTransactions) {
      named.push(regIdUid(regIdFromInteger(contract)));
      for (const { account } of authorization) named.push(regIdUid(regIdFromInteger(account)));
    }
  }
  // The field that says who signs is no second way of taking part.
  const signers = new Set(found.map(({ uid }) => uid));
  for (const uid of named) if (!signers.has(uid)) found.push({ uid, as: 'named' });
  for (const { from, to } of receipts) found.push({ uid: from, as: 'receipt' }, { uid: to, as: 'receipt' });
  return found;
}

/** The uids in the fields of a transaction, whatever its type. */
function collectUids(value: unknown, found: Uid[]): void {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  if (isUid(value)) {
    found.push(value);
    return;
  }
  const inner = value instanceof Map ? value.values() : Object.values(value);
  for (const one of inner) collectUids(one, found);
}

function isUid(value: object): value is Uid {
  const { kind, regId, keyId, publicKey } = value as Record<string, unknown>;
  switch (kind) {
    case 'regid':
      return regId !== undefined;
    case 'keyid':
      return typeof keyId === 'string';
    case 'pubkey':
      return typeof publicKey === 'string';
    default:
      return false;
  }
}

/**
 * The regids of the contracts that a transaction called: those that it names, and with its call tree those that
 * these have called.
 */
export function contractsOf(tx: Transaction, trace: Json | undefined): string[] {
  const found = new Set<string>();
  if ('appUid' in tx && tx.appUid.kind === 'regid') found.add(regIdText(tx.appUid.regId as RegId));
  if ('inlineTransactions' in tx) {
    for (const { contract } of tx.inlineTransactions) found.add(regIdIntegerText(contract));
  }
  if (trace !== undefined) collectReceivers(trace, found);
  return [...found];
}

/** A call tree has the contract that ran as `receiver`, and what that caused one level deeper. */
function collectReceivers(trace: Json, found: Set<string>): void {
  if (typeof trace !== 'object' || trace === null || trace instanceof Uint8Array) return;
  if (Array.isArray(trace)) {
    for (const one of trace as readonly Json[]) collectReceivers(one, found);
    return;
  }
  const { receiver, traces, inline_traces } = trace as JsonObject;
  if (typeof receiver === 'string' && receiver !== '') found.add(receiver);
  if (traces !== undefined) collectReceivers(traces, found);
  if (inline_traces !== undefined) collectReceivers(inline_traces, found);
}
