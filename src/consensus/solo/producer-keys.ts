import type { NetworkParameters } from '../../config/network.js';
import { publicKeyOf } from '../../crypto/keys.js';
import { sign } from '../../crypto/signature.js';
import { decodeWif } from '../../crypto/wif.js';
import type { Account } from '../../state/tables/accounts.js';

/** Signs a block hash of 32 bytes. */
export type BlockSigner = (sighash: Buffer) => Buffer;

/** The private keys of the producers that this process makes blocks for. */
export class ProducerKeys {
  /** By public key, 66 hex digits. */
  readonly #privateKeys = new Map<string, Uint8Array>();

  /** @throws RangeError for what is not a private key */
  add(privateKey: Uint8Array): void {
    this.#privateKeys.set(publicKeyOf(privateKey).toString('hex'), privateKey);
  }

  /** Number of keys. */
  get size(): number {
    return this.#privateKeys.size;
  }

  /** Signs blocks of a producer: with its miner key where it has one and that is here, else with its own. */
  signerOf({ minerKey, ownerKey }: Pick<Account, 'minerKey' | 'ownerKey'>): BlockSigner | undefined {
    const privateKey = this.#privateKeys.get(minerKey) ?? this.#privateKeys.get(ownerKey);
    return privateKey && (sighash => sign(sighash, privateKey, { grind: false }));
  }

  /** Signs transactions of a producer, which take its own key. */
  ownSignerOf({ ownerKey }: Account): BlockSigner | undefined {
    return this.signerOf({ minerKey: '', ownerKey });
  }
}

/**
 * Producer keys from their text form.
 * @param wifs - default: the well-known producers of a development network
 * @throws RangeError for a text that is no key of this network
 */
export function producerKeys(
  { name, wifVersion, development }: Pick<NetworkParameters, 'name' | 'wifVersion' | 'development'>,
  wifs: readonly string[] = development?.delegates ?? [],
): ProducerKeys {
  const keys = new ProducerKeys();
  wifs.forEach((wif, i) => {
    const result = decodeWif(wifVersion, wif);
    if ('failure' in result) {
      throw new RangeError(
        `producer key ${i + 1} is not a private key of network ${name}: ${result.failure}`,
      );
    }
    keys.add(result.privateKey);
  });
  return keys;
}
