/** What a run allocates: strings and objects, each paid for as the reference allocates it. */
import { concatenate } from './concat.js';
import { Meter } from './fuel.js';
import { LuaClosure, type Upvalue } from './function.js';
import type { Proto } from './proto.js';
import { LuaString, MAX_SHORT_LENGTH } from './string.js';
import { LuaTable } from './table.js';

/** Sizes of the reference (spec 03 §7.3). */
const STRING_BYTES = 25;
const FIRST_STRING_TABLE_SIZE = 128;
const STRING_BUCKET_BYTES = 8;
const MIN_BUFFER_BYTES = 32;
const CLOSURE_BYTES = 32;
const UPVALUE_POINTER_BYTES = 8;
/** Estimates of what objects take here. */
const HOST_STRING_BYTES = 80;
const HOST_SHORT_STRING_ENTRY_BYTES = 64;
const HOST_CLOSURE_BYTES = 96;
const HOST_UPVALUE_BYTES = 64;

export class Heap extends Meter {
  /** Content of the strings made by this run. */
  private readonly madeStrings = new Set<string>();
  private stringCount: number;
  private stringTableSize = FIRST_STRING_TABLE_SIZE;
  private concatBufferSize = 0;
  private readonly lastClosures = new Map<Proto, LuaClosure>();

  /**
   * @param knownStrings - content of the short strings that exist before the run
   * @param nextId - the identity of the first object
   */
  constructor(
    fuelLimit: number,
    memoryLimit: number | undefined,
    private readonly knownStrings: ReadonlySet<string>,
    private nextId: number,
  ) {
    super(fuelLimit, memoryLimit);
    this.stringCount = knownStrings.size;
    while (this.stringTableSize < this.stringCount) this.stringTableSize *= 2;
  }

  /** A new string, paid for: a short one only when its content does not exist yet. */
  string(bytes: string): LuaString {
    if (bytes.length > MAX_SHORT_LENGTH) this.chargeMemory(STRING_BYTES + bytes.length);
    else this.internShort(bytes);
    this.hold(HOST_STRING_BYTES + bytes.length);
    return new LuaString(bytes);
  }

  /** Pays for a short string unless it exists. */
  internShort(bytes: string): void {
    if (this.madeStrings.has(bytes) || this.knownStrings.has(bytes)) return;
    this.hold(HOST_SHORT_STRING_ENTRY_BYTES);
    this.madeStrings.add(bytes);
    if (this.stringCount >= this.stringTableSize) {
      this.stringTableSize *= 2;
      this.chargeMemory(STRING_BUCKET_BYTES * this.stringTableSize);
    }
    this.stringCount++;
    this.chargeMemory(STRING_BYTES + bytes.length);
  }

  /** Pays for the buffer in which a concatenation puts its result together. */
  useConcatBuffer(length: number): void {
    if (length <= this.concatBufferSize) return;
    this.concatBufferSize = Math.max(length, MIN_BUFFER_BYTES);
    this.chargeMemory(this.concatBufferSize);
  }

  /**
   * Text put together as the reference's message formatting does, every piece a string of its own.
   *
   * @param template - `%s` stands for the next argument
   */
  format(template: string, ...args: readonly (string | number)[]): LuaString {
    const literals = template.split('%s');
    const pieces: LuaString[] = [this.string(literals[0]!)];
    args.forEach((arg, index) => {
      pieces.push(this.string(String(arg)), this.string(literals[index + 1]!));
    });
    return concatenate(this, pieces);
  }

  /** Two strings as one. */
  join(a: LuaString, b: LuaString): LuaString {
    return concatenate(this, [a, b]);
  }

  newId(): number {
    return this.nextId++;
  }

  /** A new table with room for array elements and other keys. */
  newTable(arraySize = 0, hashSize = 0): LuaTable {
    const table = LuaTable.create(this.nextId++, this);
    if (arraySize > 0 || hashSize > 0) table.resize(arraySize, hashSize, this);
    return table;
  }

  /**
   * A closure of a function. The last closure of the same function is given again when it captured
   * the same variables (spec 03 §6.9).
   */
  newClosure(proto: Proto, upvalues: Upvalue[]): LuaClosure {
    const last = this.lastClosures.get(proto);
    if (last !== undefined && sameUpvalues(last.upvalues, upvalues)) return last;
    this.chargeMemory(CLOSURE_BYTES + UPVALUE_POINTER_BYTES * upvalues.length);
    this.hold(HOST_CLOSURE_BYTES + HOST_UPVALUE_BYTES * upvalues.length);
    const closure = new LuaClosure(proto, upvalues, this.nextId++);
    this.lastClosures.set(proto, closure);
    return closure;
  }
}

function sameUpvalues(a: readonly Upvalue[], b: readonly Upvalue[]): boolean {
  for (let i = 0; i < b.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
