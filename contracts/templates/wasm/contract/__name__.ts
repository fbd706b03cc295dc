import {
  Asset,
  check,
  CoinSymbol,
  Contract,
  InlineAction,
  name,
  Packed,
  Regid,
  regid,
  requireAuth,
  Table,
  Text,
} from "sdk";

/** The only coin that can be paid in: 8,WICC. */
const COIN: CoinSymbol = 0x4343495708;

/** What an account has in the box. */
@table("deposits")
class Deposit extends Packed {
  owner: Regid;
  amount: i64;
}

/** A box in which everybody keeps base coins of their own. */
@contract
export class Box extends Contract {
  /** Every transfer of the system's contract for assets in which this contract takes part. */
  @notify("0-800::transfer")
  onTransfer(from: Regid, to: Regid, quantity: Asset, memo: Text): void {
    if (to != this.receiver) return;
    check(quantity.symbol == COIN, "only WICC can be paid in");
    const deposits = new Table<Deposit>();
    const known = deposits.get(from);
    const deposit = known == null ? new Deposit() : known;
    deposit.owner = from;
    deposit.amount += quantity.amount;
    deposits.set(from, deposit);
  }

  /** Pays coins back to their owner. */
  @action
  withdraw(owner: Regid, quantity: Asset): void {
    requireAuth(owner);
    check(quantity.symbol == COIN && quantity.amount > 0, "the amount must be positive, in WICC");
    const deposits = new Table<Deposit>();
    const deposit = deposits.require(owner, "nothing was paid in");
    check(deposit.amount >= quantity.amount, "not that much was paid in");
    deposit.amount -= quantity.amount;
    deposits.set(owner, deposit);

    const transfer = new InlineAction(regid(0, 800), name("transfer"), this.receiver);
    transfer.data.number<Regid>(this.receiver);
    transfer.data.number<Regid>(owner);
    transfer.data.asset(quantity);
    transfer.data.string("withdrawal");
    transfer.send();
  }

  /** What an account has in the box, in sawi. */
  @view
  saved(owner: Regid): i64 {
    const deposit = new Table<Deposit>().get(owner);
    return deposit == null ? 0 : deposit.amount;
  }
}
