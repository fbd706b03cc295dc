import { ContractException } from '../exception.js';
import type { HostCall } from './host-call.js';
import { hostFunction, writeOutput } from './host-function.js';

/* The data of the receiver: single rows by key (spec 04 §12.3, §13.2). */

/** Steps of an access, and for every byte of key and value. */
const DATABASE = { steps: 4000, stepsPerByte: 1 } as const;
const FUEL_PER_BYTE = 10n;
/** Bytes of the regid in front of every key. */
const KEY_PREFIX_BYTES = 8;
/** Longest key, its prefix included (spec 04 O20). */
const MAX_KEY_BYTES = 512;

function checkKey(key: Uint8Array): void {
  if (key.length + KEY_PREFIX_BYTES <= MAX_KEY_BYTES) return;
  throw new ContractException(
    'wasm_api_data_size_exceeds_exception',
    `a key of ${key.length} bytes, at most ${MAX_KEY_BYTES - KEY_PREFIX_BYTES} are allowed`,
    'wasm/host/database',
  );
}

/** Fuel of storage does not depend on what was stored before (spec 04 §5.6). */
function burn(call: HostCall, ...parts: readonly Uint8Array[]): void {
  const bytes = parts.reduce((sum, part) => sum + part.length, KEY_PREFIX_BYTES);
  call.storageFuel += FUEL_PER_BYTE * BigInt(bytes);
}

const PARAMETERS = ['u64', 'input', 'input'] as const;

function write(call: HostCall, _payer: bigint, key: Buffer, value: Buffer): number {
  checkKey(key);
  burn(call, key, value);
  // An empty value is no value.
  if (value.length === 0) call.host.storage.delete(Buffer.from(key));
  else call.host.storage.put(Buffer.from(key), Buffer.from(value));
  return 1;
}

/** All functions of this area. */
export const DATABASE_FUNCTIONS = [
  hostFunction('db_store', { ...DATABASE, parameters: PARAMETERS, result: 'i32' }, write),
  hostFunction('db_update', { ...DATABASE, parameters: PARAMETERS, result: 'i32' }, write),
  hostFunction(
    'db_remove',
    { ...DATABASE, parameters: ['u64', 'input'], result: 'i32' },
    (call, _payer, key) => {
      checkKey(key);
      burn(call, key);
      call.host.storage.delete(Buffer.from(key));
      return 1;
    },
  ),
  hostFunction(
    'db_get',
    { ...DATABASE, parameters: ['input', 'output'], result: 'i32' },
    (call, key, output) => {
      checkKey(key);
      const value = call.host.storage.get(key);
      if (value === undefined || value.length === 0) return 0;
      call.charge(Math.ceil(value.length * DATABASE.stepsPerByte));
      return writeOutput(call, output, value);
    },
  ),
];
