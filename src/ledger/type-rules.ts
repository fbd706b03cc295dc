import type { Uid } from '../codec/uid.js';
import type { FeatureVersion } from '../config/network.js';
import { definitionOf, type TransactionType } from '../tx/transactions.js';

const VERSIONS: readonly FeatureVersion[] = ['R1', 'R2', 'R3', 'R3.5'];

/** Whether the rules of a feature version know a type (spec 01 §9.1). */
export function isTypeAvailable(type: TransactionType, version: FeatureVersion): boolean {
  return VERSIONS.indexOf(version) >= VERSIONS.indexOf(definitionOf(type).since);
}

/** Whether a type accepts this way to name the sender (spec 07 §12.1, step 4). */
export function isSenderUidAllowed(type: TransactionType, uid: Uid): boolean {
  return definitionOf(type).senders.includes(uid.kind);
}

/**
 * Whether a transaction may be in a block, by its valid_height: no further from the height of the
 * parent than half of the remembered blocks (spec 07 §15, and A1: the memory pool has the same rule).
 */
export function isValidHeight(
  type: TransactionType,
  validHeight: number,
  blockHeight: number,
  transactionCacheDepth: number,
): boolean {
  if (definitionOf(type).validHeight === 'unchecked') return true;
  return Math.abs(validHeight - (blockHeight - 1)) <= Math.floor(transactionCacheDepth / 2);
}
