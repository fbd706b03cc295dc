import { ContractException } from '../exception.js';
import type { HostCall } from './host-call.js';
import { COPY_STEPS_PER_BYTE, hostFunction } from './host-function.js';

/* Blocks of memory, which compilers without bulk memory leave to the host (spec 04 §12.4). */

const TWO_BLOCKS = ['pointer', 'pointer', 'u32'] as const;

function chargeCopy(call: HostCall, size: number): void {
  call.charge(Math.ceil(size * COPY_STEPS_PER_BYTE));
}

function copy(call: HostCall, destination: number, source: number, size: number): number {
  chargeCopy(call, size);
  call.memory.range(source, size).copy(call.memory.range(destination, size));
  return destination;
}

/** All functions of this area. */
export const MEMORY_FUNCTIONS = [
  hostFunction('memcpy', { parameters: TWO_BLOCKS, result: 'i32' }, (call, destination, source, size) => {
    if (Math.abs(destination - source) < size) {
      throw new ContractException(
        'overlapping_memory_error',
        'memcpy can only accept non-aliasing pointers',
        'wasm/host/memcpy',
      );
    }
    return copy(call, destination, source, size);
  }),
  hostFunction('memmove', { parameters: TWO_BLOCKS, result: 'i32' }, copy),
  hostFunction(
    'memset',
    { parameters: ['pointer', 'u32', 'u32'], result: 'i32' },
    (call, destination, value, size) => {
      chargeCopy(call, size);
      call.memory.range(destination, size).fill(value & 0xff);
      return destination;
    },
  ),
  hostFunction('memcmp', { parameters: TWO_BLOCKS, result: 'i32' }, (call, left, right, size) => {
    chargeCopy(call, size);
    return Buffer.compare(call.memory.range(left, size), call.memory.range(right, size));
  }),
];
