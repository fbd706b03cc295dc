import type { NetworkParameters } from '../../src/config/network.js';
import { REFERENCE_REGTEST } from '../../src/config/networks/reference-regtest.js';
import { readVectors } from '../support/vectors/vectors.js';

interface RecordedKey {
  readonly name: string;
  readonly public_key: string;
  readonly wif: string;
}

const KEYS: ReadonlyMap<string, RecordedKey> = new Map(
  readVectors<{ readonly keys: readonly RecordedKey[] }>('oracle/index').keys.map(key => [key.name, key]),
);

function key(name: string): RecordedKey {
  const found = KEYS.get(name);
  if (found === undefined) throw new Error(`the index of the recordings has no key ${name}`);
  return found;
}

/** The private key of an account of the recordings. */
export function recordedWif(name: string): string {
  return key(name).wif;
}

/** Accounts whose keys were in the wallet from the beginning. */
const FIRST_USERS = ['alice', 'bob', 'carol', 'dave', 'dexop'];

/**
 * The network of the recordings: the reference's private test network with known keys for governor
 * and settler. That the keys are known makes it a development network, whose node makes all blocks.
 */
export const RECORDED_NETWORK: NetworkParameters = {
  ...REFERENCE_REGTEST,
  name: 'recorded',
  directory: 'regtest',
  genesis: {
    ...REFERENCE_REGTEST.genesis,
    governanceKey: key('fcoin').public_key,
    matcherKey: key('dexmatch').public_key,
  },
  development: {
    mnemonic: '',
    holder: key('genesis-funded').wif,
    delegates: REFERENCE_REGTEST.genesis.delegateKeys.map((_, i) => key(`delegate${i}`).wif),
    governor: key('fcoin').wif,
    matcher: key('dexmatch').wif,
    accounts: FIRST_USERS.map(recordedWif),
  },
};
