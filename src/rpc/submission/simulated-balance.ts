import type { Uid } from '../../codec/uid.js';
import { applyOperation } from '../../state/balance.js';
import type { StateReader } from '../../state/state.js';
import type { Account } from '../../state/tables/accounts.js';
import { ASSETS } from '../../state/tables/assets.js';
import type { BalanceOperation } from '../../tx/balance-operation.js';
import { freeTextFrom } from '../../tx/free-text.js';
import type { Money } from '../../tx/units.js';
import { RpcError } from '../declaration/errors.js';
import { requireAccount } from './account-parameters.js';

/**
 * `bal(S, op, n)` of spec 02 §3.8: takes from a private copy of an account what a transaction will take
 * from it. The checks of one call add up.
 */
export class SimulatedBalance {
  readonly #state: StateReader;
  #account: Account;

  constructor(state: StateReader, account: Account) {
    this.#state = state;
    this.#account = account;
  }

  /**
   * Deducts coins from the account.
   * @throws RpcError -2001 for an unknown coin, -2002 when there are too few
   */
  take({ symbol, amount }: Money, operation: BalanceOperation = 'SUB_FREE'): void {
    if (this.#state.get(ASSETS, freeTextFrom(symbol)) === undefined) {
      throw new RpcError('WALLET_ERROR', `Unsupported coin symbol: ${symbol}`);
    }
    if (!this.tryTake({ symbol, amount }, operation)) {
      throw new RpcError('INSUFFICIENT_FUNDS', `Account does not have enough ${symbol}`);
    }
  }

  /** As {@link take}, for callers with an error of their own. @returns whether the balance sufficed */
  tryTake({ symbol, amount }: Money, operation: BalanceOperation = 'SUB_FREE'): boolean {
    const after = applyOperation(this.#account, operation, symbol, amount);
    if (after !== undefined) this.#account = after;
    return after !== undefined;
  }
}

/**
 * Requires that an account exists and can pay an amount of a coin by itself.
 * @throws RpcError
 */
export function requireFunds(state: StateReader, owner: Uid, money: Money): void {
  new SimulatedBalance(state, requireAccount(state, owner)).take(money);
}
