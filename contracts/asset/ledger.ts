import { begin, CoinSymbol, failWith, Message, Regid, SymbolCode } from "sdk";

// What the node does for this contract alone: single operations on assets and balances, without
// rules of their own. The rules are in index.ts.

@external("sys", "fail")
declare function sysFail(exception: usize, exceptionSize: u32, message: usize, size: u32): void;
@external("sys", "asset_get")
declare function assetGet(symbol: SymbolCode, out: usize): i32;
@external("sys", "move_balance")
declare function moveBalance(from: Regid, to: Regid, symbol: SymbolCode, amount: u64, receipt: u32): i32;
@external("sys", "allows_reference_symbols")
declare function allowsReferenceSymbolsOnHost(): i32;
@external("sys", "system_parameter")
export declare function systemParameter(id: u32): u64;
@external("sys", "base_coin")
export declare function baseCoin(): SymbolCode;
@external("sys", "risk_reserve")
export declare function riskReserve(): Regid;
@external("sys", "free_balance")
export declare function freeBalance(account: Regid, symbol: SymbolCode): u64;
@external("sys", "asset_create")
export declare function createAsset(
  symbol: SymbolCode,
  owner: Regid,
  name: usize,
  nameSize: u32,
  supply: u64,
  mintable: i32,
): void;
@external("sys", "asset_set_owner")
export declare function setAssetOwner(symbol: SymbolCode, owner: Regid): void;
@external("sys", "asset_set_supply")
export declare function setAssetSupply(symbol: SymbolCode, supply: u64): void;
@external("sys", "asset_set_name")
export declare function setAssetName(symbol: SymbolCode, name: usize, size: u32): void;
@external("sys", "asset_set_icon")
export declare function setAssetIcon(symbol: SymbolCode, icon: usize, size: u32): void;

/** Numbers of system parameters. */
export const ISSUE_FEE: u32 = 19;
export const RISK_FEE_RATIO: u32 = 26;

/** Kinds of receipts, by what moves coins. */
export const RISK_FEE_RECEIPT: u32 = 701;
export const PRODUCER_FEE_RECEIPT: u32 = 703;
export const ISSUE_RECEIPT: u32 = 705;
export const TRANSFER_RECEIPT: u32 = 204;
export const MINT_RECEIPT: u32 = 205;
export const BURN_RECEIPT: u32 = 206;

/** Whether users may issue assets under all symbols that the reference allows. */
export function allowsReferenceSymbols(): bool {
  return allowsReferenceSymbolsOnHost() != 0;
}

/** An asset that exists; one is looked at at a time. */
@final export class AssetRecord {
  get owner(): Regid {
    return load<u64>(RECORD);
  }

  get supply(): u64 {
    return load<u64>(RECORD, 8);
  }

  get mintable(): bool {
    return load<u8>(RECORD, 16) != 0;
  }
}

const RECORD = memory.data(24, 8);

/** The asset of a symbol, null if there is none. */
export function findAsset(symbol: SymbolCode): AssetRecord | null {
  return assetGet(symbol, RECORD) != 0 ? changetype<AssetRecord>(RECORD) : null;
}

/** Moves free coins. @returns false where they do not suffice or an account does not exist */
export function move(from: Regid, to: Regid, symbol: SymbolCode, amount: u64, receipt: u32): bool {
  return moveBalance(from, to, symbol, amount, receipt) != 0;
}

/** Brings coins into being. */
export function issueTo(to: Regid, symbol: SymbolCode, amount: u64, receipt: u32): bool {
  return moveBalance(0, to, symbol, amount, receipt) != 0;
}

/** Makes coins cease to be. */
export function burnFrom(from: Regid, symbol: SymbolCode, amount: u64, receipt: u32): bool {
  return moveBalance(from, 0, symbol, amount, receipt) != 0;
}

const EXCEPTION = memory.data(64);

/** Ends the transaction with one of the exceptions that clients know. */
export function refuse(exception: string, message: string): void {
  refuseWith(exception, begin().text(message));
}

/** As `refuse`, with a message that was put together. */
export function refuseWith(exception: string, message: Message): void {
  for (let i = 0; i < exception.length; i++) store<u8>(EXCEPTION + i, <u8>exception.charCodeAt(i));
  sysFail(EXCEPTION, exception.length, message.pointer, message.length);
  failWith(message);
}

/** The precision of every asset. */
export const PRECISION: u8 = 8;

/** How many digits of a symbol's amounts stand behind the point. */
@inline export function precisionOf(symbol: CoinSymbol): u8 {
  return <u8>symbol;
}
