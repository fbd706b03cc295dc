import {
  Asset,
  begin,
  CoinSymbol,
  Contract,
  Name,
  notify,
  Optional,
  Regid,
  requireAuth,
  SymbolCode,
  Text,
} from "sdk";
import { payIssueFee } from "./issue-fee";
import {
  BURN_RECEIPT,
  burnFrom,
  createAsset,
  findAsset,
  ISSUE_RECEIPT,
  issueTo,
  MINT_RECEIPT,
  move,
  precisionOf,
  refuse,
  refuseWith,
  setAssetIcon,
  setAssetName,
  setAssetOwner,
  setAssetSupply,
  TRANSFER_RECEIPT,
} from "./ledger";
import {
  checkAccount,
  checkGiven,
  checkIcon,
  checkMemo,
  checkName,
  checkNewSymbol,
  checkPrecision,
  checkQuantity,
  MAX_SUPPLY,
  requireAsset,
  requireOwner,
} from "./rules";

/**
 * The system asset contract 0-800 (spec 04 section 8.2): issues assets, mints, burns and transfers
 * them. The order of the checks decides which of several faults a client is told.
 */
@contract
export class AssetContract extends Contract {
  /** Issues an asset for a fee; the whole supply goes to its owner. */
  @action
  issue(symbol: CoinSymbol, owner: Regid, name: Text, total_supply: u64, mintable: bool, memo: Text): void {
    const code: SymbolCode = symbol >> 8;
    checkNewSymbol(code);
    checkPrecision(precisionOf(symbol), "asset_type_exception");
    checkGiven(owner, "owner");
    checkName(name);
    if (findAsset(code) != null) {
      refuseWith("asset_type_exception", begin().text("asset (").symbolCode(code).text(") has been issued already"));
    }
    requireAuth(owner);
    checkAccount(owner, "owner");
    payIssueFee(owner);
    if (total_supply > MAX_SUPPLY) {
      refuse("asset_total_supply_exception", "the total supply is more than 9000000000000000000");
    }
    if (!issueTo(owner, code, total_supply, ISSUE_RECEIPT)) {
      refuse("account_access_exception", "the supply cannot be added to the owner's balance");
    }
    checkMemo(memo);
    createAsset(code, owner, name.pointer, name.length, total_supply, mintable ? 1 : 0);
  }

  /** Adds to the supply of an asset. */
  @action
  mint(to: Regid, quantity: Asset, memo: Text): void {
    const supply = this.checkSupplyChange(to, quantity);
    const amount = <u64>quantity.amount;
    if (amount > MAX_SUPPLY - supply) {
      refuse("asset_total_supply_exception", "the new total supply is more than 9000000000000000000");
    }
    if (!issueTo(to, quantity.code, amount, MINT_RECEIPT)) {
      refuse("account_fund_exception", "the minted coins cannot be added to the balance");
    }
    notify(to);
    checkMemo(memo);
    setAssetSupply(quantity.code, supply + amount);
  }

  /** Takes from the supply of an asset what its owner has. */
  @action
  burn(owner: Regid, quantity: Asset, memo: Text): void {
    const supply = this.checkSupplyChange(owner, quantity);
    const amount = <u64>quantity.amount;
    if (owner != requireAsset(quantity.code).owner) {
      refuse("native_contract_assert_exception", "the given owner is not the owner of the asset");
    }
    if (supply < amount) {
      refuse("native_contract_assert_exception", "the total supply is less than the amount to burn");
    }
    if (!burnFrom(owner, quantity.code, amount, BURN_RECEIPT)) {
      refuse("account_fund_exception", "the balance is less than the amount to burn");
    }
    checkMemo(memo);
    setAssetSupply(quantity.code, supply - amount);
  }

  /** Gives an asset another owner or another name. */
  @action
  update(symbol_code: SymbolCode, owner: Optional<Regid>, name: Optional<Text>, memo: Optional<Text>): void {
    requireOwner(requireAsset(symbol_code));
    if (owner.isPresent) {
      checkGiven(owner.value, "new owner");
      checkAccount(owner.value, "new owner");
    }
    if (name.isPresent) checkName(name.value);
    if (memo.isPresent) checkMemo(memo.value);
    if (!owner.isPresent && !name.isPresent) {
      refuse("native_contract_assert_exception", "an owner or a name must be given");
    }
    if (owner.isPresent) setAssetOwner(symbol_code, owner.value);
    if (name.isPresent) setAssetName(symbol_code, name.value.pointer, name.value.length);
  }

  /** Moves coins of any kind; both sides are told and can refuse. */
  @action
  transfer(from: Regid, to: Regid, quantity: Asset, memo: Text): void {
    requireAuth(from);
    checkGiven(from, "from");
    checkGiven(to, "to");
    if (from == to) refuse("native_contract_assert_exception", "cannot transfer to self");
    checkQuantity(quantity);
    checkMemo(memo);
    checkAccount(from, "from");
    checkAccount(to, "to");
    requireAsset(quantity.code);
    checkPrecision(quantity.precision, "precision_size_exception");
    if (!move(from, to, quantity.code, <u64>quantity.amount, TRANSFER_RECEIPT)) {
      refuseWith("account_fund_exception", begin().text("account ").regid(from).text(" balance overdrawn"));
    }
    notify(from);
    notify(to);
  }

  /** Names the place of an asset's icon. */
  @action
  setasseticon(symbol_code: SymbolCode, icon_url: Text): void {
    requireOwner(requireAsset(symbol_code));
    checkIcon(icon_url);
    setAssetIcon(symbol_code, icon_url.pointer, icon_url.length);
  }

  onUnknownAction(action: Name): void {
    refuse("action_not_found_exception", "the asset contract has no such action");
  }

  /** The rules that mint and burn have in common. @returns the supply before */
  private checkSupplyChange(target: Regid, quantity: Asset): u64 {
    checkGiven(target, "target");
    checkQuantity(quantity);
    checkPrecision(quantity.precision, "precision_size_exception");
    const asset = requireAsset(quantity.code);
    if (!asset.mintable) refuse("asset_type_exception", "the asset is not mintable");
    requireOwner(asset);
    checkAccount(target, "target");
    return asset.supply;
  }
}
