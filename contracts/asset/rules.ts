import { Asset, begin, Bytes, isAccount, isSymbolCode, Regid, requireAuth, SymbolCode, Text } from "sdk";
import { allowsReferenceSymbols, AssetRecord, findAsset, PRECISION, refuse, refuseWith } from "./ledger";

// Single rules of the asset contract; each ends the transaction with the exception that clients know.

export const MAX_SUPPLY: u64 = 9_000_000_000_000_000_000;
const MAX_NAME_BYTES: u32 = 32;
const MAX_TEXT_BYTES: u32 = 256;

/** 6 or 7 capital letters; where the network says so, 4 to 7 of the reference's characters. */
export function checkNewSymbol(code: SymbolCode): void {
  const anySymbol = allowsReferenceSymbols();
  let length = 0;
  let allowed = code >> 56 == 0;
  for (let rest = code; rest != 0; rest >>= 8, length++) {
    const c = <u8>rest;
    const isLetter = c >= 0x41 && c <= 0x5a;
    const isOther = (c >= 0x30 && c <= 0x39) || c == 0x23 || c == 0x2e || c == 0x40 || c == 0x5f;
    allowed = allowed && (isLetter || (anySymbol && isOther));
  }
  const shortest = anySymbol ? 4 : 6;
  if (allowed && length >= shortest && length <= 7) return;
  refuse(
    "asset_type_exception",
    anySymbol ? "an asset symbol has 4 to 7 of 0-9 A-Z # . @ _" : "an asset symbol has 6 or 7 letters A-Z",
  );
}

export function checkPrecision(precision: u8, exception: string): void {
  if (precision != PRECISION) refuse(exception, "the precision of an asset must be 8");
}

export function checkName(value: Text): void {
  if (value.length < 1 || value.length > MAX_NAME_BYTES) {
    refuse("asset_name_exception", "an asset name has 1 to 32 bytes");
  }
}

export function checkMemo(memo: Bytes): void {
  if (memo.length > MAX_TEXT_BYTES) refuse("native_contract_assert_exception", "memo has more than 256 bytes");
}

export function checkIcon(icon: Bytes): void {
  if (icon.length > MAX_TEXT_BYTES) refuse("native_contract_assert_exception", "icon_url has more than 256 bytes");
}

/** That a regid is one at all. */
export function checkGiven(account: Regid, role: string): void {
  if (account == 0) refuseWith("regid_type_exception", begin().text("invalid ").text(role).text(" regid 0-0"));
}

export function checkAccount(account: Regid, role: string): void {
  if (isAccount(account)) return;
  refuseWith(
    "account_access_exception",
    begin().text(role).text(" account '").regid(account).text("' does not exist"),
  );
}

export function checkQuantity(quantity: Asset): void {
  if (!quantity.isValid) refuse("native_contract_assert_exception", "invalid quantity");
  if (quantity.amount <= 0) refuse("native_contract_assert_exception", "quantity must be positive");
}

export function requireAsset(code: SymbolCode): AssetRecord {
  const asset = isSymbolCode(code) ? findAsset(code) : null;
  if (asset == null) {
    refuseWith("asset_type_exception", begin().text("asset (").symbolCode(code).text(") does not exist"));
  }
  return asset!;
}

/** That an asset has an owner, who exists and has authorized the action. */
export function requireOwner(asset: AssetRecord): void {
  if (asset.owner == 0) refuse("asset_type_exception", "the asset has no owner");
  requireAuth(asset.owner);
  checkAccount(asset.owner, "owner");
}
