import type { BatchOperation } from './key-value-store.js';

/*
 * A batch as one block of memory, which moves to another thread without a copy. For each operation:
 * u32 LE length of the key, u32 LE length of the value (or DELETED), key, value.
 */

const HEADER_SIZE = 8;
/** In the place of a value's length: the key is removed. */
const DELETED = 0xffffffff;

/** Packs operations into memory of its own, which may be transferred. */
export function packBatch(operations: readonly BatchOperation[]): ArrayBuffer {
  let size = 0;
  for (const operation of operations) {
    size += HEADER_SIZE + operation.key.length + (operation.type === 'put' ? operation.value.length : 0);
  }
  const memory = new ArrayBuffer(size);
  const packed = Buffer.from(memory);
  let offset = 0;
  for (const operation of operations) {
    const { key } = operation;
    packed.writeUInt32LE(key.length, offset);
    packed.writeUInt32LE(operation.type === 'put' ? operation.value.length : DELETED, offset + 4);
    packed.set(key, offset + HEADER_SIZE);
    offset += HEADER_SIZE + key.length;
    if (operation.type === 'put') {
      packed.set(operation.value, offset);
      offset += operation.value.length;
    }
  }
  return memory;
}

/** Calls `put` or `del` for each operation, in order, with views of the packed memory. */
export function unpackBatch(
  memory: ArrayBuffer,
  put: (key: Buffer, value: Buffer) => void,
  del: (key: Buffer) => void,
): void {
  const packed = Buffer.from(memory);
  let offset = 0;
  while (offset < packed.length) {
    const keyEnd = offset + HEADER_SIZE + packed.readUInt32LE(offset);
    const valueSize = packed.readUInt32LE(offset + 4);
    const key = packed.subarray(offset + HEADER_SIZE, keyEnd);
    if (valueSize === DELETED) {
      del(key);
      offset = keyEnd;
    } else {
      put(key, packed.subarray(keyEnd, keyEnd + valueSize));
      offset = keyEnd + valueSize;
    }
  }
}
