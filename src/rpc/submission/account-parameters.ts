import { keyIdOfUid } from '../../chain/account-name.js';
import { isMatureRegId, type RegId } from '../../codec/regid.js';
import { keyIdUid, publicKeyUid, regIdUid, type Uid, uidText } from '../../codec/uid.js';
import type { NetworkParameters } from '../../config/network.js';
import { encodeAddress } from '../../crypto/address.js';
import type { StateReader } from '../../state/state.js';
import { ACCOUNTS, type Account, isRegistered } from '../../state/tables/accounts.js';
import { parseUid } from '../../tx/uid-text.js';
import type { Wallet } from '../../wallet/wallet.js';
import { RpcError } from '../declaration/errors.js';
import { accountTextProblem } from './account-text.js';

/** What finding an account needs: the committed state at the tip, and the wallet's public keys. */
export interface AccountServices {
  readonly network: NetworkParameters;
  readonly state: StateReader;
  readonly wallet: Pick<Wallet, 'entry'>;
  /** Height of the newest block. */
  readonly tipHeight: number;
}

type Reading = Pick<AccountServices, 'network' | 'state'>;

/**
 * The uid that a text is written as (spec 02 §3.3).
 * @throws RpcError -5
 */
export function parsedUid({ network }: Pick<AccountServices, 'network'>, text: string): Uid {
  const uid = parseUid(text, network.addressVersion);
  if (!uid) {
    throw new RpcError('INVALID_ADDRESS_OR_KEY', `Invalid address=${text}: ${accountTextProblem(text)}`, {
      about: text,
    });
  }
  return uid;
}

/** The account that a uid names, if it is on chain. */
export function accountOf(state: StateReader, uid: Uid): Account | undefined {
  const keyId = keyIdOfUid(state, uid);
  return keyId === undefined ? undefined : state.get(ACCOUNTS, keyId);
}

/**
 * `keyid(p)` of spec 02 §3.8.
 * @throws RpcError -5
 */
export function keyIdParameter(services: Reading, text: string): string {
  const keyId = keyIdOfUid(services.state, parsedUid(services, text));
  if (keyId === undefined) {
    throw new RpcError('INVALID_ADDRESS_OR_KEY', `Get account keyid by (${text}) failed`, { about: text });
  }
  return keyId;
}

/**
 * `uid(p)` of spec 02 §3.8: as a transaction names the account. A mature regid is preferred to any
 * other form; the account need not exist.
 * @throws RpcError -5
 */
export function uidParameter(services: Omit<AccountServices, 'wallet'>, text: string): Uid {
  const uid = parsedUid(services, text);
  if (uid.kind === 'regid') return uid;
  const account = accountOf(services.state, uid);
  return account && isMatureAtTip(services, account.regId) ? regIdUid(account.regId) : uid;
}

/**
 * `sender(p)` of spec 02 §3.8: as {@link uidParameter}, but a key id becomes its public key, which
 * the wallet must know.
 * @throws RpcError -5, -2001
 */
export function senderParameter(services: AccountServices, text: string): Uid {
  const uid = uidParameter(services, text);
  if (uid.kind !== 'keyid') return uid;
  const publicKey = services.wallet.entry(uid.keyId)?.publicKey;
  if (publicKey === undefined) throw new RpcError('WALLET_ERROR', 'Key not found in the local wallet');
  return publicKeyUid(publicKey);
}

/**
 * `acct(x)` of spec 02 §3.8.
 * @throws RpcError -5
 */
export function requireAccount(state: StateReader, uid: Uid): Account {
  const account = accountOf(state, uid);
  if (!account) {
    const about = uidText(uid);
    const message = `The account not exist (never received coins before)! userId=${about}`;
    throw new RpcError('INVALID_ADDRESS_OR_KEY', message, { about });
  }
  return account;
}

/** Whether a regid can be relied on at the tip (spec 07 §8.4). */
export function isMatureAtTip(
  { network, tipHeight }: Pick<AccountServices, 'network' | 'tipHeight'>,
  regId: RegId,
): boolean {
  return isMatureRegId(regId, tipHeight, network.regIdMaturity);
}

/** The uid by which results name an account that is registered or not. */
export function preferredUid(account: Account): Uid {
  return isRegistered(account) ? regIdUid(account.regId) : keyIdUid(account.keyId);
}

/** The address of a uid; an empty text for the null uid and for a regid that is not on chain. */
export function addressOfUid({ network, state }: Reading, uid: Uid): string {
  const keyId = keyIdOfUid(state, uid);
  return keyId === undefined ? '' : encodeAddress(network.addressVersion, keyId);
}
