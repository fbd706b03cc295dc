import type { RegId } from '../codec/regid.js';
import { keyIdUid, NULL_UID, type Uid } from '../codec/uid.js';
import { keyIdOf } from '../crypto/keys.js';
import type { BalanceOperation } from '../tx/balance-operation.js';
import type { Receipt } from '../tx/receipt.js';
import { applyBetween, applyOperation } from './balance.js';
import type { Overlay } from './state.js';
import { ACCOUNTS, type Account, REGIDS } from './tables/accounts.js';

/** One operation on a balance, with the fields of its receipt. */
export interface BalanceChange {
  /** Key id of the account whose own balance is operated on. */
  readonly keyId: string;
  readonly operation: BalanceOperation;
  readonly symbol: string;
  /** In sawi, not negative. */
  readonly amount: bigint;
  /** One of `RECEIPT`. */
  readonly receiptType: number;
  /** Key id of the other account, where there is one; it may be the same. */
  readonly peer?: string;
}

/**
 * The accounts as one transaction, or the end of a block, works on them. Each account is read from
 * the state once and written to it once, by `flush`: in between, no other code may read or write
 * accounts of that overlay. Every operation on a balance adds its receipt here.
 */
export class AccountWorkingSet {
  readonly receipts: Receipt[] = [];
  readonly #state: Overlay;
  readonly #accounts = new Map<string, Account>();
  readonly #changed = new Set<string>();
  /** Key ids of the regids that were looked up: contracts and checks name the same few again and again. */
  readonly #keyIds = new Map<number, string>();

  constructor(state: Overlay) {
    this.#state = state;
  }

  byKeyId(keyId: string): Account | undefined {
    const known = this.#accounts.get(keyId);
    if (known !== undefined) return known;
    const stored = this.#state.get(ACCOUNTS, keyId);
    if (stored !== undefined) this.#accounts.set(keyId, stored);
    return stored;
  }

  byRegId(regId: RegId): Account | undefined {
    const place = placeOf(regId);
    const known = this.#keyIds.get(place);
    if (known !== undefined) return this.byKeyId(known);
    const keyId = this.#state.get(REGIDS, regId);
    if (keyId === undefined) return undefined;
    this.#keyIds.set(place, keyId);
    return this.byKeyId(keyId);
  }

  /** The account that a uid names, if it exists. */
  resolve(uid: Uid): Account | undefined {
    switch (uid.kind) {
      case 'null':
        return undefined;
      case 'regid':
        return this.byRegId(uid.regId);
      case 'keyid':
        return this.byKeyId(uid.keyId);
      case 'pubkey':
        return this.byKeyId(keyIdOf(Buffer.from(uid.publicKey, 'hex')));
    }
  }

  /** Replaces or creates an account. */
  save(account: Account): void {
    this.#accounts.set(account.keyId, account);
    this.#changed.add(account.keyId);
  }

  /**
   * Assigns an account its regid (spec 07 §8.3).
   * @param ownerKey - 66 hex digits; empty for an account without a key
   * @returns the account as it is now
   */
  register(account: Account, regId: RegId, ownerKey: string): Account {
    const registered = { ...account, regId, ownerKey };
    this.save(registered);
    this.#state.put(REGIDS, regId, account.keyId);
    this.#keyIds.set(placeOf(regId), account.keyId);
    return registered;
  }

  /**
   * Operates on balances and notes the receipt (spec 07 §10). The accounts must exist.
   * @returns whether the balance sufficed; if not, nothing has changed
   * @throws BalanceOverflow
   */
  operate(change: BalanceChange): boolean {
    const { keyId, operation, symbol, amount } = change;
    const account = this.#existing(keyId);
    if (change.peer === undefined) {
      if (operation === 'DEX_DEAL') throw new TypeError('DEX_DEAL needs a peer that receives the coins');
      const operated = applyOperation(account, operation, symbol, amount);
      if (operated === undefined) return false;
      this.save(operated);
    } else {
      const peer = this.#existing(change.peer);
      const operated = applyBetween(account, peer, operation, symbol, amount);
      if (operated === undefined) return false;
      this.save(operated.account);
      this.save(operated.peer);
    }
    this.receipts.push(receiptOf(change));
    return true;
  }

  /** Writes what has changed to the state. */
  flush(): void {
    for (const keyId of this.#changed) this.#state.put(ACCOUNTS, keyId, this.#existing(keyId));
    this.#changed.clear();
  }

  #existing(keyId: string): Account {
    const account = this.byKeyId(keyId);
    if (account === undefined) throw new TypeError(`there is no account ${keyId} to operate on`);
    return account;
  }
}

/** A regid as one number: the height has 32 bits, the index 16. */
function placeOf({ height, index }: RegId): number {
  return height * 0x10000 + index;
}

/** Who is named in a receipt as payer and payee (spec 07 §10.2). */
function receiptOf({ keyId, operation, symbol, amount, receiptType, peer }: BalanceChange): Receipt {
  const own = keyIdUid(keyId);
  const fromNowhere = operation === 'ADD_FREE' && peer === undefined;
  return {
    type: receiptType,
    operation,
    from: fromNowhere ? NULL_UID : own,
    to: fromNowhere ? own : peer === undefined ? NULL_UID : keyIdUid(peer),
    coinSymbol: symbol,
    amount,
  };
}
