import { Turns } from '../../chain/turns.js';
import type { Json, JsonObject } from '../../codec/json-value.js';
import { isValidPrivateKey, keyIdOf, publicKeyOf } from '../../crypto/keys.js';
import type { KeyImport } from '../../wallet/import-keys.js';
import { WALLET_FILE_FORMAT } from '../../wallet/wallet-file.js';
import { RpcError } from '../declaration/errors.js';
import { jsonTypeName, wrongType } from '../declaration/json-type.js';
import { object } from '../declaration/parameters/index.js';
import { converted } from '../declaration/refused-value.js';

/** An entry of a dump that cannot be taken. */
export interface SkippedEntry {
  /** Its place in the list `key`, from 0. */
  readonly entry: number;
  readonly reason: string;
}

/** What a dump has for a wallet. */
export interface KeysOfDump {
  readonly keys: readonly KeyImport[];
  readonly skipped: readonly SkippedEntry[];
}

/**
 * The keys of a file that dumpwallet wrote (spec 07 §18.1). An entry without key id or without a
 * usable key is skipped, and so is one whose main key does not belong to its key id. Others get their turns
 * meanwhile.
 * @throws RpcError -1 when the file has another shape, or no entry that can be taken
 */
export async function keysOfDump(dump: Json): Promise<KeysOfDump> {
  const { key, format } = converted(object, dump, { index: 0, name: 'dump' });
  if (format === WALLET_FILE_FORMAT) {
    throw new RpcError(
      'MISC_ERROR',
      'the file is a wallet, as backupwallet writes it, and no dump of dumpwallet; start a node with it (option ' +
        'wallet) to use it, or to dump its keys',
    );
  }
  if (!Array.isArray(key)) throw wrongType(key, 'array');
  const turns = new Turns();
  const keys: KeyImport[] = [];
  const skipped: SkippedEntry[] = [];
  for (const [index, entry] of key.entries()) {
    const taken = keyOf(converted(object, entry, { index, name: 'key' }, { member: `key[${index}]` }));
    if (typeof taken === 'string') skipped.push({ entry: index, reason: taken });
    else keys.push(taken);
    if (turns.areDue) await turns.give();
  }
  const [first] = skipped;
  if (keys.length === 0 && first !== undefined) {
    throw new RpcError(
      'MISC_ERROR',
      `none of the ${skipped.length} entries can be taken, and nothing was imported; entry ${first.entry}: ${first.reason}`,
    );
  }
  return { keys, skipped };
}

/** @returns what is imported, or why the entry is not */
function keyOf(entry: JsonObject): KeyImport | string {
  const keyId = entry.keyid;
  if (keyId === undefined) return 'it has no keyid';
  if (typeof keyId !== 'string' || !/^[0-9a-f]{40}$/.test(keyId)) return 'its keyid is not 40 hex digits';
  const main = privateKey(entry.mCkey);
  const miner = privateKey(entry.mMinerCkey);
  if (!main && !miner) return 'it has no private key (mCkey or mMinerCkey, 64 hex digits)';
  if (main && keyIdOf(publicKeyOf(main)) !== keyId) return 'its private key belongs to another keyid';
  return { keyId, main, miner, created: creationTime(entry.nCreationTime) };
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
