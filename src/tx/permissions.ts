import type { TransactionType } from './transactions.js';

/** The permissions of an account, lowest bit first, and the types that need each (spec 07 §9). */
const ACCOUNT_PERMISSIONS = [
  ['SEND_COIN', [3, 11]],
  ['STAKE_COIN', [8]],
  ['SEND_VOTE', [6]],
  ['SEND_UTXO', [18, 19]],
  ['CONTRACT', [4, 5, 14, 15, 100]],
  ['PROPOSE', [70]],
  // No type needs it: a producer whose account lacks it makes no blocks.
  ['MINE_BLOCK', []],
  ['FEED_PRICE', [16]],
  ['DEX', [84, 85, 86, 87, 88, 89, 90, 91, 92, 93]],
  ['CDP', [21, 22, 23]],
] as const satisfies readonly (readonly [string, readonly TransactionType[]])[];

/** The permissions of an asset, lowest bit first (spec 07 §9). */
const ASSET_PERMISSIONS = ['TRANSFER', 'DEX_BASE', 'DEX_QUOTE', 'CDP_BCOIN', 'PRICE_FEED'] as const;

export type PermissionName = (typeof ACCOUNT_PERMISSIONS)[number][0];
export type AssetPermissionName = (typeof ASSET_PERMISSIONS)[number];

function bitMasks<N extends string>(names: readonly N[]): Readonly<Record<N, bigint>> {
  return Object.fromEntries(names.map((name, bit) => [name, 1n << BigInt(bit)])) as Record<N, bigint>;
}

/** The bit of each account permission. */
export const PERMISSION = bitMasks<PermissionName>(ACCOUNT_PERMISSIONS.map(([name]) => name));
/** The bit of each asset permission. */
export const ASSET_PERMISSION = bitMasks<AssetPermissionName>(ASSET_PERMISSIONS);

/** What a new account may do: everything, bits without a meaning included. */
export const ALL_PERMISSIONS = 2n ** 64n - 1n;
/** What is left after ACCOUNT_PERMS_CLEAR_TX. */
export const NO_PERMISSIONS = 0n;

const byType: ReadonlyMap<TransactionType, bigint> = new Map(
  ACCOUNT_PERMISSIONS.flatMap(([name, types]) =>
    types.map((type): [TransactionType, bigint] => [type, PERMISSION[name]]),
  ),
);

/** The bit that a sender's permissions must have for a type; undefined when the type needs none. */
export function permissionOf(type: TransactionType): bigint | undefined {
  return byType.get(type);
}

/** Account permissions as results print them: ten binary digits, highest bit first. */
export function permissionDigits(sum: bigint): string {
  const width = ACCOUNT_PERMISSIONS.length;
  return BigInt.asUintN(width, sum).toString(2).padStart(width, '0');
}
