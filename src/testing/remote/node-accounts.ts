import { parseRegId, type RegId, regIdRaw } from '../../codec/regid.js';
import { NETWORKS } from '../../config/networks/index.js';
import { encodeAddress } from '../../crypto/address.js';
import { hash160 } from '../../crypto/hash.js';
import type { AccountNames } from '../byte-layout.js';
import type { AccountLike, DevAccount } from '../dev-account.js';
import type { NodeCalls } from './node-calls.js';

/** Accounts of a running node, by whatever names them. */
export class NodeAccounts {
  readonly #known = new Map<string, DevAccount>();

  constructor(readonly calls: NodeCalls) {}

  /** @throws CallError for a text that names no account */
  async find(account: AccountLike): Promise<DevAccount> {
    const text = typeof account === 'string' ? account : account.keyId;
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const { address, keyid, regid } = await this.calls.object('getaccountinfo', text);
    const found = { name: text, address: String(address), keyId: String(keyid), regId: String(regid) };
    // An account without a regid may get one.
    if (found.regId !== '0-0') this.#known.set(text, found);
    return found;
  }

  /** Asks anew about an account the next time, as something has changed it. */
  forget({ name }: DevAccount): void {
    this.#known.delete(name);
  }

  /** The account of a contract follows from its regid; those of the system need not exist. @throws RangeError */
  async ofContract(regId: string): Promise<DevAccount> {
    const parsed = parseRegId(regId);
    if (parsed === undefined)
      throw new RangeError(`${JSON.stringify(regId)} is no regid, which is height-index`);
    const keyId = hash160(regIdRaw(parsed)).toString('hex');
    return { name: regId, address: encodeAddress(await this.#addressVersion(), keyId), keyId, regId };
  }

  /** First byte of addresses of the node's network. */
  async #addressVersion(): Promise<number> {
    const { net_type: type } = await this.calls.object('getinfo');
    const network = [...NETWORKS.values()].find(({ networkId }) => networkId === type);
    if (network === undefined) throw new RangeError(`the network ${type} is not known`);
    return network.addressVersion;
  }

  /** The names of accounts that a layout needs. @throws CallError */
  async names(accounts: readonly AccountLike[]): Promise<AccountNames> {
    const found = new Map<AccountLike, DevAccount>();
    for (const account of accounts) found.set(account, await this.find(account));
    return {
      addressOf: account => (found.get(account) as DevAccount).address,
      regIdOf: account => registered(found.get(account) as DevAccount),
    };
  }
}

/** @throws RangeError for an account without a regid */
export function registered({ name, regId }: DevAccount): RegId {
  const parsed = parseRegId(regId);
  if (parsed !== undefined && regId !== '0-0') return parsed;
  throw new RangeError(
    `${name} has no regid: it gets one with its first transaction, or by submitaccountregistertx`,
  );
}
