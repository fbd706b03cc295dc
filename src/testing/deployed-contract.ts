import { parseRegId, type RegId } from '../codec/regid.js';
import { required } from '../codec/required.js';
import type { CallFailed } from './call-failed.js';
import type { CallOutcome, ViewOutcome } from './call-outcome.js';
import { type AppAccount, appAccount, storedValue, storedValues } from './contract-data.js';
import type { AccountLike, DevAccount } from './dev-account.js';
import { type DeployedCode, notifyObservers } from './observer.js';
import type { TransactionSender } from './transaction-sender.js';

/** Coins that a call moves, or in which it pays. */
export interface Coins {
  readonly symbol: string;
  /** In sawi. */
  readonly amount: bigint;
}

/** How a call is made; everything has a default. */
export interface CallOptions {
  /** The caller: the account last set with `as`, otherwise the one that deployed it. */
  readonly from?: AccountLike;
  /** What the sender pays, in sawi; default: one coin, part of which pays for the fuel. */
  readonly fee?: bigint;
}

/** What all contracts of a development chain have in common. It is an account, which can hold coins. */
export abstract class DeployedContract implements DevAccount {
  readonly name: string;
  readonly regId: string;
  readonly address: string;
  readonly keyId: string;
  protected readonly id: RegId;

  constructor(
    protected readonly sender: TransactionSender,
    account: DevAccount,
    readonly code: DeployedCode,
    /** The caller where a call does not name one. */
    protected readonly caller: AccountLike,
  ) {
    this.name = account.name;
    this.regId = account.regId;
    this.address = account.address;
    this.keyId = account.keyId;
    this.id = required(parseRegId(account.regId), 'the regid of the contract');
  }

  /** What the contract has stored under a key; undefined where there is nothing. */
  stored(key: string | Uint8Array): Buffer | undefined {
    return storedValue(this.sender.chain.state, this.id, key);
  }

  /** All that the contract has stored, in the order of the keys. */
  storedValues(): { readonly key: Buffer; readonly value: Buffer }[] {
    return storedValues(this.sender.chain.state, this.id);
  }

  /** What a user has of the contract's own token; bytes name users that are no addresses. */
  appAccount(user: AccountLike | Uint8Array): AppAccount {
    const name =
      user instanceof Uint8Array ? user : Buffer.from(this.sender.accounts.addressOf(user), 'latin1');
    return appAccount(this.sender.chain.state, this.id, name);
  }

  /** Runs a call and notifies the observers of its outcome. @throws CallFailed */
  protected observed<T extends CallOutcome | ViewOutcome>(
    kind: 'call' | 'view',
    method: string,
    run: () => T,
  ): T {
    const { code: contract } = this;
    let outcome: T;
    try {
      outcome = run();
    } catch (failure) {
      notifyObservers(each =>
        each.called?.({ contract, method, kind, outcome: undefined, failure: failure as CallFailed }),
      );
      throw failure;
    }
    notifyObservers(each => each.called?.({ contract, method, kind, outcome, failure: undefined }));
    return outcome;
  }
}
