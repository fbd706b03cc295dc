import type { SeededRandom } from './seeded-random.js';

/** Most bytes that one mutation inserts, removes or repeats. */
const MAX_SLICE = 12;
/** Bytes at the edges of number formats, lengths and character sets. */
const EDGES = [0x00, 0x01, 0x7f, 0x80, 0xfc, 0xfd, 0xfe, 0xff, 0x22, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d];

/** A copy of bytes with one to four mutations. */
export function fuzzedBytes(original: Buffer, random: SeededRandom): Buffer {
  let bytes = original;
  for (let left = random.integer(1, 4); left > 0; left--) bytes = mutated(bytes, random);
  return bytes;
}

/** One mutation: a bit flipped, a byte replaced, or some bytes inserted, removed, repeated or cut off. */
function mutated(bytes: Buffer, random: SeededRandom): Buffer {
  const at = random.integer(0, Math.max(bytes.length - 1, 0));
  const size = random.integer(1, MAX_SLICE);
  const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (random.integer(0, 6)) {
    case 0:
      return Buffer.concat([head, Buffer.of((tail[0] ?? 0) ^ (1 << random.integer(0, 7))), tail.subarray(1)]);
    case 1:
      return Buffer.concat([head, Buffer.of(EDGES[random.integer(0, EDGES.length - 1)]!), tail.subarray(1)]);
    case 2:
      return Buffer.concat([
        head,
        Buffer.from(Array.from({ length: size }, () => random.integer(0, 255))),
        tail,
      ]);
    case 3:
      return Buffer.concat([head, Buffer.alloc(size, EDGES[random.integer(0, EDGES.length - 1)]), tail]);
    case 4:
      return Buffer.concat([head, tail.subarray(size)]);
    case 5:
      return Buffer.concat([head, tail.subarray(0, size), tail]);
    default:
      return Buffer.from(head);
  }
}
