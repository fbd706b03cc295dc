/**
 * The pace of the reference's garbage collector (spec 03 §7.7). It frees nothing here, but that of
 * the reference affects memory fuel: a short string that was freed is charged again when it is made
 * again, and so are the concatenation buffer and a stack that was shrunk.
 *
 * The collector is incremental. A step is due when as many bytes were allocated as the last step was
 * ahead; it marks objects, then sweeps them, until it is 2,400 units of work ahead again. All of this
 * is counted from the sizes of what a contract allocates, never from what is still reachable: that
 * would depend on where compiled code keeps its variables. So everything counts as alive but the
 * strings that the contract made, unless they are constants of its code.
 */

/** The memory of a run, as far as the collector touches it. */
export interface CollectedMemory {
  /**
   * Marks the stack, which shrinks it when little of it is in use.
   *
   * @returns its bytes, which are marked at once
   */
  markStack(): number;
  /** Marking has ended: strings made until now are dead unless they are asked for before they are swept. */
  markingEnded(): void;
  /**
   * Frees dead strings.
   *
   * @param count - number of objects that the collector examines
   * @returns what was freed
   */
  sweep(count: number): Freed;
  /** The size of the table of strings, which is work at the start of a cycle. */
  stringTableBytes(): number;
  /** A cycle has ended: the concatenation buffer is freed. */
  cycleEnded(): void;
}

/** By how many bytes parts of the compiler's memory have grown. */
export interface CompileGrowth {
  /** The scanner's table. */
  readonly scanner: number;
  /** The main function of the chunk. */
  readonly main: number;
  /** The token buffer and the lists of the parser, which are no objects. */
  readonly parser: number;
}

/** What the collector has freed. */
export interface Freed {
  readonly objects: number;
  readonly bytes: number;
}

/** Units of work that a step is ahead at its end; a unit of work is a byte marked. */
const STEP_WORK = 2_400;
/** Debts and credits are rounded to such units. */
const WORK_UNIT = 200;
/** Units of work for sweeping one object, and how many are swept at a time. */
const SWEEP_WORK = 7;
const SWEEP_COUNT = 85;
/** A cycle starts when memory has grown to this multiple of what the last one left. */
const PAUSE_FACTOR = 2;
const PAUSE_UNIT = 100;
/** Bytes that are marked at a time, where the objects are not known one by one. */
const MARKED_BYTES = 32;
/** The object that the stack belongs to. */
const THREAD_BYTES = 312;

/**
 * What is marked of the libraries, object by object with the strings in it: the metatable of strings,
 * the globals, the registry and its table of modules, `mylib`, `math`, `table`, `string`, and the
 * function `type` with the names of the types, which comes last.
 */
const STRING_METATABLE_BYTES = 88;
const LIBRARY_BYTES: readonly number[] = [
  STRING_METATABLE_BYTES,
  1_586,
  152,
  461,
  3_808,
  1_876,
  463,
  1_870,
  303,
];

/**
 * The state of the collector when a contract starts: what follows in the reference from opening the
 * libraries (spec 03 §7.7). They have ended one cycle and brought the second to where only the last of
 * `LIBRARY_BYTES` and the stack are left to mark. The metatable of strings, younger than the cycle, is
 * marked at its end.
 */
const FIRST_CREDIT = 4_043;
const FIRST_BYTES = 16_646;
const FIRST_OBJECTS = 138;
/** Of the bytes, an empty string that is in use no more. */
const FIRST_GARBAGE_BYTES = 25;
/** A closure with one upvalue: that of a chunk. */
const CLOSURE_BYTES = 40;

/** The first cycle marks, after the stack, what is being compiled; the others the contract's own memory. */
type Phase =
  | 'pause'
  | 'mark libraries'
  | 'mark code'
  | 'mark stack'
  | 'mark scanner'
  | 'mark closure'
  | 'mark main function'
  | 'mark functions'
  | 'mark rest'
  | 'finish marking'
  | 'sweep';

export class Collector {
  private phase: Phase = 'mark libraries';
  /** Bytes allocated beyond what the last step was ahead; a step is due when it is above 0. */
  private debt = -FIRST_CREDIT;
  /** Bytes of all objects, dead ones that are not swept yet included. */
  private bytes = FIRST_BYTES;
  /** Those of them that are never marked. */
  private unmarkedBytes = 0;
  /** Those of the arguments and of the code of the contract. */
  private argumentBytes = 0;
  private codeBytes = 0;
  /** Those of the scanner's table of a chunk that is being compiled, of main functions and of constants. */
  private scannerBytes = 0;
  private mainBytes = 0;
  private constantBytes = 0;
  /** Bytes of strings that will be dead at the end of the next cycle. */
  private temporaryBytes = FIRST_GARBAGE_BYTES;
  private objects = FIRST_OBJECTS;
  /** Whether this is the cycle that was running when the contract started. */
  private isFirst = true;
  /** Which object of the libraries is marked next. */
  private library = LIBRARY_BYTES.length - 1;
  private toMark = 0;
  /** How much of the constants and of the main function the first cycle has marked. */
  private markedConstants = 0;
  private markedMain = 0;
  private toSweep = 0;
  /** What the last cycle found alive. */
  private aliveBytes = 0;

  constructor(private readonly memory: CollectedMemory) {}

  /** Counts allocated bytes, less those that they replace. */
  allocated(bytes: number): void {
    this.bytes += bytes;
    this.debt += bytes;
  }

  /**
   * Records that this many of the allocated bytes belong to no object, so that marking does not
   * count them.
   */
  notMarked(bytes: number): void {
    this.unmarkedBytes += bytes;
  }

  /** The contract's arguments are in memory: what was allocated so far. */
  argumentsMade(): void {
    this.argumentBytes = this.bytes - FIRST_BYTES;
  }

  /** A chunk is being compiled: how its parts have grown. */
  compiling(growth: CompileGrowth): void {
    this.scannerBytes += growth.scanner;
    this.mainBytes += growth.main;
    this.unmarkedBytes += growth.parser;
  }

  /** Counts a short string to which code refers. */
  constantMade(bytes: number): void {
    this.objects++;
    this.constantBytes += bytes;
  }

  /** A chunk was compiled: this many of the allocated bytes are its code. */
  codeMade(bytes: number, objects: number): void {
    this.codeBytes += bytes;
    this.objects += objects;
    this.scannerBytes = 0;
  }

  /**
   * Counts an object that was made.
   *
   * @param temporaryBytes - its size, when it is a string that the contract made
   */
  made(temporaryBytes = 0): void {
    this.objects++;
    this.temporaryBytes += temporaryBytes;
  }

  /** Does a step when one is due. The reference calls it when an object is made, and at calls. */
  check(): void {
    if (this.debt > 0) this.step();
  }

  private step(): void {
    let work = (Math.trunc(this.debt / WORK_UNIT) + 1) * WORK_UNIT;
    do work -= this.advance(work + STEP_WORK);
    while (work > -STEP_WORK && this.phase !== 'pause');
    this.debt = Math.trunc(work / WORK_UNIT) * WORK_UNIT;
    if (this.phase === 'pause') {
      const threshold = Math.trunc(this.aliveBytes / PAUSE_UNIT) * PAUSE_UNIT * PAUSE_FACTOR;
      this.debt = this.bytes - threshold;
    }
  }

  /**
   * Does the smallest unit of work, except for marking, and returns how much it was.
   *
   * @param wanted - how much the step still has to do
   */
  private advance(wanted: number): number {
    switch (this.phase) {
      case 'pause':
        this.isFirst = false;
        this.library = 0;
        this.phase = 'mark libraries';
        return this.memory.stringTableBytes();
      case 'mark libraries':
        if (this.library < LIBRARY_BYTES.length) return LIBRARY_BYTES[this.library++]!;
        this.phase = this.isFirst ? 'mark stack' : 'mark code';
        return this.isFirst ? 0 : this.argumentBytes;
      case 'mark code':
        this.phase = 'mark stack';
        return this.codeBytes;
      case 'mark stack':
        this.phase = this.isFirst ? 'mark scanner' : 'mark rest';
        this.toMark = this.restBytes() - this.codeBytes;
        return THREAD_BYTES + this.memory.markStack();
      case 'mark scanner':
        this.phase = 'mark closure';
        this.markedConstants = this.constantBytes;
        return this.scannerBytes + this.constantBytes;
      case 'mark closure':
        this.phase = 'mark main function';
        return CLOSURE_BYTES;
      case 'mark main function':
        this.phase = 'mark functions';
        this.markedMain = this.mainBytes;
        return this.mainBytes;
      case 'mark functions':
        this.phase = 'finish marking';
        return Math.max(
          this.restBytes() - this.scannerBytes - this.markedConstants - CLOSURE_BYTES - this.markedMain,
          0,
        );
      case 'mark rest':
        if (this.toMark > 0) return this.mark(wanted, this.toMark);
        this.phase = 'finish marking';
        return 0;
      case 'finish marking':
        this.memory.markingEnded();
        this.aliveBytes = this.bytes - this.temporaryBytes;
        this.temporaryBytes = 0;
        this.toSweep = this.objects;
        this.phase = 'sweep';
        return SWEEP_WORK + (this.isFirst ? STRING_METATABLE_BYTES : 0);
      case 'sweep': {
        const freed = this.memory.sweep(SWEEP_COUNT);
        this.bytes -= freed.bytes;
        this.objects -= freed.objects;
        this.toSweep -= SWEEP_COUNT;
        if (this.toSweep > 0) return SWEEP_COUNT * SWEEP_WORK;
        this.memory.cycleEnded();
        this.phase = 'pause';
        return 0;
      }
    }
  }

  /** What only the stack leads to; in the first cycle that is all code, as it is about to be compiled. */
  private restBytes(): number {
    const { bytes, temporaryBytes, unmarkedBytes, argumentBytes } = this;
    return bytes - (FIRST_BYTES - FIRST_GARBAGE_BYTES) - temporaryBytes - unmarkedBytes - argumentBytes;
  }

  /** Marks in small pieces what the step still has to do, or what there is. */
  private mark(wanted: number, available: number): number {
    const bytes = Math.ceil(Math.min(wanted, available) / MARKED_BYTES) * MARKED_BYTES;
    this.toMark -= bytes;
    return bytes;
  }
}
