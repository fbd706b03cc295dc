import { activeProducers, begin, Regid } from "sdk";
import {
  baseCoin,
  freeBalance,
  ISSUE_FEE,
  move,
  PRODUCER_FEE_RECEIPT,
  refuse,
  refuseWith,
  RISK_FEE_RATIO,
  RISK_FEE_RECEIPT,
  riskReserve,
  systemParameter,
} from "./ledger";

const RATIO_BOOST: u64 = 10_000;

/**
 * Takes the fee for a new asset from its owner: a share for the risk reserve, the rest in equal parts
 * for the producers, what does not divide for the first of them.
 */
export function payIssueFee(owner: Regid): void {
  const coin = baseCoin();
  const fee = systemParameter(ISSUE_FEE);
  if (freeBalance(owner, coin) < fee) {
    refuseWith(
      "account_access_exception",
      begin().text("account ").regid(owner).text(" has less than the issue fee of ").number(fee).text(" sawi"),
    );
  }
  const riskFee = (fee * systemParameter(RISK_FEE_RATIO)) / RATIO_BOOST;
  const reserve = riskReserve();
  if (reserve == 0) refuse("account_access_exception", "there is no risk reserve account");
  pay(owner, reserve, coin, riskFee, RISK_FEE_RECEIPT);

  const producers = activeProducers();
  const count = <u64>producers.length;
  if (count == 0) refuse("account_access_exception", "there are no active producers");
  const rest = fee - riskFee;
  const share = rest / count;
  for (let i = 0; i < producers.length; i++) {
    const extra = i == 0 ? rest % count : 0;
    pay(owner, unchecked(producers[i]), coin, share + extra, PRODUCER_FEE_RECEIPT);
  }
}

function pay(from: Regid, to: Regid, coin: u64, amount: u64, receipt: u32): void {
  if (move(from, to, coin, amount, receipt)) return;
  refuseWith("account_access_exception", begin().text("cannot pay the issue fee to ").regid(to));
}
