import { regIdText } from '../codec/regid.js';
import type { DevelopmentKeys, NetworkParameters } from '../config/network.js';
import { encodeAddress } from '../crypto/address.js';
import { keyIdOf, publicKeyOf } from '../crypto/keys.js';
import { decodeWif } from '../crypto/wif.js';
import type { StateReader } from '../state/state.js';
import { ACCOUNTS } from '../state/tables/accounts.js';

/** A well-known key of a development network, and what it is for. */
interface DevelopmentAccount {
  readonly role: string;
  readonly wif: string;
}

/** The network with fewer producers (option `bps`); only a development network can be started like that. */
export function withProducerCount(network: NetworkParameters, count: number): NetworkParameters {
  const { genesis, development } = network;
  if (!development || count >= genesis.delegateKeys.length) return network;
  return { ...network, genesis: { ...genesis, delegateKeys: genesis.delegateKeys.slice(0, count) } };
}

/** The private keys that the wallet of a development network begins with. */
export function developmentPrivateKeys({ development, wifVersion }: NetworkParameters): Buffer[] {
  return development ? accountsOf(development).map(({ wif }) => privateKeyOf(wif, wifVersion)) : [];
}

/** The private keys of the first producers of a development network, in their order. */
export function delegatePrivateKeys({ development, genesis, wifVersion }: NetworkParameters): Buffer[] {
  const wifs = development?.delegates.slice(0, genesis.delegateKeys.length) ?? [];
  return wifs.map(wif => privateKeyOf(wif, wifVersion));
}

/** A table of the accounts with coins, for the person who has just started a development network. */
export function developmentAccountsText(network: NetworkParameters, state: StateReader): string {
  if (!network.development) return '';
  const rows = accountsOf(network.development).map(({ role, wif }) => {
    const keyId = keyIdOf(publicKeyOf(privateKeyOf(wif, network.wifVersion)));
    const regId = state.get(ACCOUNTS, keyId)?.regId;
    const address = encodeAddress(network.addressVersion, keyId);
    return `  ${address}  ${(regId ? regIdText(regId) : '').padEnd(5)}  ${wif}  ${role}`;
  });
  return [
    'Accounts of this development network. Everybody knows their keys: never use them for coins of value.',
    `  ${'address'.padEnd(34)}  ${'regid'.padEnd(5)}  ${'private key (WIF)'.padEnd(52)}  purpose`,
    ...rows,
    '',
  ].join('\n');
}

function accountsOf(keys: DevelopmentKeys): DevelopmentAccount[] {
  return [
    ...keys.accounts.map((wif, i) => ({ role: `user ${i + 1}`, wif })),
    { role: 'holder of the base coin', wif: keys.holder },
    { role: 'governor, holder of the governance coin', wif: keys.governor },
    { role: 'settler of exchange orders', wif: keys.matcher },
    ...keys.delegates.map((wif, i) => ({ role: `producer ${i + 1}`, wif })),
  ];
}

function privateKeyOf(wif: string, wifVersion: number): Buffer {
  const decoded = decodeWif(wifVersion, wif);
  if ('failure' in decoded) throw new RangeError(`a development key is not usable: ${decoded.failure}`);
  return decoded.privateKey;
}
