/** What a run allocates: strings and objects, each paid for as the reference allocates it. */

import type { Proto } from '../bytecode/proto.js';
import type { CompileMemory, CompileStep } from '../compile/memory.js';
import { LuaClosure, type Upvalue } from '../value/function.js';
import { LuaString, MAX_SHORT_LENGTH, stringBytes } from '../value/string.js';
import { StringTable } from '../value/string-table.js';
import { LuaTable } from '../value/table.js';
import { type CollectedMemory, Collector, type Freed } from './collector.js';
import { concatenate } from './concatenate.js';
import { Meter, type RunLimits } from './fuel.js';
import type { CodeStrings, KnownStrings } from './known-strings.js';

/** Sizes of the reference (spec 03 §7.3). */
const STRING_BUCKET_BYTES = 8;
const MIN_BUFFER_BYTES = 32;
const CLOSURE_BYTES = 32;
const UPVALUE_POINTER_BYTES = 8;
/** Strings that the reference made while it opened the libraries, and does not use any more. */
const LEFT_BEHIND = [''];
/** Work of making a string or closure, of looking a short string up, of a new one, and of a captured variable. */
const STRING_WORK = 4;
const LOOKUP_WORK = 6;
const NEW_SHORT_STRING_WORK = 80;
const CAPTURE_WORK = 8;
/** Estimates of what objects take here. */
const HOST_STRING_BYTES = 80;
const HOST_PIECE_BYTES = 32;
const HOST_SHORT_STRING_ENTRY_BYTES = 64;
const HOST_CLOSURE_BYTES = 96;
const HOST_UPVALUE_BYTES = 64;

export abstract class Heap extends Meter implements CollectedMemory {
  protected readonly collector = new Collector(this);
  private readonly strings: StringTable;
  private concatBufferSize = 0;
  private readonly lastClosures = new Map<Proto, LuaClosure>();

  /**
   * @param knownStrings - the short strings that exist before the run
   * @param nextId - the identity of the first object
   */
  constructor(
    { fuelLimit, memoryLimit, mostWork, mostExecution }: RunLimits,
    private readonly knownStrings: KnownStrings,
    private nextId: number,
  ) {
    super(fuelLimit, memoryLimit, mostWork, mostExecution);
    this.strings = new StringTable(knownStrings.size, LEFT_BEHIND);
  }

  /**
   * Charges allocated memory, see `Meter.chargeMemory`.
   *
   * @param replaced - the size of the block that the new one takes the place of
   */
  override chargeMemory(bytes: number, replaced = 0): void {
    super.chargeMemory(bytes);
    this.collector.allocated(bytes - replaced);
  }

  /** A new string, paid for: a short one only when its content does not exist yet. */
  string(bytes: string): LuaString {
    this.collector.check();
    return this.resultString(bytes);
  }

  /** As `string`, for what an instruction makes: the collector may do a step after it, not before. */
  resultString(bytes: string): LuaString {
    if (bytes.length > MAX_SHORT_LENGTH) {
      const size = stringBytes(bytes.length);
      this.chargeMemory(size);
      this.strings.addGarbage(size);
      this.collector.made(size);
    } else this.makeShort(bytes, false);
    this.work(STRING_WORK);
    this.hold(HOST_STRING_BYTES + bytes.length);
    return new LuaString(bytes);
  }

  /**
   * As `resultString`, for what was joined. V8 keeps the pieces until somebody reads the text: only then
   * does it take its length.
   */
  joinedString(bytes: string, pieces: number): LuaString {
    if (bytes.length <= MAX_SHORT_LENGTH) return this.resultString(bytes);
    const string = this.resultString(bytes);
    string.unread = bytes.length;
    this.hold(HOST_PIECE_BYTES * pieces - bytes.length);
    return string;
  }

  /** Pays for a short string unless it exists. */
  internShort(bytes: string): void {
    this.collector.check();
    this.makeShort(bytes, false);
  }

  /**
   * As `internShort`, without a step of the collector.
   *
   * @param isConstant - whether code refers to it, so that it stays
   */
  private makeShort(bytes: string, isConstant: boolean): void {
    this.work(LOOKUP_WORK);
    if (this.knownStrings.has(bytes)) return;
    if (!this.strings.ask(bytes, isConstant)) {
      this.work(NEW_SHORT_STRING_WORK);
      this.hold(HOST_SHORT_STRING_ENTRY_BYTES);
      this.growStrings();
      const size = stringBytes(bytes.length);
      this.chargeMemory(size);
      if (isConstant) this.collector.constantMade(size);
      else this.collector.made(size);
    }
  }

  /** Runs a collector step if one is due, as the reference does after a concatenation. */
  checkCollector(): void {
    this.collector.check();
  }

  /** Pays for the compilation of a chunk, in the order in which the reference allocates. */
  protected payForCode(memory: CompileMemory): void {
    const { steps, codeBytes, scannerBytes, objects } = memory;
    const own = this.strings.isNew ? this.knownStrings.ofCode(memory) : undefined;
    if (own === undefined || own.made.has('')) {
      for (const step of steps) {
        this.chargeMemory(step.bytes, step.replaced);
        this.collector.compiling(step);
        if (step.string !== undefined) this.makeShort(step.string, true);
        if (step.mayCollect) this.collector.check();
      }
    } else this.payForFirstCode(steps, own);
    this.collector.codeMade(codeBytes, objects - 1);
    this.strings.addGarbage(scannerBytes);
    this.collector.made(scannerBytes);
  }

  /**
   * As the steps of `payForCode`, in a run that has made no strings: which of those in the code exist is known
   * then. The empty string is not: the libraries have left one behind, which may be swept meanwhile.
   */
  private payForFirstCode(steps: readonly CompileStep[], { made, sizes, lookups }: CodeStrings): void {
    this.work(LOOKUP_WORK * lookups + NEW_SHORT_STRING_WORK * made.size);
    this.hold(HOST_SHORT_STRING_ENTRY_BYTES * made.size);
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i]!;
      const size = sizes[i]!;
      this.chargeMemory(step.bytes + size, step.replaced);
      this.collector.compiling(step);
      if (size > 0) {
        this.strings.addConstant();
        this.growStrings();
        this.collector.constantMade(size);
      }
      if (step.mayCollect) this.collector.check();
    }
    this.strings.keepConstants(made);
  }

  /** Pays for a larger table of strings where the string made last is one too many for it. */
  private growStrings(): void {
    if (!this.strings.grow()) return;
    const size = STRING_BUCKET_BYTES * this.strings.size;
    this.chargeMemory(size, size / 2);
  }

  // --- what the collector does, see `CollectedMemory` --------------------------------------------

  abstract markStack(): number;

  markingEnded(): void {
    this.strings.startSweep();
  }

  sweep(count: number): Freed {
    return this.strings.sweep(count);
  }

  stringTableBytes(): number {
    return STRING_BUCKET_BYTES * this.strings.size;
  }

  cycleEnded(): void {
    this.collector.allocated(-this.concatBufferSize);
    this.concatBufferSize = 0;
  }

  // ---------------------------------------------------------------------------------------------

  /** Charges for the buffer in which a concatenation builds its result. */
  useConcatBuffer(length: number): void {
    if (length <= this.concatBufferSize) return;
    const replaced = this.concatBufferSize;
    this.concatBufferSize = Math.max(length, MIN_BUFFER_BYTES);
    this.chargeMemory(this.concatBufferSize, replaced);
  }

  /**
   * Formats a message as the reference does, every piece a string of its own.
   *
   * @param template - `%s` is replaced by the next argument
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
    this.collector.made();
    this.collector.check();
    return table;
  }

  /**
   * A closure of a function. The last closure of the same function is given again when it captured
   * the same variables (spec 03 §6.9).
   */
  newClosure(proto: Proto, upvalues: Upvalue[]): LuaClosure {
    this.work(STRING_WORK + CAPTURE_WORK * upvalues.length);
    const last = this.lastClosures.get(proto);
    if (last !== undefined && sameUpvalues(last.upvalues, upvalues)) return last;
    this.chargeMemory(CLOSURE_BYTES + UPVALUE_POINTER_BYTES * upvalues.length);
    this.hold(HOST_CLOSURE_BYTES + HOST_UPVALUE_BYTES * upvalues.length);
    const closure = new LuaClosure(proto, upvalues, this.nextId++);
    this.collector.made();
    this.collector.check();
    this.lastClosures.set(proto, closure);
    return closure;
  }
}

function sameUpvalues(a: readonly Upvalue[], b: readonly Upvalue[]): boolean {
  for (let i = 0; i < b.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
