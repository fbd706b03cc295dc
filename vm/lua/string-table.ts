/**
 * Which short strings exist in a run, and how large the reference's table of them is. A string is
 * paid for when it is made and does not exist; it ends to exist when the collector sweeps it.
 */

/** Made in a cycle of the collector that never ends: constants of code stay. */
const STAYS = Number.POSITIVE_INFINITY;
const FIRST_SIZE = 128;
/** The strings made last are still in use when the collector asks: an operand, and what is joined to it. */
const IN_USE = 2;

/** A string that is dead once it is not asked for again: a short one, or the length of a long one. */
type Temporary = string | number;

export class StringTable {
  /** In which cycle of the collector a string was asked for last. */
  private readonly askedIn = new Map<string, number>();
  private cycle = 0;
  /** Strings made or asked for again in this cycle, and those of the last one until they are swept. */
  private recent: Temporary[] = [];
  private dying: Temporary[] = [];
  /** Buckets of the reference's table. */
  size = FIRST_SIZE;

  /** @param count - how many short strings exist before the run, and stay */
  constructor(private count: number) {
    while (this.size < this.count) this.size *= 2;
  }

  /**
   * Asks for a short string that does not exist since before the run.
   *
   * @param isConstant - whether code refers to it
   * @returns whether it exists already; if not, it does now
   */
  ask(bytes: string, isConstant: boolean): boolean {
    const cycle = this.askedIn.get(bytes);
    if (isConstant) this.askedIn.set(bytes, STAYS);
    else if (cycle === undefined || cycle < this.cycle) {
      this.askedIn.set(bytes, this.cycle);
      this.recent.push(bytes);
    }
    if (cycle !== undefined) return true;
    this.count++;
    return false;
  }

  /** Doubles the table when the string that was added last is one too many; whether it was. */
  grow(): boolean {
    if (this.count <= this.size) return false;
    this.size *= 2;
    return true;
  }

  /** Notes that a long string was made: these are not in the table, but swept with the others. */
  addLong(length: number): void {
    this.recent.push(length);
  }

  /** From now on a string is dead when it is not asked for again. */
  startSweep(): void {
    this.cycle++;
    this.dying = this.recent;
    this.recent = this.dying.splice(-IN_USE);
    for (const string of this.recent) if (typeof string === 'string') this.askedIn.set(string, this.cycle);
  }

  /**
   * Looks at some of the strings that may be dead, the newest first.
   *
   * @returns the lengths of those that are gone now
   */
  sweep(count: number): number[] {
    const lengths: number[] = [];
    for (const string of this.dying.splice(-count)) {
      if (typeof string === 'number') lengths.push(string);
      else if (this.askedIn.get(string)! < this.cycle) {
        this.askedIn.delete(string);
        this.count--;
        lengths.push(string.length);
      }
    }
    return lengths;
  }
}
