/**
 * Lua tables with the layout of the reference: which keys live in the array part, and in which slot
 * of the hash part, decides the order of `pairs`, the result of `#` and the memory fuel
 * (spec 03 §6.6, §7.3).
 */
import { bestArraySize, countArray, countInteger, MAX_BITS } from './array-size.js';
import { LuaString } from './string.js';
import { hashFloat, normalizeKey, sameKey } from './table-keys.js';
import {
  ARRAY_SLOT_BYTES,
  emptySlots,
  grown,
  HOST_ARRAY_SLOT_BYTES,
  type Memory,
  NO_KEYS,
  NO_LINKS,
  NO_VALUES,
} from './table-slots.js';
import { Int64, LuaFloat, type LuaObject, type Value } from './value.js';

/** Keys in one chain that are passed without work: those of sound programs are all in shorter ones. */
const FREE_CHAIN = 8;
/** Bytes of two keys that are compared for a unit of work. */
const BYTES_PER_WORK = 32;
const LONG_KEY = 64;
/** Work of a step of the search for the length of a table, of each hash slot in a rehash, and of a key that gets a slot. */
const SEARCH_WORK = 1;
const REHASH_WORK = 8;
const NEW_KEY_WORK = 24;
/** Work of finding where a float belongs. */
const FLOAT_KEY_WORK = 8;
/** Array slots that a rehash counts for a unit of work. */
const COUNTED_SLOTS = 4;

/** Why a key cannot be used. */
export class TableKeyError extends Error {}

const TABLE_BYTES = 56;
const NODE_BYTES = 32;
/** Estimates of what the parts take here, a boxed number in every slot included. */
const HOST_TABLE_BYTES = 160;
const HOST_NODE_BYTES = 112;

/** A table: an array part for the keys from 1 on and a hash part for the rest, of the reference's sizes. */
export class LuaTable implements LuaObject {
  metatable: LuaTable | undefined = undefined;
  /** Bit n is set when this table, as a metatable, is known not to have the metamethod n. */
  absentMetamethods = 0;
  /** Values of the keys 1 to `arraySize`. */
  array: Value[] = NO_VALUES;
  arraySize = 0;
  /** Keys of the hash part; undefined for a slot never used. A key stays when its value becomes nil. */
  keys: Value[] = NO_KEYS;
  values: Value[] = NO_KEYS;
  /** The next slot of each chain, or -1. */
  links: number[] = NO_LINKS;
  /** Number of slots less 1; -1 while there is no hash part. */
  mask = -1;
  /** Slots from here on are not free. */
  private freeLimit = 0;

  /**
   * @param id - place in the order of creation, which stands for the address
   * @param memory - of the run that has it; undefined for templates
   */
  constructor(
    readonly id: number,
    private readonly memory?: Memory,
  ) {}

  /** A new empty table, paid for. */
  static create(id: number, memory: Memory): LuaTable {
    memory.chargeMemory(TABLE_BYTES);
    memory.hold(HOST_TABLE_BYTES);
    return new LuaTable(id, memory);
  }

  /** A copy with the same layout, for the library tables that every run starts with. */
  clone(memory: Memory): LuaTable {
    const copy = new LuaTable(this.id, memory);
    copy.array = this.array.slice();
    copy.arraySize = this.arraySize;
    if (this.mask >= 0) {
      copy.keys = this.keys.slice();
      copy.values = this.values.slice();
      copy.links = this.links.slice();
      copy.mask = this.mask;
      copy.freeLimit = this.freeLimit;
    }
    return copy;
  }

  /** The value of a key, undefined when there is none. */
  get(key: Value): Value {
    if (typeof key === 'number') return this.getInteger(key);
    if (key instanceof LuaString) return this.getString(key);
    const normal = normalizeKey(key);
    if (typeof normal === 'number') return this.getInteger(normal);
    const slot = this.slotOf(normal);
    return slot < 0 ? undefined : this.values[slot];
  }

  getInteger(key: number): Value {
    if (key > 0 && key <= this.arraySize) return this.array[key - 1];
    if (this.mask < 0) return undefined;
    let slot = key & this.mask;
    let passed = 0;
    do {
      if (this.keys[slot] === key) return this.values[slot];
      slot = this.links[slot]!;
      if (++passed > FREE_CHAIN) this.memory?.work(1);
    } while (slot >= 0);
    return undefined;
  }

  getString(key: LuaString): Value {
    const slot = this.stringSlot(key);
    return slot < 0 ? undefined : this.values[slot];
  }

  /**
   * The value of a key that is found without work, or undefined. For compiled code, which charges instructions in
   * advance: there, what could end the run must not happen before the counters are what they are in the interpreter.
   */
  near(key: Value): Value {
    if (key instanceof LuaString) return this.nearString(key);
    if (typeof key !== 'number') return undefined;
    if (key > 0 && key <= this.arraySize) return this.array[key - 1];
    if (this.mask < 0) return undefined;
    let slot = key & this.mask;
    for (let passed = 0; slot >= 0 && passed < FREE_CHAIN; passed++) {
      if (this.keys[slot] === key) return this.values[slot];
      slot = this.links[slot]!;
    }
    return undefined;
  }

  /** As `near` for a string. */
  nearString(key: LuaString): Value {
    const slot = this.nearSlot(key);
    return slot < 0 ? undefined : this.values[slot];
  }

  private nearSlot(key: LuaString): number {
    if (this.mask < 0 || key.unread > 0) return -1;
    const { keys, links } = this;
    let slot = key.hash & this.mask;
    for (let passed = 0; slot >= 0 && passed < FREE_CHAIN; passed++) {
      const candidate = keys[slot];
      if (candidate === key) return slot;
      if (
        candidate instanceof LuaString &&
        candidate.hash === key.hash &&
        key.bytes.length <= LONG_KEY &&
        candidate.bytes === key.bytes
      ) {
        return slot;
      }
      slot = links[slot]!;
    }
    return -1;
  }

  private stringSlot(key: LuaString): number {
    if (this.mask < 0) return -1;
    if (key.unread > 0 && this.memory !== undefined) key.read(this.memory);
    const keys = this.keys;
    let slot = key.hash & this.mask;
    let passed = 0;
    do {
      const candidate = keys[slot];
      if (candidate === key) return slot;
      if (
        candidate instanceof LuaString &&
        candidate.hash === key.hash &&
        this.sameBytes(candidate.bytes, key.bytes)
      ) {
        return slot;
      }
      slot = this.links[slot]!;
      if (++passed > FREE_CHAIN) this.memory?.work(1);
    } while (slot >= 0);
    return -1;
  }

  /** Whether two strings with the same hash are the same, which may take reading both. */
  private sameBytes(a: string, b: string): boolean {
    if (a.length !== b.length) return false;
    if (a.length > LONG_KEY) this.memory?.work(Math.ceil(a.length / BYTES_PER_WORK));
    return a === b;
  }

  /**
   * The hash slot of a key, or -1. A float with the value of an integer is looked for where floats are,
   * as the reference does in `next`; all other callers make keys normal first.
   */
  private slotOf(key: Value): number {
    if (this.mask < 0 || key === undefined) return -1;
    if (key instanceof LuaString) return this.stringSlot(key);
    if (key instanceof LuaFloat) this.memory?.work(FLOAT_KEY_WORK);
    let slot = this.mainSlot(key);
    let passed = 0;
    do {
      if (sameKey(this.keys[slot], key)) return slot;
      slot = this.links[slot]!;
      if (++passed > FREE_CHAIN) this.memory?.work(1);
    } while (slot >= 0);
    return -1;
  }

  /**
   * Assigns without metamethods. A missing key gets a slot even when the value is nil.
   *
   * @throws TableKeyError when the key is nil or NaN
   */
  set(key: Value, value: Value, memory: Memory): void {
    if (typeof key === 'number') {
      if (key > 0 && key <= this.arraySize) {
        this.array[key - 1] = value;
        return;
      }
    } else {
      key = normalizeKey(key);
      if (typeof key === 'number' && key > 0 && key <= this.arraySize) {
        this.array[key - 1] = value;
        return;
      }
    }
    const slot = this.slotOf(key);
    if (slot >= 0) {
      this.values[slot] = value;
      return;
    }
    if (key instanceof LuaString) key.read(memory);
    if (key === undefined) throw new TableKeyError('table index is nil');
    if (key instanceof LuaFloat && Number.isNaN(key.n)) throw new TableKeyError('table index is NaN');
    memory.work(NEW_KEY_WORK);
    this.insert(key, value, memory);
  }

  /** Assigns to a string key when its slot is found without work and holds a value; false when it is not. */
  replaceString(key: LuaString, value: Value): boolean {
    const slot = this.nearSlot(key);
    if (slot < 0 || this.values[slot] === undefined) return false;
    this.values[slot] = value;
    return true;
  }

  /** Puts a value under a key that has none, which is in its normal form and neither nil nor NaN. */
  private insert(key: Value, value: Value, memory: Memory): void {
    if (typeof key === 'number' && key > 0 && key <= this.arraySize) {
      this.array[key - 1] = value;
      return;
    }
    if (this.mask < 0) {
      this.rehash(key, memory);
      this.insert(key, value, memory);
      return;
    }
    let main = this.mainSlot(key);
    if (this.values[main] !== undefined) {
      const free = this.takeFreeSlot();
      if (free < 0) {
        this.rehash(key, memory);
        this.insert(key, value, memory);
        return;
      }
      const { keys, values, links } = this;
      const home = this.mainSlot(keys[main]);
      if (home !== main) {
        // The occupant is a guest of another chain: it moves to the free slot.
        let previous = home;
        for (let passed = 1; links[previous] !== main; passed++) {
          previous = links[previous]!;
          if (passed > FREE_CHAIN) memory.work(1);
        }
        links[previous] = free;
        keys[free] = keys[main];
        values[free] = values[main];
        links[free] = links[main]!;
        links[main] = -1;
      } else {
        links[free] = links[main]!;
        links[main] = free;
        main = free;
      }
    }
    this.keys[main] = key;
    this.values[main] = value;
  }

  private takeFreeSlot(): number {
    while (this.freeLimit > 0) {
      this.freeLimit--;
      if (this.keys[this.freeLimit] === undefined) return this.freeLimit;
    }
    return -1;
  }

  /** The slot where a key belongs. The key is in its normal form, and there is a hash part. */
  private mainSlot(key: Value): number {
    const mask = this.mask;
    if (typeof key === 'number') return key & mask;
    if (key instanceof LuaString) return key.hash & mask;
    if (typeof key === 'boolean') return (key ? 1 : 0) & mask;
    if (key instanceof Int64) return key.low & mask;
    const modulus = mask | 1;
    if (key instanceof LuaFloat) return hashFloat(key.n) % modulus;
    return key === undefined ? 0 : key.id % modulus;
  }

  /** Makes room for one more key: finds the best sizes of both parts. */
  private rehash(extraKey: Value, memory: Memory): void {
    memory.work(Math.ceil(this.arraySize / COUNTED_SLOTS) + REHASH_WORK * (this.mask + 2));
    const counts = new Array<number>(MAX_BITS + 1).fill(0);
    let integerKeys = countArray(this.array, this.arraySize, counts);
    let total = integerKeys;
    for (let slot = this.mask; slot >= 0; slot--) {
      if (this.values[slot] === undefined) continue;
      total++;
      if (countInteger(this.keys[slot], counts)) integerKeys++;
    }
    total++;
    if (countInteger(extraKey, counts)) integerKeys++;
    const { size, used } = bestArraySize(counts, integerKeys);
    this.resize(size, total - used, memory);
  }

  /**
   * Gives both parts new sizes and moves every value to its place.
   *
   * @param arraySize - slots of the array part
   * @param hashCount - keys that the hash part must hold; its size is the next power of two
   */
  resize(arraySize: number, hashCount: number, memory: Memory): void {
    const oldArray = this.array;
    const oldArraySize = this.arraySize;
    const { keys: oldKeys, values: oldValues, mask: oldMask } = this;
    if (arraySize > oldArraySize) {
      this.array = grown(oldArray, oldArraySize, arraySize, memory);
      this.arraySize = arraySize;
    }
    this.newHashPart(hashCount, memory);
    if (arraySize < oldArraySize) {
      this.arraySize = arraySize;
      for (let i = arraySize; i < oldArraySize; i++) {
        const value = oldArray[i];
        if (value !== undefined) this.insert(i + 1, value, memory);
      }
      this.array = arraySize === 0 ? NO_VALUES : oldArray.slice(0, arraySize);
      if (arraySize > 0) memory.chargeMemory(arraySize * ARRAY_SLOT_BYTES, oldArraySize * ARRAY_SLOT_BYTES);
      memory.hold((arraySize - oldArraySize) * HOST_ARRAY_SLOT_BYTES);
    }
    for (let slot = oldMask; slot >= 0; slot--) {
      const value = oldValues[slot];
      if (value !== undefined) this.insert(oldKeys[slot], value, memory);
    }
  }

  /** Makes the array part at least this long, as SETLIST does: the hash part is rebuilt too. */
  growArray(size: number, memory: Memory): void {
    if (size > this.arraySize) this.resize(size, this.mask + 1, memory);
  }

  private newHashPart(count: number, memory: Memory): void {
    memory.hold(-(this.mask + 1) * HOST_NODE_BYTES);
    if (count === 0) {
      this.keys = NO_KEYS;
      this.values = NO_KEYS;
      this.links = NO_LINKS;
      this.mask = -1;
      this.freeLimit = 0;
      return;
    }
    let size = 1;
    while (size < count) size *= 2;
    memory.chargeMemory(size * NODE_BYTES, (this.mask + 1) * NODE_BYTES);
    memory.hold(size * HOST_NODE_BYTES);
    this.keys = emptySlots(size);
    this.values = emptySlots(size);
    const links = new Array<number>(size);
    for (let i = 0; i < size; i++) links[i] = -1;
    this.links = links;
    this.mask = size - 1;
    this.freeLimit = size;
  }

  /** The border that `#` gives. */
  length(): number {
    let high = this.arraySize;
    if (high > 0 && this.array[high - 1] === undefined) {
      let low = 0;
      while (high - low > 1) {
        const middle = (low + high) >>> 1;
        if (this.array[middle - 1] === undefined) high = middle;
        else low = middle;
      }
      return low;
    }
    if (this.mask < 0) return high;
    let low = high;
    high++;
    while (this.getInteger(high) !== undefined) {
      low = high;
      if (high > MAX_INT / 2) {
        // The table was built to make the search fail: look from the start.
        let i = 1;
        for (; this.getInteger(i) !== undefined; i++) this.memory?.work(SEARCH_WORK);
        return i - 1;
      }
      high *= 2;
    }
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.getInteger(middle) === undefined) high = middle;
      else low = middle;
    }
    return low;
  }

  /**
   * The position behind a key in the order of traversal: array slots, then hash slots. nil gives the
   * first position.
   *
   * @throws TableKeyError when the table never had the key
   */
  positionAfter(key: Value): number {
    if (key === undefined) return 0;
    if (typeof key === 'number' && key > 0 && key <= this.arraySize) return key;
    const slot = this.slotOf(key);
    if (slot < 0) throw new TableKeyError("invalid key to 'next'");
    return slot + this.arraySize + 1;
  }

  /** The first position from here on that holds a value, or -1. */
  nextPosition(position: number): number {
    for (; position < this.arraySize; position++) if (this.array[position] !== undefined) return position;
    for (let slot = position - this.arraySize; slot <= this.mask; slot++) {
      if (this.values[slot] !== undefined) return slot + this.arraySize;
    }
    return -1;
  }

  /** Places for entries, in use or not. */
  get positions(): number {
    return this.arraySize + this.mask + 1;
  }

  keyAt(position: number): Value {
    return position < this.arraySize ? position + 1 : this.keys[position - this.arraySize];
  }

  valueAt(position: number): Value {
    return position < this.arraySize ? this.array[position] : this.values[position - this.arraySize];
  }
}

const MAX_INT = 2147483647;
