/**
 * Which short strings exist in a run, and how large the reference's table of them is. A string is
 * paid for when it is made and does not exist; it ends to exist when the collector sweeps it.
 */
import { stringBytes } from './string.js';

/** A string that the contract has made, or garbage of another kind. */
class MadeString {
  /** Whether it exists: it was made and not swept since. */
  exists = true;

  /**
   * @param size - bytes that it takes
   * @param askedIn - the cycle of the collector in which it was asked for last
   * @param isShort - whether it is in the table
   */
  constructor(
    readonly size: number,
    public askedIn: number,
    readonly isShort: boolean,
  ) {}
}

/** A cycle of the collector that never ends: constants of code stay. */
const FOREVER = Number.MAX_SAFE_INTEGER;
const FIRST_SIZE = 128;
const NONE: ReadonlySet<string> = new Set();
/** The string made last is still in use when the collector asks: the result of a concatenation, most often. */
const IN_USE = 1;

export class StringTable {
  /** How many strings opening the libraries made. */
  private readonly firstMade: number;
  /** Short strings that were made, those that do not exist any more included. */
  private readonly made = new Map<string, MadeString>();
  /** Constants of the code that was loaded first; they are in no other list. */
  private constants: ReadonlySet<string> = NONE;
  private cycle = 0;
  /** What was made or asked for again in this cycle, and in the last one until it is swept. */
  private recent: MadeString[] = [];
  private dying: MadeString[] = [];
  /** Buckets of the reference's table. */
  size = FIRST_SIZE;

  /** The garbage that opening the libraries left, older than everything else. */
  private leftBehind: MadeString[] = [];

  /**
   * @param count - how many short strings exist before the run, and stay
   * @param leftBehind - those that exist besides, but are in use no more
   */
  constructor(
    private count: number,
    leftBehind: readonly string[] = [],
  ) {
    for (const bytes of leftBehind) {
      const string = new MadeString(stringBytes(bytes.length), this.cycle, true);
      this.made.set(bytes, string);
      this.leftBehind.push(string);
      this.count++;
    }
    this.firstMade = this.made.size;
    while (this.size < this.count) this.size *= 2;
  }

  /**
   * Looks up a short string that did not exist before the run.
   *
   * @param isConstant - whether code refers to it
   * @returns whether it exists already; if not, it does now
   */
  ask(bytes: string, isConstant: boolean): boolean {
    if (this.constants.has(bytes)) return true;
    const made = this.made.get(bytes);
    if (made === undefined) {
      const string = new MadeString(stringBytes(bytes.length), isConstant ? FOREVER : this.cycle, true);
      this.made.set(bytes, string);
      if (!isConstant) this.recent.push(string);
      this.count++;
      return false;
    }
    if (isConstant) made.askedIn = FOREVER;
    else if (made.askedIn < this.cycle) {
      made.askedIn = this.cycle;
      this.recent.push(made);
    }
    if (made.exists) return true;
    made.exists = true;
    this.count++;
    return false;
  }

  /** Whether no string was made yet. */
  get isNew(): boolean {
    return this.made.size === this.firstMade && this.constants.size === 0;
  }

  /** Adds one of the constants that `keepConstants` is given afterwards. */
  addConstant(): void {
    this.count++;
  }

  /** Lets constants exist from now on that did not before, and that `addConstant` has counted. */
  keepConstants(constants: ReadonlySet<string>): void {
    this.constants = constants;
  }

  /** Doubles the table when the string that was added last is one too many; whether it was. */
  grow(): boolean {
    if (this.count <= this.size) return false;
    this.size *= 2;
    return true;
  }

  /** Notes what is not in the table but swept with the others: a long string, the table of a scanner. */
  addGarbage(size: number): void {
    this.recent.push(new MadeString(size, this.cycle, false));
  }

  /** From now on a string is dead when it is not asked for again. */
  startSweep(): void {
    this.cycle++;
    this.dying = this.recent;
    this.recent = this.dying.splice(-IN_USE);
    this.dying.unshift(...this.leftBehind);
    this.leftBehind = [];
    for (const string of this.recent) {
      if (string.askedIn < this.cycle) string.askedIn = this.cycle;
    }
  }

  /**
   * Looks at some of the strings that may be dead, the newest first.
   *
   * @returns how many are gone now, and their bytes
   */
  sweep(count: number): { readonly objects: number; readonly bytes: number } {
    let objects = 0;
    let bytes = 0;
    for (; count > 0; count--) {
      const string = this.dying.pop();
      if (string === undefined) break;
      if (string.askedIn >= this.cycle) continue;
      string.exists = false;
      if (string.isShort) this.count--;
      objects++;
      bytes += string.size;
    }
    return { objects, bytes };
  }
}
