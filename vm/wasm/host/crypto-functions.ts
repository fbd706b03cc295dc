import { createHash } from 'node:crypto';
import { ContractException } from '../exception.js';
import { hostFunction } from './host-function.js';

/* Hashes, and assertions about hashes (spec 04 §12.2). */

const COST = { steps: 2500, stepsPerByte: 4 } as const;

const ALGORITHMS = [
  { name: 'sha1', size: 20 },
  { name: 'sha256', size: 32 },
  { name: 'sha512', size: 64 },
  { name: 'ripemd160', size: 20 },
] as const;

function digest(algorithm: string, data: Uint8Array): Buffer {
  return createHash(algorithm).update(data).digest();
}

/** All functions of this area. */
export const CRYPTO_FUNCTIONS = ALGORITHMS.flatMap(({ name, size }) => [
  hostFunction(name, { ...COST, parameters: ['input', 'pointer'] }, (call, data, hash) => {
    call.memory.write(hash, digest(name, data));
  }),
  hostFunction(`assert_${name}`, { ...COST, parameters: ['input', 'pointer'] }, (call, data, hash) => {
    if (digest(name, data).equals(call.memory.range(hash, size))) return;
    throw new ContractException('crypto_api_exception', 'hash mismatch', `wasm/host/assert_${name}`);
  }),
]);
