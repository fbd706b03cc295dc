import { regIdText } from '../codec/regid.js';
import type { NetworkParameters } from '../config/network.js';
import { builtInGovernorRegId, HOLDER_REGID, matcherRegId, reserveRegId } from '../config/system-accounts.js';
import { keyIdOf } from '../crypto/keys.js';
import type { AccountLookup } from './account-lookup.js';
import type { DevAccount } from './dev-account.js';

/** Names of the accounts for users of a development chain, each of which has a million coins. */
const USER_NAMES = [
  'alice',
  'bob',
  'carol',
  'dave',
  'erin',
  'frank',
  'grace',
  'heidi',
  'ivan',
  'judy',
] as const;

/** Names of the accounts of the system. */
type SystemName = 'holder' | 'reserve' | 'governor' | 'settler';

/** The accounts that every development chain has from its start. */
export type NamedAccounts = Readonly<Record<(typeof USER_NAMES)[number] | SystemName, DevAccount>>;

/**
 * The accounts of a chain, each looked for when it is asked for. A fork of another network does not have those of users:
 * they are RangeErrors there.
 */
export function namedAccounts(network: NetworkParameters, lookup: AccountLookup): NamedAccounts {
  const regIds: Readonly<Record<SystemName, string>> = {
    holder: regIdText(HOLDER_REGID),
    reserve: regIdText(reserveRegId(network)),
    governor: regIdText(builtInGovernorRegId(network)),
    settler: regIdText(matcherRegId(network)),
  };
  const keys = userKeys(network);
  const users = USER_NAMES.map((name, i) => {
    const keyIdOfUser = (): string => {
      const key = keys[i];
      if (key !== undefined) return keyIdOf(Buffer.from(key, 'hex'));
      throw new RangeError(
        `the network ${network.name} has no account ${name}: name one by its regid or address`,
      );
    };
    return [name, keyIdOfUser] as const;
  });
  const system = Object.entries(regIds).map(([name, regId]) => [name, () => lookup.keyIdOf(regId)] as const);
  const accounts = {};
  for (const [name, find] of [...users, ...system]) {
    let known: DevAccount | undefined;
    const get = (): DevAccount => {
      known ??= lookup.described(find(), name);
      return known;
    };
    Object.defineProperty(accounts, name, { get, enumerable: true });
  }
  return accounts as NamedAccounts;
}

/** Public keys of the accounts that get coins in block 0 and produce no blocks. */
function userKeys({ genesis }: NetworkParameters): string[] {
  const system = new Set([...genesis.delegateKeys, genesis.governanceKey, genesis.matcherKey]);
  return genesis.allocations
    .map(({ publicKey }) => publicKey)
    .filter(publicKey => !system.has(publicKey))
    .slice(0, USER_NAMES.length);
}
