/**
 * The memory that the reference's compiler allocates for a chunk (spec 03 §7.3). Most of it depends
 * on the chunk alone; only whether a short string exists already depends on the run.
 */
import { LuaString, MAX_SHORT_LENGTH } from '../string.js';
import { LuaTable, type Memory } from '../table.js';
import { LightUserdata, LuaFloat, type Value } from '../value.js';
import type { CompilerWatch } from './fengari.js';
import type { FengariDyndata, FengariProto, FengariString, FengariValue } from './fengari-types.js';

/** Tags of Fengari's values. */
const TAG_BOOLEAN = 1;
const TAG_LIGHT_USERDATA = 2;
const TAG_FLOAT = 3;
const TAG_LONG_STRING = 20;

const CLOSURE_BYTES = 40;
const UPVALUE_BYTES = 32;
const PROTO_BYTES = 120;
/** First size of an array that grows. */
const FIRST_ARRAY_SIZE = 4;
/** Bytes of an element of the parser's lists. */
const ACTIVE_VARIABLE_BYTES = 2;
const LABEL_BYTES = 24;

/** Bytes of a string object. */
const stringBytes = (length: number): number => 25 + length;

export interface CompileMemory {
  /** Everything but short strings. */
  readonly bytes: number;
  /** How much of it was given back by the end. */
  readonly replaced: number;
  /** Short strings in the order in which they are made, each once. */
  readonly shortStrings: readonly string[];
}

/** Adds up what a compilation allocates while it runs. */
export class CompileMemoryModel implements CompilerWatch, Memory {
  private bytes = 0;
  private replaced = 0;
  private bufferSize = 0;
  private readonly shortStrings = new Set<string>();
  /** Stands in for the table in which the lexer keeps strings and the code generator constants. */
  private readonly scanner: LuaTable;
  private readonly pointers = new Map<unknown, LightUserdata>();

  constructor() {
    this.chargeMemory(CLOSURE_BYTES);
    this.scanner = LuaTable.create(0, this);
  }

  chargeMemory(bytes: number, replaced = 0): void {
    this.bytes += bytes;
    this.replaced += replaced;
  }

  hold(): void {
    // The memory of the compiler is bounded by the size of its source.
  }

  work(): void {
    // So is its work.
  }

  string(bytes: Uint8Array): void {
    if (bytes.length > MAX_SHORT_LENGTH) this.chargeMemory(stringBytes(bytes.length));
    else this.shortStrings.add(Buffer.from(bytes).toString('latin1'));
  }

  buffer(size: number): void {
    this.chargeMemory(size, this.bufferSize);
    this.bufferSize = size;
  }

  scannerKey(key: FengariValue): void {
    this.scanner.set(this.keyOf(key), true, this);
  }

  private keyOf(key: FengariValue): Value {
    switch (key.type) {
      case TAG_BOOLEAN:
        return key.value as boolean;
      case TAG_FLOAT:
        return new LuaFloat(key.value as number);
      case TAG_LONG_STRING:
        return new LuaString(Buffer.from((key.value as FengariString).getstr()).toString('latin1'));
      default: {
        // Integers come as pointers, nil as the scanner's table itself.
        const identity = key.type === TAG_LIGHT_USERDATA ? key.value : this;
        let pointer = this.pointers.get(identity);
        if (pointer === undefined) {
          pointer = new LightUserdata(this.pointers.size);
          this.pointers.set(identity, pointer);
        }
        return pointer;
      }
    }
  }

  /** The total, once the chunk is compiled. */
  finish(main: FengariProto, dyndata: FengariDyndata): CompileMemory {
    this.addProto(main);
    this.replaced += this.addGrowth(dyndata.actvar.arr.length, ACTIVE_VARIABLE_BYTES);
    this.replaced += this.addGrowth(dyndata.gt.arr.length, LABEL_BYTES);
    this.replaced += this.addGrowth(dyndata.label.arr.length, LABEL_BYTES);
    this.chargeMemory(UPVALUE_BYTES);
    // The token buffer and the parser's lists are given back.
    this.replaced += this.bufferSize;
    return { bytes: this.bytes, replaced: this.replaced, shortStrings: [...this.shortStrings] };
  }

  /** What was allocated until an error, as far as it does not depend on how far the code was. */
  abandon(): CompileMemory {
    this.chargeMemory(PROTO_BYTES);
    return { bytes: this.bytes, replaced: this.replaced, shortStrings: [...this.shortStrings] };
  }

  private addProto(proto: FengariProto): void {
    this.chargeMemory(PROTO_BYTES);
    const arrays: readonly (readonly [count: number, elementBytes: number])[] = [
      [proto.code.length, 4],
      [proto.lineinfo.length, 4],
      [proto.k.length, 16],
      [proto.p.length, 8],
      [proto.locvars.length, 16],
      [proto.upvalues.length, 16],
    ];
    for (const [count, elementBytes] of arrays) {
      // At its end a function gives every array its exact size.
      const grown = this.addGrowth(count, elementBytes);
      this.chargeMemory(count * elementBytes, grown);
    }
    for (const inner of proto.p) this.addProto(inner);
  }

  /** The sizes that an array passes through until it holds `count` elements; gives the last one. */
  private addGrowth(count: number, elementBytes: number): number {
    let size = 0;
    while (size < count) {
      const grown = size === 0 ? FIRST_ARRAY_SIZE : 2 * size;
      this.chargeMemory(grown * elementBytes, size * elementBytes);
      size = grown;
    }
    return size * elementBytes;
  }
}
