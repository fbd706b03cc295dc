/**
 * The pace of the reference's garbage collector (spec 03 §7.7). It frees nothing here, but what the
 * reference's does costs memory fuel: a short string that was freed is paid again when it is made
 * again, and so are the concatenation buffer and a stack that was shrunk.
 *
 * The collector is incremental. A step is due when as many bytes were allocated as the last step was
 * ahead; it marks objects, then sweeps them, until it is 2,400 units of work ahead again. All of this
 * is counted from the sizes of what a contract allocates, never from what is still reachable: that
 * would depend on where translated code keeps its variables. So everything counts as alive but the
 * strings that the contract made, unless they are constants of its code or keys of its tables.
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
   * @param count - how many objects the collector looks at
   * @returns what was freed
   */
  sweep(count: number): Freed;
  /** A cycle has ended: the concatenation buffer is freed. */
  cycleEnded(): void;
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
/** Work for the table of strings at the start of a cycle, at its usual size. */
const ROOT_WORK = 2_048;
/** Bytes that are marked at a time. */
const MARKED_BYTES = 32;
/** The stack is marked when so many bytes are left, itself at once, and the function of the contract last, at once. */
const MARKED_AFTER_STACK = 3_500;
/** The object that the stack belongs to. */
const THREAD_BYTES = 250;
const MARKED_LAST = 1_500;

/**
 * The state of the collector when a contract starts, in the middle of a cycle: the libraries have
 * just been opened. Determined from readings of the running reference (spec 03 §7.7).
 */
const FIRST_CREDIT = 1_260;
const FIRST_TO_MARK = 7_620;
const FIRST_BYTES = 12_000;
const FIRST_OBJECTS = 440;

type Phase = 'pause' | 'mark' | 'mark stack' | 'finish marking' | 'sweep';

export class Collector {
  private phase: Phase = 'mark';
  /** Bytes allocated beyond what the last step was ahead; a step is due when it is above 0. */
  private debt = -FIRST_CREDIT;
  /** Bytes of all objects, dead ones that are not swept yet included. */
  private bytes = FIRST_BYTES;
  /** Those of them that are never marked. */
  private unmarkedBytes = 0;
  /** Bytes of strings that will be dead at the end of the next cycle. */
  private temporaryBytes = 0;
  private objects = FIRST_OBJECTS;
  private toMark = FIRST_TO_MARK;
  private toSweep = 0;
  /** What the last cycle found alive. */
  private aliveBytes = 0;

  constructor(private readonly memory: CollectedMemory) {}

  /** Counts allocated bytes, less those that they replace. */
  allocated(bytes: number): void {
    this.bytes += bytes;
    this.debt += bytes;
  }

  /** Says that so many of the allocated bytes belong to no object, so that marking does not take them. */
  notMarked(bytes: number): void {
    this.unmarkedBytes += bytes;
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

  /** Does a step when one is due. The reference asks for it when an object is made, and at calls. */
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
   * Does a piece of work, the smallest that there is but for marking, and says how much it was.
   *
   * @param wanted - how much the step still has to do
   */
  private advance(wanted: number): number {
    switch (this.phase) {
      case 'pause':
        this.toMark = this.bytes - this.temporaryBytes - this.unmarkedBytes;
        this.phase = 'mark';
        return ROOT_WORK;
      case 'mark':
        if (this.toMark > MARKED_AFTER_STACK) return this.mark(wanted, this.toMark - MARKED_AFTER_STACK);
        this.phase = 'mark stack';
        return THREAD_BYTES + this.memory.markStack();
      case 'mark stack':
        if (this.toMark > MARKED_LAST) return this.mark(wanted, this.toMark - MARKED_LAST);
        this.phase = 'finish marking';
        return Math.max(this.toMark, 0);
      case 'finish marking':
        this.memory.markingEnded();
        this.aliveBytes = this.bytes - this.temporaryBytes;
        this.temporaryBytes = 0;
        this.toSweep = this.objects;
        this.phase = 'sweep';
        return 2 * SWEEP_WORK;
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

  /** Marks in small pieces what the step still has to do, or what there is. */
  private mark(wanted: number, available: number): number {
    const bytes = Math.ceil(Math.min(wanted, available) / MARKED_BYTES) * MARKED_BYTES;
    this.toMark -= bytes;
    return bytes;
  }
}
