import * as host from "./host";
import { Regid } from "./types";

/** Ends the transaction unless an account has authorized the action. */
@inline export function requireAuth(account: Regid): void {
  host.requireAuth(account);
}

/** Whether an account has authorized the action. */
@inline export function hasAuth(account: Regid): bool {
  return host.hasAuth(account) != 0;
}

/** Whether an account exists. */
@inline export function isAccount(account: Regid): bool {
  return host.isAccount(account) != 0;
}

/** Tells an account of the action: if it is a contract, it runs too, and can refuse. */
@inline export function notify(account: Regid): void {
  host.notifyRecipient(account);
}
