import { inspect } from 'node:util';
import { keyIdOfUid } from '../chain/account-name.js';
import { type RegId, regIdText } from '../codec/regid.js';
import { keyIdUid, regIdUid, type Uid } from '../codec/uid.js';
import { encodeAddress } from '../crypto/address.js';
import type { StateReader } from '../state/state.js';
import { ACCOUNTS, type Account, isRegistered } from '../state/tables/accounts.js';
import { parseUid } from '../tx/uid-text.js';
import type { AccountLike, DevAccount } from './dev-account.js';

/** Finds accounts of a development chain by whatever names them. */
export class AccountLookup {
  readonly #chain: { readonly state: StateReader };
  readonly #addressVersion: number;

  /** @param chain - whose state is read, as it is at the time of the call */
  constructor(chain: { readonly state: StateReader }, addressVersion: number) {
    this.#chain = chain;
    this.#addressVersion = addressVersion;
  }

  /** @throws RangeError for a text that names no account */
  keyIdOf(account: AccountLike): string {
    // Tests are run without a type check.
    if (typeof account !== 'string' && typeof account?.keyId === 'string') return account.keyId;
    if (typeof account !== 'string') throw noAccount(account);
    const uid = parseUid(account, this.#addressVersion);
    const keyId = uid && keyIdOfUid(this.#chain.state, uid);
    if (keyId !== undefined) return keyId;
    throw noAccount(account);
  }

  /** The account on the chain; undefined where nothing has made it yet. */
  find(account: AccountLike): Account | undefined {
    return this.#chain.state.get(ACCOUNTS, this.keyIdOf(account));
  }

  addressOf(account: AccountLike): string {
    return encodeAddress(this.#addressVersion, this.keyIdOf(account));
  }

  /** The address in a receipt, empty where it names no account. */
  addressOfUid(uid: Uid): string {
    const keyId = uid.kind === 'null' ? undefined : keyIdOfUid(this.#chain.state, uid);
    return keyId === undefined ? '' : encodeAddress(this.#addressVersion, keyId);
  }

  /** How a transaction names its sender. @throws RangeError where it has no regid */
  registered(account: AccountLike): Account {
    const found = this.find(account);
    if (found !== undefined && isRegistered(found)) return found;
    throw new RangeError(
      `${this.addressOf(account)} has no regid, so it cannot send transactions; createAccount makes one that can`,
    );
  }

  /** @throws RangeError where it has no regid */
  regIdOf(account: AccountLike): RegId {
    return this.registered(account).regId;
  }

  /** How a transaction names an account, which need not exist. */
  uidOf(account: AccountLike): Uid {
    const found = this.find(account);
    return found !== undefined && isRegistered(found)
      ? regIdUid(found.regId)
      : keyIdUid(this.keyIdOf(account));
  }

  /** An account that exists, as tests hold it. */
  described(keyId: string, name: string): DevAccount {
    const { regId } = this.registered(keyId);
    return { name, keyId, regId: regIdText(regId), address: this.addressOf(keyId) };
  }
}

function noAccount(given: unknown): RangeError {
  return new RangeError(
    `${typeof given === 'string' ? JSON.stringify(given) : inspect(given)} names no account of this chain: an account, a contract, a regid such as ` +
      '"0-13", an address or a key id of 40 hex digits does',
  );
}
