/**
 * The memory that the reference's compiler allocates for a chunk, in the order in which it does (spec
 * 03 §7.3, §7.7). Most of it depends on the chunk alone; only whether a short string exists already
 * depends on the run.
 */
import type { CompileGrowth } from '../machine/collector.js';
import { LuaString, MAX_SHORT_LENGTH, stringBytes } from '../value/string.js';
import { LuaTable } from '../value/table.js';
import type { Memory } from '../value/table-slots.js';
import { LightUserdata, LuaFloat, type Value } from '../value/value.js';
import type { CompilerWatch } from './fengari.js';
import type {
  FengariDyndata,
  FengariLexer,
  FengariProto,
  FengariString,
  FengariValue,
} from './fengari-types.js';

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

/** What is allocated and freed before the collector of the reference may do a step. */
export interface CompileStep extends CompileGrowth {
  readonly bytes: number;
  readonly replaced: number;
  /** A short string that is made last. */
  readonly string: string | undefined;
  /** Whether the collector may do a step after this. */
  readonly mayCollect: boolean;
}

export interface CompileMemory {
  readonly steps: readonly CompileStep[];
  /** How much of it stays as code. */
  readonly codeBytes: number;
  /** The scanner's table, no longer needed. */
  readonly scannerBytes: number;
  /** How many objects were made but short strings: functions, and the table of the scanner. */
  readonly objects: number;
}

/** Array parts of a function, which grow while it is compiled, with the bytes of an element. */
const ARRAYS = [
  ['code', 4],
  ['lineinfo', 4],
  ['k', 16],
  ['p', 8],
  ['locvars', 16],
  ['upvalues', 16],
] as const;

/** Lists of the parser, likewise. */
const LISTS = [
  ['actvar', 2],
  ['gt', 24],
  ['label', 24],
] as const;

/** How many elements the arrays of a function have together. */
function elementsOf({ code, lineinfo, k, p, locvars, upvalues }: FengariProto): number {
  return code.length + lineinfo.length + k.length + p.length + locvars.length + upvalues.length;
}

/** Adds up what a compilation allocates while it runs. */
export class CompileMemoryModel implements CompilerWatch, Memory {
  private readonly steps: CompileStep[] = [];
  private bytes = 0;
  private replaced = 0;
  private alive = 0;
  private scannerGrowth = 0;
  private mainGrowth = 0;
  private parserGrowth = 0;
  private bufferSize = 0;
  /** The closure and the scanner's table. */
  private objects = 2;
  private scannerBytes = 0;
  private newString: string | undefined;
  private lexer: FengariLexer = {};
  private main: FengariProto | undefined;
  private readonly shortStrings = new Set<string>();
  /** Sizes of arrays so far. */
  private readonly sizes = new Map<unknown, number>();
  private readonly closed = new Set<FengariProto>();
  /** For each function how many of the functions in it are closed: those that come first. */
  private readonly closedInner = new Map<FengariProto, number>();
  /** How many elements the arrays of each function had when it was counted last. */
  private readonly elements = new Map<FengariProto, number>();
  /** The functions that are being compiled, the innermost of which is that of the lexer's state. */
  private open: ReadonlySet<FengariProto> = new Set();
  private innermost: FengariLexer['fs'];
  /** Stands in for the table in which the lexer keeps strings and the code generator constants. */
  private readonly scanner: LuaTable;
  private readonly pointers = new Map<unknown, LightUserdata>();

  constructor(private readonly dyndata: FengariDyndata) {
    this.chargeMemory(CLOSURE_BYTES);
    this.scanner = LuaTable.create(0, this.scannerMemory());
  }

  started(lexer: FengariLexer): void {
    this.lexer = lexer;
  }

  chargeMemory(bytes: number, replaced = 0): void {
    this.bytes += bytes;
    this.replaced += replaced;
    this.alive += bytes - replaced;
  }

  hold(): void {
    // The memory of the compiler is bounded by the size of its source.
  }

  work(): void {
    // So is its work.
  }

  compared(): void {
    // Takes no memory.
  }

  string(bytes: Uint8Array): void {
    if (bytes.length > MAX_SHORT_LENGTH) {
      this.countFunctions();
      this.chargeMemory(stringBytes(bytes.length));
      this.objects++;
      return;
    }
    const text = Buffer.from(bytes).toString('latin1');
    if (this.shortStrings.has(text)) return;
    this.shortStrings.add(text);
    this.countFunctions();
    this.endStep(false);
    this.newString = text;
  }

  buffer(size: number): void {
    this.chargeMemory(size, this.bufferSize);
    this.parserGrowth += size - this.bufferSize;
    this.bufferSize = size;
  }

  scannerKey(key: FengariValue): void {
    const own = this.keyOf(key);
    const isNewString = own instanceof LuaString && this.scanner.get(own) === undefined;
    this.scanner.set(own, true, this.scannerMemory());
    if (isNewString) this.endStep(true);
  }

  private scannerMemory(): Memory {
    return {
      chargeMemory: (bytes, replaced = 0) => {
        this.chargeMemory(bytes, replaced);
        this.scannerBytes += bytes - replaced;
        this.scannerGrowth += bytes - replaced;
      },
      hold: () => this.hold(),
      work: () => this.work(),
    };
  }

  /** @param mayCollect - whether the reference's collector may do a step now */
  private endStep(mayCollect: boolean): void {
    if (!mayCollect && this.newString === undefined) return;
    this.steps.push({
      bytes: this.bytes,
      replaced: this.replaced,
      scanner: this.scannerGrowth,
      main: this.mainGrowth,
      parser: this.parserGrowth,
      string: this.newString,
      mayCollect,
    });
    this.bytes = 0;
    this.replaced = 0;
    this.scannerGrowth = 0;
    this.mainGrowth = 0;
    this.parserGrowth = 0;
    this.newString = undefined;
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
  finish(): CompileMemory {
    this.lexer = {};
    this.countFunctions();
    this.chargeMemory(UPVALUE_BYTES);
    return this.total();
  }

  /** What was allocated until an error. */
  abandon(): CompileMemory {
    this.countFunctions();
    return this.total();
  }

  private total(): CompileMemory {
    // The token buffer and the parser's lists are freed.
    let given = this.bufferSize;
    for (const [name, elementBytes] of LISTS) {
      given += this.sizeOf(this.dyndata[name]) * elementBytes;
    }
    this.chargeMemory(0, given);
    this.parserGrowth -= given;
    this.endStep(true);
    const { steps, objects, scannerBytes } = this;
    return { steps, objects, scannerBytes, codeBytes: this.alive - scannerBytes };
  }

  /** Counts how functions and the lists of the parser have grown since the last time. */
  private countFunctions(): void {
    const { fs } = this.lexer;
    for (const [name, elementBytes] of LISTS) {
      const list = this.dyndata[name];
      const before = this.alive;
      this.grow(list, list.arr.length, elementBytes);
      this.parserGrowth += this.alive - before;
    }
    if (fs === this.innermost) {
      // From the innermost outwards. Functions that were begun and closed meanwhile are elements of one of them.
      for (const proto of this.open) {
        if (elementsOf(proto) !== this.elements.get(proto)) this.countFunction(proto);
      }
      return;
    }
    const open = new Set<FengariProto>();
    for (let f = fs; f !== null && f !== undefined; f = f.prev) {
      open.add(f.f);
      this.main = f.f;
    }
    this.open = open;
    this.innermost = fs;
    if (this.main !== undefined) this.countFunction(this.main);
  }

  private countArrays(proto: FengariProto): void {
    for (const [name, elementBytes] of ARRAYS) this.grow(proto[name], proto[name].length, elementBytes);
    this.elements.set(proto, elementsOf(proto));
  }

  private countFunction(proto: FengariProto): void {
    if (this.closed.has(proto)) return;
    // Functions are closed in their order; a chunk may have thousands.
    let inner = this.closedInner.get(proto) ?? 0;
    for (let at = inner; at < proto.p.length; at++) {
      this.countFunction(proto.p[at]!);
      if (at === inner && this.closed.has(proto.p[at]!)) inner++;
    }
    this.closedInner.set(proto, inner);
    const before = this.alive;
    if (!this.sizes.has(proto)) {
      this.sizes.set(proto, 1);
      this.chargeMemory(PROTO_BYTES);
      this.objects++;
    }
    this.countArrays(proto);
    const isClosed = !this.open.has(proto);
    if (isClosed) {
      this.closed.add(proto);
      // At its end a function gives every array its exact size.
      for (const [name, elementBytes] of ARRAYS) {
        const { length } = proto[name];
        this.chargeMemory(length * elementBytes, this.sizeOf(proto[name]) * elementBytes);
      }
    }
    if (proto === this.main) this.mainGrowth += this.alive - before;
    if (isClosed) this.endStep(true);
  }

  /** For how many elements there is room in an array. */
  private sizeOf(array: unknown): number {
    return this.sizes.get(array) ?? 0;
  }

  /** The sizes that an array passes through until it holds `count` elements. */
  private grow(array: unknown, count: number, elementBytes: number): void {
    let size = this.sizeOf(array);
    while (size < count) {
      const grown = size === 0 ? FIRST_ARRAY_SIZE : 2 * size;
      this.chargeMemory(grown * elementBytes, size * elementBytes);
      size = grown;
    }
    this.sizes.set(array, size);
  }
}
