import type { Uid } from '../codec/uid.js';
import type { FeatureVersion } from '../config/network.js';
import type { TransactionType } from '../tx/transactions.js';

/** The feature version from which on a type is accepted, where it is not R1 (spec 01 §9.1). */
const AVAILABLE_FROM: ReadonlyMap<TransactionType, FeatureVersion> = new Map(
  (
    [
      ['R2', [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 21, 22, 23, 84, 85, 86, 87, 88, 89]],
      ['R3', [18, 19, 24, 50, 70, 71, 90, 91, 92, 93, 100]],
    ] as const
  ).flatMap(([version, types]) => types.map((type): [TransactionType, FeatureVersion] => [type, version])),
);

const VERSIONS: readonly FeatureVersion[] = ['R1', 'R2', 'R3', 'R3.5'];

/** Whether the rules of a feature version know a type (spec 01 §9.1). */
export function isTypeAvailable(type: TransactionType, version: FeatureVersion): boolean {
  return VERSIONS.indexOf(version) >= VERSIONS.indexOf(AVAILABLE_FROM.get(type) ?? 'R1');
}

/** Types whose sender is named by regid only (spec 07 §12.1, step 4). */
const REGID_ONLY: ReadonlySet<TransactionType> = new Set([5, 9, 14, 16, 71, 89]);

const ACCOUNT_REGISTER = 2;

/** Whether a type accepts this way to name the sender; registration checks it by itself. */
export function isSenderUidAllowed(type: TransactionType, uid: Uid): boolean {
  if (type === ACCOUNT_REGISTER || uid.kind === 'regid') return true;
  return uid.kind === 'pubkey' && !REGID_ONLY.has(type);
}

/** Types whose fee is not checked by the base check but by themselves, together with their fuel. */
const OWN_FEE_CHECK: ReadonlySet<TransactionType> = new Set([4, 5]);

/** Whether the base check leaves the fee to the type (spec 07 §12.1, step 3). */
export function checksOwnFee(type: TransactionType): boolean {
  return OWN_FEE_CHECK.has(type);
}

/** Types whose valid_height is not checked (spec 07 §15). */
const ANY_VALID_HEIGHT: ReadonlySet<TransactionType> = new Set([1, 13, 17]);

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
  if (ANY_VALID_HEIGHT.has(type)) return true;
  return Math.abs(validHeight - (blockHeight - 1)) <= Math.floor(transactionCacheDepth / 2);
}
