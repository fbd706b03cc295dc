import { fromDisplayHex, toDisplayHex } from '../../crypto/hash.js';

/** Height and index, then the id. */
const RECORD_BYTES = 8 + 32;
const FIRST_CAPACITY = 1024;

/** The places of many transactions, packed, so that those of a block can be found. */
export class TransactionPlaces {
  #packed = Buffer.alloc(FIRST_CAPACITY * RECORD_BYTES);
  #count = 0;
  /** Numbers of the records by height and index, once they are sorted. */
  #order = new Uint32Array();
  #next = 0;

  add(txid: string, { height, index }: { readonly height: number; readonly index: number }): void {
    const at = this.#count * RECORD_BYTES;
    if (at === this.#packed.length) {
      this.#packed = Buffer.concat([this.#packed, Buffer.alloc(this.#packed.length)]);
    }
    this.#packed.writeUInt32BE(height, at);
    this.#packed.writeUInt32BE(index, at + 4);
    fromDisplayHex(txid).copy(this.#packed, at + 8);
    this.#count++;
  }

  /** To be called after the last one was added. */
  sort(): void {
    const place = (number: number): number => {
      const at = number * RECORD_BYTES;
      return this.#packed.readUInt32BE(at) * 2 ** 20 + this.#packed.readUInt32BE(at + 4);
    };
    const places = Float64Array.from({ length: this.#count }, (_, number) => place(number));
    this.#order = Uint32Array.from(places.keys()).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  }

  /** The ids of a block in their order; heights are asked for in ascending order. */
  txidsOf(height: number): string[] {
    const txids: string[] = [];
    for (; this.#next < this.#order.length; this.#next++) {
      const at = (this.#order[this.#next] ?? 0) * RECORD_BYTES;
      const found = this.#packed.readUInt32BE(at);
      if (found > height) break;
      if (found === height) txids.push(toDisplayHex(this.#packed.subarray(at + 8, at + RECORD_BYTES)));
    }
    return txids;
  }
}
