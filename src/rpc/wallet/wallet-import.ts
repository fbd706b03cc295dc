import { Turns } from '../../chain/turns.js';
import type { Json, JsonObject } from '../../codec/json-value.js';
import { isValidPrivateKey, keyIdOf, publicKeyOf } from '../../crypto/keys.js';
import type { KeyImport } from '../../wallet/wallet.js';
import { RpcError } from '../declaration/errors.js';
import { jsonTypeName, wrongType } from '../declaration/json-type.js';
import { object } from '../declaration/parameters/index.js';

/**
 * The keys of a file that dumpwallet wrote (spec 07 §18.1). An entry without key id or without a
 * usable key is skipped, and so is one whose main key does not belong to its key id. Others get their turns
 * meanwhile.
 * @throws RpcError -1 when the file has another shape
 */
export async function keysOfDump(dump: Json): Promise<KeyImport[]> {
  const { key } = object.convert(dump, { index: 0, name: 'dump' });
  if (!Array.isArray(key)) throw wrongType(key, 'array');
  const turns = new Turns();
  const keys: KeyImport[] = [];
  for (const entry of key) {
    keys.push(...(keyOf(object.convert(entry, { index: 0, name: 'key' })) ?? []));
    if (turns.areDue) await turns.give();
  }
  return keys;
}

function keyOf(entry: JsonObject): [KeyImport] | undefined {
  const keyId = entry.keyid;
  if (typeof keyId !== 'string' || !/^[0-9a-f]{40}$/.test(keyId)) return undefined;
  const main = privateKey(entry.mCkey);
  const miner = privateKey(entry.mMinerCkey);
  if (!main && !miner) return undefined;
  if (main && keyIdOf(publicKeyOf(main)) !== keyId) return undefined;
  return [{ keyId, main, miner, created: creationTime(entry.nCreationTime) }];
}

function privateKey(value: Json | undefined): Buffer | undefined {
  if (typeof value !== 'string' || !/^[0-9a-fA-F]{64}$/.test(value)) return undefined;
  const bytes = Buffer.from(value, 'hex');
  return isValidPrivateKey(bytes) ? bytes : undefined;
}

function creationTime(value: Json | undefined): number {
  if (jsonTypeName(value) !== 'int') {
    throw new RpcError('MISC_ERROR', `value is type ${jsonTypeName(value)}, expected int`);
  }
  const seconds = Number(value);
  // A wallet file with a larger number could not be opened again.
  if (Number.isSafeInteger(seconds)) return seconds;
  throw new RpcError('MISC_ERROR', `nCreationTime ${value} is not a time in seconds since 1970`);
}
