/** The permissions of an account, lowest bit first (spec 07 §9); each transaction type declares which it needs. */
const ACCOUNT_PERMISSIONS = [
  'SEND_COIN',
  'STAKE_COIN',
  'SEND_VOTE',
  'SEND_UTXO',
  'CONTRACT',
  'PROPOSE',
  // No type needs it: a producer whose account lacks it makes no blocks.
  'MINE_BLOCK',
  'FEED_PRICE',
  'DEX',
  'CDP',
] as const;

/** The permissions of an asset, lowest bit first (spec 07 §9). */
const ASSET_PERMISSIONS = ['TRANSFER', 'DEX_BASE', 'DEX_QUOTE', 'CDP_BCOIN', 'PRICE_FEED'] as const;

export type PermissionName = (typeof ACCOUNT_PERMISSIONS)[number];
export type AssetPermissionName = (typeof ASSET_PERMISSIONS)[number];

function bitMasks<N extends string>(names: readonly N[]): Readonly<Record<N, bigint>> {
  return Object.fromEntries(names.map((name, bit) => [name, 1n << BigInt(bit)])) as Record<N, bigint>;
}

/** The bit of each account permission. */
export const PERMISSION = bitMasks<PermissionName>(ACCOUNT_PERMISSIONS);
/** The bit of each asset permission. */
export const ASSET_PERMISSION = bitMasks<AssetPermissionName>(ASSET_PERMISSIONS);

/** What a new account may do: everything, bits without a meaning included. */
export const ALL_PERMISSIONS = 2n ** 64n - 1n;
/** What is left after ACCOUNT_PERMS_CLEAR_TX. */
export const NO_PERMISSIONS = 0n;

/** Account permissions as results print them: ten binary digits, highest bit first. */
export function permissionDigits(sum: bigint): string {
  const width = ACCOUNT_PERMISSIONS.length;
  return BigInt.asUintN(width, sum).toString(2).padStart(width, '0');
}
