import { Turns } from '../../chain/turns.js';
import type { JsonObject } from '../../codec/json-value.js';
import { encodeAddress } from '../../crypto/address.js';
import { encodeWif } from '../../crypto/wif.js';
import type { NodeServices } from '../node/services.js';

type DumpServices = Pick<NodeServices, 'wallet' | 'network' | 'chain' | 'programVersion'>;

/** What dumpwallet writes (spec 07 §18.1). */
export interface WalletDump extends JsonObject {
  readonly key: readonly JsonObject[];
}

/**
 * All keys of an unlocked wallet, and where the chain was; others get their turns meanwhile.
 * @throws WalletError `locked`, also when it is locked meanwhile
 */
export async function walletDump(services: DumpServices): Promise<WalletDump> {
  const { wallet, network, chain, programVersion } = services;
  const { hash, header } = chain.tip;
  const turns = new Turns();
  const key: JsonObject[] = [];
  for (const { keyId, created, publicKey, minerPublicKey } of wallet.entries()) {
    key.push({
      ...mainMembers(network, keyId, publicKey, wallet.privateKey(keyId)),
      ...minerMembers(network, minerPublicKey, wallet.privateKey(keyId, 'miner')),
      nCreationTime: created,
      keyid: keyId,
    });
    if (turns.areDue) await turns.give();
  }
  return {
    created_version: `coind ${programVersion}`,
    created_time: `${new Date().toISOString().slice(0, 19)}Z`,
    tip_block_height: header.height,
    tip_block_hash: hash,
    key,
  };
}

function mainMembers(
  network: DumpServices['network'],
  keyId: string,
  publicKey: string | undefined,
  privateKey: Buffer | undefined,
): JsonObject {
  return privateKey
    ? {
        address: encodeAddress(network.addressVersion, keyId),
        mCkey: privateKey.toString('hex'),
        mCkeyBase58: encodeWif(network.wifVersion, privateKey),
        mMainPk: publicKey,
      }
    : {};
}

function minerMembers(
  network: DumpServices['network'],
  publicKey: string | undefined,
  privateKey: Buffer | undefined,
): JsonObject {
  return privateKey
    ? {
        mMinerCkey: privateKey.toString('hex'),
        mMinerCkeyBase58: encodeWif(network.wifVersion, privateKey),
        mMinerPk: publicKey,
      }
    : {};
}
