import { createHash } from 'node:crypto';
import { endianness } from 'node:os';
import type { Change } from './changes.js';
import { diskKey } from './table.js';

/** Size of an element and of the sum: 1024 unsigned 16-bit integers, little-endian. */
export const LTHASH_SIZE = 2048;

const ELEMENT_TAG = Buffer.from('coind/lthash/v1', 'latin1');
const BIG_ENDIAN_MACHINE = endianness() === 'BE';

/**
 * A digest of a set of entries that does not depend on their order and follows a change without
 * reading the rest (LtHash16-1024, spec 08 §24): the sum, modulo 2^16 in each component, of
 * SHAKE128("coind/lthash/v1" ‖ u32 BE length of the key ‖ key ‖ value) over all entries.
 */
export class LtHash {
  readonly #sum: Uint16Array;

  /** The digest of no entries, or that which `toBytes` has given. */
  constructor(bytes?: Uint8Array) {
    if (bytes !== undefined && bytes.length !== LTHASH_SIZE) {
      throw new RangeError(`an LtHash has ${LTHASH_SIZE} bytes, got ${bytes.length}`);
    }
    this.#sum = bytes === undefined ? new Uint16Array(LTHASH_SIZE / 2) : componentsOf(bytes);
  }

  /** Adds an entry; `key` with the prefix of its table. */
  add(key: Buffer, value: Buffer): void {
    const sum = this.#sum;
    const element = elementOf(key, value);
    for (let i = 0; i < sum.length; i++) sum[i]! += element[i]!;
  }

  /** Removes an entry that was added. */
  remove(key: Buffer, value: Buffer): void {
    const sum = this.#sum;
    const element = elementOf(key, value);
    for (let i = 0; i < sum.length; i++) sum[i]! -= element[i]!;
  }

  /** This sum after some changes, of which those of consensus tables count. */
  after(changes: readonly Change[]): LtHash {
    const result = new LtHash(this.toBytes());
    for (const { table, key, before, after } of changes) {
      if (!table.consensus) continue;
      const bytes = diskKey(table, key);
      if (before !== undefined) result.remove(bytes, Buffer.from(before, 'latin1'));
      if (after !== undefined) result.add(bytes, Buffer.from(after, 'latin1'));
    }
    return result;
  }

  /** The sum of all entries; for verification, as it reads everything. */
  static of(entries: Iterable<readonly [key: Buffer, value: Buffer]>): LtHash {
    const result = new LtHash();
    for (const [key, value] of entries) result.add(key, value);
    return result;
  }

  /** The sum as 1024 u16 LE. */
  toBytes(): Buffer {
    const bytes = Buffer.alloc(LTHASH_SIZE);
    for (let i = 0; i < this.#sum.length; i++) bytes.writeUInt16LE(this.#sum[i]!, 2 * i);
    return bytes;
  }

  /** The state digest: SHA-256 of the sum. */
  digest(): Buffer {
    return createHash('sha256').update(this.toBytes()).digest();
  }
}

function elementOf(key: Buffer, value: Buffer): Uint16Array {
  const keySize = Buffer.alloc(4);
  keySize.writeUInt32BE(key.length);
  const hash = createHash('shake128', { outputLength: LTHASH_SIZE });
  return componentsOf(hash.update(Buffer.concat([ELEMENT_TAG, keySize, key, value])).digest());
}

/** The u16 LE of 2048 bytes, in memory of their own. */
function componentsOf(bytes: Uint8Array): Uint16Array {
  const copy = Buffer.from(new ArrayBuffer(LTHASH_SIZE));
  copy.set(bytes);
  if (BIG_ENDIAN_MACHINE) copy.swap16();
  return new Uint16Array(copy.buffer, copy.byteOffset, LTHASH_SIZE / 2);
}
