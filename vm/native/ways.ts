import type { Account } from '../../src/state/tables/accounts.js';
import {
  ASSET_PERMISSION,
  type AssetPermissionName,
  NO_PERMISSIONS,
  PERMISSION,
  type PermissionName,
} from '../../src/tx/permissions.js';
import { REJECT, reject } from '../../src/tx/reject.js';
import { definitionOf, type TransactionType } from '../../src/tx/transactions.js';
import type { Refusal, TransactionContext } from '../context.js';

/** What is asked on one way on which coins move. */
interface Way {
  /** What the permissions of the account must have whose coins move, or who agrees to it. */
  readonly account?: PermissionName;
  /** What those of the coin must have. */
  readonly asset?: AssetPermissionName;
}

/**
 * The ways on which coins move without a typed transaction of their owner, whose permission is asked with the
 * type; the whole table is spec 07 §9.1. On these the reference asks nothing of the account, and of the asset only
 * on the way `output`.
 */
export const WAYS = {
  /** `transfer` and `burn` of 0-800. */
  assetContract: { account: 'SEND_COIN', asset: 'TRANSFER' },
  /** The coins that a call of a Lua contract brings. */
  contractCall: { account: 'SEND_COIN', asset: 'TRANSFER' },
  /** `TransferAccountAsset` and `TransferAccountAssets`, of the caller or of the contract. */
  contractTransfer: { account: 'SEND_COIN', asset: 'TRANSFER' },
  /** `WriteOutput`: base coins of the contract. */
  contractOutput: { account: 'SEND_COIN', asset: 'TRANSFER' },
  /** Who signs a universal transaction beside its payer. */
  coSigner: { account: 'CONTRACT' },
  /** Who signs an order as its operator, and pays of its fee. */
  operator: { account: 'DEX' },
  /** Who signs for an output of several owners. */
  outputSigner: { account: 'SEND_UTXO' },
  /** The owner of an order when it is dealt, and the coin that leaves him. */
  deal: { account: 'DEX', asset: 'TRANSFER' },
  /** The collateral that somebody buys out of a position in danger, whatever its owner may do. */
  liquidation: { asset: 'TRANSFER' },
  /** Whose coins are swapped to another chain. */
  swapOut: { account: 'SEND_COIN', asset: 'TRANSFER' },
} as const satisfies Record<string, Way>;

export type WayName = keyof typeof WAYS;

const LACKS_ACCOUNT: Refusal = [REJECT.READ_ACCOUNT_FAIL, 'account-lacks-perm'];
const LACKS_TRANSFER: Refusal = [REJECT.REJECT_INVALID, 'lack_PERM_TRANSFER'];

/**
 * Why coins may not move on a way: this is the one place that is asked.
 * @param account - whose coins move, or who agrees to it
 * @param symbol - of the coin, where the way asks it
 * @returns undefined where they may
 */
export function wayProblem(
  context: TransactionContext,
  way: WayName,
  { permsSum }: Account,
  symbol?: string,
): Refusal | undefined {
  if (!context.network.mended.freezesHold) return undefined;
  const asked: Way = WAYS[way];
  if (asked.account !== undefined && (permsSum & PERMISSION[asked.account]) === 0n) return LACKS_ACCOUNT;
  const isFree = asked.asset === undefined || symbol === undefined || mayMove(context, symbol, asked.asset);
  return isFree ? undefined : LACKS_TRANSFER;
}

/** @throws TransactionRejected `account-lacks-perm`, `lack_PERM_TRANSFER` */
export function requireWay(
  context: TransactionContext,
  way: WayName,
  account: Account,
  symbol?: string,
): void {
  const problem = wayProblem(context, way, account, symbol);
  if (problem !== undefined) reject(...problem);
}

/**
 * What a typed transaction asks of its sender, and an action that does the same of who acts. Where freezes hold, an
 * account without any permission may nothing, what asks for none included.
 * @throws TransactionRejected `account-lacks-perm`
 */
export function requireTypePermission(
  context: TransactionContext,
  account: Account,
  type: TransactionType,
): void {
  const permission = definitionOf(type).permissionBit;
  const lacks = permission !== undefined && (account.permsSum & permission) === 0n;
  if (lacks || (context.network.mended.freezesHold && isFrozen(account))) reject(...LACKS_ACCOUNT);
}

/** Whether an account is frozen as a whole: it can sign nothing. */
export function isFrozen({ permsSum }: Account): boolean {
  return permsSum === NO_PERMISSIONS;
}

/** @throws TransactionRejected `invalid-coin-symbol`, `lack_PERM_TRANSFER` */
export function requireTransferable(context: TransactionContext, symbol: string): void {
  if (context.asset(symbol) === undefined) reject(REJECT.REJECT_INVALID, 'invalid-coin-symbol');
  if (!mayMove(context, symbol, 'TRANSFER')) reject(...LACKS_TRANSFER);
}

/** Whether an asset exists and has a permission. */
function mayMove(context: TransactionContext, symbol: string, permission: AssetPermissionName): boolean {
  return ((context.asset(symbol)?.permsSum ?? 0n) & ASSET_PERMISSION[permission]) !== 0n;
}
