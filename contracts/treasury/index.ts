import {
  Asset,
  Contract,
  Hash,
  InlineAction,
  maintainerOf,
  name,
  Name,
  Regid,
  regid,
  requireAuth,
  SymbolCode,
  Text,
} from "sdk";

const TRANSFERS: Regid = regid(0, 200);
const EXCHANGE: Regid = regid(0, 300);
const DEBT_POSITIONS: Regid = regid(0, 400);
const OUTPUTS: Regid = regid(0, 500);
/** The operator of the exchange that every network has. */
const BUILT_IN_OPERATOR: u32 = 0;

/**
 * Keeps coins for its maintainer: pays, trades on the exchange, borrows against them, locks them. An
 * example of what contracts do with the modules of the node, under their own authority.
 */
@contract
export class Treasury extends Contract {
  @action
  pay(to: Regid, quantity: Asset, memo: Text): void {
    const call = this.begin(TRANSFERS, name("transfer"));
    call.data.number<Regid>(to);
    call.data.asset(quantity);
    call.data.text(memo);
    call.send();
  }

  /** Offers coins for another coin, at a price times 10^8 or above. */
  @action
  sell(quantity: Asset, coin: SymbolCode, price: u64): void {
    const call = this.begin(EXCHANGE, name("selllimit"));
    call.data.asset(quantity);
    call.data.number<SymbolCode>(coin);
    call.data.number<u64>(price);
    call.data.number<u32>(BUILT_IN_OPERATOR);
    call.data.string("");
    call.send();
  }

  @action
  cancel(order_id: Hash): void {
    const call = this.begin(EXCHANGE, name("cancel"));
    call.data.hash(order_id);
    call.send();
  }

  /** Opens a debt position. */
  @action
  borrow(pledged: Asset, minted: Asset): void {
    const call = this.begin(DEBT_POSITIONS, name("stake"));
    call.data.flag(false); // no position yet
    call.data.asset(pledged);
    call.data.asset(minted);
    call.send();
  }

  @action
  repay(cdp_id: Hash, repaid: u64, redeemed: Asset): void {
    const call = this.begin(DEBT_POSITIONS, name("redeem"));
    call.data.hash(cdp_id);
    call.data.number<u64>(repaid);
    call.data.asset(redeemed);
    call.send();
  }

  /** Puts coins into an output that nobody but this contract can draw, and only above a height. */
  @action
  lock(quantity: Asset, height: u64): void {
    const call = this.begin(OUTPUTS, name("charge"));
    call.data.number<SymbolCode>(quantity.code);
    call.data.size(1);
    call.data.number<i64>(quantity.amount);
    call.data.flag(true);
    call.data.number<Regid>(this.receiver);
    call.data.flag(false); // no key id
    call.data.flag(false); // no multi-signature address
    call.data.flag(false); // no password
    call.data.flag(false); // no proven password
    call.data.flag(true);
    call.data.number<u64>(height);
    call.data.flag(false); // no height of reclaim
    call.data.string("");
    call.send();
  }

  @action
  draw(txid: Hash, coin: SymbolCode): void {
    const call = this.begin(OUTPUTS, name("draw"));
    call.data.number<SymbolCode>(coin);
    call.data.size(1);
    call.data.hash(txid);
    call.data.number<u16>(0);
    call.data.flag(false); // no password
    call.data.flag(false); // no signers
    call.data.string("");
    call.send();
  }

  /** An action of a module for which only the maintainer may ask; this contract acts. */
  private begin(module: Regid, action: Name): InlineAction {
    requireAuth(maintainerOf(this.receiver));
    const call = new InlineAction(module, action, this.receiver);
    call.data.number<Regid>(this.receiver);
    return call;
  }
}
