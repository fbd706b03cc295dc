import { type RegId, regIdInteger } from '../../src/codec/regid.js';

/** Bytes of the regid in front of every key of a WebAssembly contract (spec 04 §13.2). */
const STORAGE_PREFIX_BYTES = 8;

/** The full key under which a contract's data is stored: its regid in integer form, then the contract's key. */
export function storageKey(contract: RegId, key: Uint8Array): string {
  const full = Buffer.alloc(STORAGE_PREFIX_BYTES + key.length);
  full.writeBigUInt64LE(regIdInteger(contract), 0);
  full.set(key, STORAGE_PREFIX_BYTES);
  return full.toString('latin1');
}
