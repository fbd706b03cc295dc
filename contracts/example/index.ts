import {
  Asset,
  begin,
  check,
  CoinSymbol,
  Contract,
  InlineAction,
  logMessage,
  name,
  Packed,
  Regid,
  regid,
  requireAuth,
  Table,
  Text,
} from "sdk";

/** The coin that it keeps: 8,WICC. */
const COIN: CoinSymbol = 0x4343495708;

/** What an account has paid in and not yet taken back. */
@table("deposits")
class Deposit extends Packed {
  owner: Regid;
  amount: i64;
  payments: u32;
}

/** A box that keeps base coins for those who pay in: an example of tables, notifications and inline actions. */
@contract
export class Savings extends Contract {
  /** A transfer of the system asset contract in which this contract takes part. */
  @notify("0-800::transfer")
  onTransfer(from: Regid, to: Regid, quantity: Asset, memo: Text): void {
    if (to != this.receiver) return;
    check(quantity.symbol == COIN, "only WICC can be paid in");
    const deposits = new Table<Deposit>();
    const known = deposits.get(from);
    const deposit = known == null ? new Deposit() : known;
    deposit.owner = from;
    deposit.amount += quantity.amount;
    deposit.payments += 1;
    deposits.set(from, deposit);
    logMessage(begin().regid(from).text(" has ").number(<u64>deposit.amount));
  }

  /** Pays an owner's coins back, through an action of the system asset contract. */
  @action
  withdraw(owner: Regid, quantity: Asset): void {
    requireAuth(owner);
    const deposits = new Table<Deposit>();
    const deposit = deposits.require(owner, "nothing has been paid in");
    check(quantity.symbol == COIN && quantity.amount > 0, "the amount must be positive, in WICC");
    check(deposit.amount >= quantity.amount, "more than was paid in");
    deposit.amount -= quantity.amount;
    if (deposit.amount == 0) deposits.remove(owner);
    else deposits.set(owner, deposit);

    const transfer = new InlineAction(regid(0, 800), name("transfer"), this.receiver);
    transfer.data.number<Regid>(this.receiver);
    transfer.data.number<Regid>(owner);
    transfer.data.asset(quantity);
    transfer.data.string("withdrawal");
    transfer.send();
  }

  /** How much an account has in the box. */
  @view
  saved(owner: Regid): i64 {
    const deposit = new Table<Deposit>().get(owner);
    return deposit == null ? 0 : deposit.amount;
  }
}
