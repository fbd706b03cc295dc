import { isMatureRegId, type RegId } from '../../../src/codec/regid.js';
import type { Uid } from '../../../src/codec/uid.js';
import type { NetworkParameters } from '../../../src/config/network.js';
import { isRegistered } from '../../../src/state/tables/accounts.js';
import { ASSET_PERMISSION } from '../../../src/tx/permissions.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import type { TransactionContext } from '../../context.js';

/** What assets of users must be like (spec 04 §8.2, O2, O3). */

/** In sawi. */
export const MAX_TOTAL_SUPPLY = 9_000_000_000_000_000_000n;
/** Bytes. */
const MAX_NAME_SIZE = 32;

/** What may be done with an asset that a user has issued. */
export const USER_ASSET_PERMISSIONS = ASSET_PERMISSION.TRANSFER | ASSET_PERMISSION.DEX_BASE;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

const STRICT_SYMBOL = /^[A-Z]{6,7}$/;
const REFERENCE_SYMBOL = /^[0-9A-Z#.@_]{4,7}$/;

/** Refuses a symbol that users cannot choose on a network (decision D12). */
export function checkUserSymbol({ mended }: NetworkParameters, symbol: string): void {
  const rule = mended.strictAssetSymbols ? STRICT_SYMBOL : REFERENCE_SYMBOL;
  if (!rule.test(symbol)) reject(REJECT.REJECT_INVALID, 'invalid-asset-symbol');
}

/** @param name - one character a byte */
export function checkAssetName({ mended }: NetworkParameters, name: string): void {
  if (name === '' || name.length > MAX_NAME_SIZE) reject(REJECT.REJECT_INVALID, 'invalid-asset-name');
  if (mended.assetNamesAreText && !isText(name)) reject(REJECT.REJECT_INVALID, 'invalid-asset-name');
}

/**
 * Whether a name is text that can be shown: UTF-8 without control characters.
 * @param name - one character a byte
 */
export function isText(name: string): boolean {
  try {
    return !/\p{Cc}/u.test(UTF8.decode(Buffer.from(name, 'latin1')));
  } catch {
    return false;
  }
}

/** Refuses an amount to issue that is nothing or more than an asset can have. */
export function checkSupply(amount: bigint, reason: string): void {
  if (amount === 0n || amount > MAX_TOTAL_SUPPLY) reject(REJECT.REJECT_INVALID, reason);
}

/** Owners are named by their regid. */
export function requireOwnerRegId(uid: Uid): RegId {
  return uid.kind === 'regid' ? uid.regId : reject(REJECT.REJECT_INVALID, 'owner-uid-type-error');
}

/** Whether a regid is old enough to be relied on at the height of the block. */
export function isMatureInBlock({ network, block }: TransactionContext, regId: RegId): boolean {
  return isMatureRegId(regId, block.height, network.regIdMaturity);
}

/** The sender must have a regid that can be relied on. */
export function requireMatureSender(context: TransactionContext): void {
  const sender = context.sender();
  if (!isRegistered(sender) || !isMatureInBlock(context, sender.regId)) {
    reject(REJECT.REJECT_INVALID, 'account-unregistered-or-immature');
  }
}
