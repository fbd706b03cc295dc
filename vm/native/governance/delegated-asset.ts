import type { MendedRules } from '../../../src/config/network.js';
import { ASSET_PERMISSION } from '../../../src/tx/permissions.js';

/** What may be done with an asset that governance makes (spec 05 §10). */
export const DELEGATED_ASSET_PERMISSIONS = ASSET_PERMISSION.TRANSFER | ASSET_PERMISSION.DEX_BASE;

const SYMBOL = /^[0-9A-Za-z]{2,7}$/;
/** One spelling for each: small letters only where they say that an asset mirrors another. */
const CANONICAL_SYMBOL = /^m?[0-9A-Z]{2,6}$|^[0-9A-Z]{7}$/;

/**
 * Whether a text can be the symbol of an asset that governance makes: more than users may choose from
 * (spec 05 §12.14, §12.15).
 */
export function isDelegatedAssetSymbol(
  symbol: string,
  { canonicalForeignNames }: Pick<MendedRules, 'canonicalForeignNames'>,
): boolean {
  return (canonicalForeignNames ? CANONICAL_SYMBOL : SYMBOL).test(symbol);
}
