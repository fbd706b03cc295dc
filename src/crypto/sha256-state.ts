/**
 * SHA-256 (FIPS 180-4) whose state stays usable after a digest. The producer shuffle of the
 * reference continues to feed a finished hash (spec 01 §13.6, O-18), which `node:crypto` cannot do.
 * For everything else use `hash.ts`, which is far faster.
 */

const BLOCK_SIZE = 64;
/** Where the 8-byte message length begins in the last block. */
const LENGTH_OFFSET = 56;

/** The eight working words a to h; each is read modulo 2^32. */
type State = [number, number, number, number, number, number, number, number];

const ROUND_CONSTANTS = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
];

const INITIAL_STATE: State = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** A SHA-256 computation that can be continued after {@link Sha256State.digest}. */
export class Sha256State {
  readonly #state: State = [...INITIAL_STATE];
  readonly #block = Buffer.alloc(BLOCK_SIZE);
  #filled = 0;
  #messageBytes = 0n;

  /** Feeds bytes. */
  update(bytes: Uint8Array): this {
    this.#messageBytes += BigInt(bytes.length);
    this.#absorb(bytes);
    return this;
  }

  /**
   * Pads the message and returns the 32-byte digest. The state is not reset: bytes fed later are
   * hashed on from this digest with an empty block, and the length in the next padding counts all
   * bytes ever fed, without paddings.
   */
  digest(): Buffer {
    const zeros = (LENGTH_OFFSET + BLOCK_SIZE - 1 - this.#filled) % BLOCK_SIZE;
    const padding = Buffer.alloc(1 + zeros + 8);
    padding[0] = 0x80;
    padding.writeBigUInt64BE(this.#messageBytes * 8n, 1 + zeros);
    this.#absorb(padding);
    const digest = Buffer.alloc(32);
    this.#state.forEach((word, i) => {
      digest.writeUInt32BE(word >>> 0, 4 * i);
    });
    return digest;
  }

  #absorb(bytes: Uint8Array): void {
    let position = 0;
    while (position < bytes.length) {
      const part = bytes.subarray(position, position + BLOCK_SIZE - this.#filled);
      this.#block.set(part, this.#filled);
      this.#filled += part.length;
      position += part.length;
      if (this.#filled === BLOCK_SIZE) {
        compress(this.#state, this.#block);
        this.#filled = 0;
      }
    }
  }
}

function rotateRight(word: number, count: number): number {
  return (word >>> count) | (word << (32 - count));
}

/** One application of the compression function (FIPS 180-4 §6.2.2) to the state, in place. */
function compress(state: State, block: Buffer): void {
  const schedule = new Uint32Array(64);
  for (let t = 0; t < 16; t++) schedule[t] = block.readUInt32BE(4 * t);
  for (let t = 16; t < 64; t++) {
    const w15 = schedule[t - 15]!;
    const w2 = schedule[t - 2]!;
    const sigma0 = rotateRight(w15, 7) ^ rotateRight(w15, 18) ^ (w15 >>> 3);
    const sigma1 = rotateRight(w2, 17) ^ rotateRight(w2, 19) ^ (w2 >>> 10);
    schedule[t] = sigma1 + schedule[t - 7]! + sigma0 + schedule[t - 16]!;
  }

  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t++) {
    const sum1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + sum1 + choice + ROUND_CONSTANTS[t]! + schedule[t]!) | 0;
    const sum0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + sum0 + majority) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = (state[i]! + word) | 0;
  });
}
