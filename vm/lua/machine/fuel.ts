/**
 * Fuel: what a run has used and what is left (spec 03 §7), and how a run ends that has used too much.
 *
 * burned = F + M - min(R, floor((F + M) / 2)), with F the fuel of steps, operators, storage,
 * accounts and functions, M = ceil(A / 32) * 3 for A allocated bytes, and R the storage refund. A run
 * is burned out when burned > limit. Because burned never falls when F + M grows, that is the same
 * as F + M > min(limit + R, 2 * limit): `remaining` counts down from there, so that one subtraction
 * and one comparison decide. Where a run may execute less than it pays for, it counts down from that.
 */
import type { HostFuelKind } from '../value/runtime.js';

/** Bytes for which memory fuel is charged at a time, and its price. */
const MEMORY_UNIT = 32;
const FUEL_PER_MEMORY_UNIT = 3;

/** What bounds a run. */
export interface RunLimits {
  /** Fuel that may be burned. */
  readonly fuelLimit: number;
  /** Bytes of live memory, as this program estimates it. */
  readonly memoryLimit?: number | undefined;
  /** Units of work that the run may do at most, whatever its fuel allows (spec 03 §7.8). */
  readonly mostWork?: number | undefined;
  /** Fuel of instructions and memory that it may burn at most, whatever its limit is (spec 03 §7.8). */
  readonly mostExecution?: number | undefined;
}

/** Fuel of a run by kind. */
export interface FuelReport {
  readonly step: number;
  readonly op: number;
  readonly store: number;
  readonly account: number;
  readonly func: number;
  readonly memoryBytes: number;
  readonly memory: number;
  readonly refund: number;
  /** What the run costs: all kinds less the refund, which is at most half of them. */
  readonly total: number;
}

/** The most live memory a run may hold, in bytes of this program's own structures (spec 03 §6.8). */
const DEFAULT_MEMORY_LIMIT = 512 * 1024 * 1024;

/** V8's own limit for one string; the fuel limit of a block pays for a few such strings. */
const MAX_STRING_LENGTH = 0x1fffffe8;

/** Ends the run for good: `pcall` does not catch it (spec 03 O-2). */
export abstract class RunAborted extends Error {
  /** Position of the caller of the running function, filled in where the frames are known. */
  where = '';
}

/** The run burned more fuel than its limit. */
export class BurnOut extends RunAborted {
  constructor(readonly burner: string) {
    super(`Burned-out ${burner}. Need more fuel to burn`);
  }
}

/** The run did more library work than its fuel allows (spec 03 O-3). */
class StepBudgetExceeded extends RunAborted {
  constructor() {
    super('Burned-out library step budget. Need more fuel to burn');
  }
}

/** The run holds more memory than a run may (spec 03 §6.8). */
export class MemoryLimit extends RunAborted {
  constructor(limit: number) {
    super(`memory limit of ${limit} bytes exceeded`);
  }
}

/** Something that the run asked for was refused, and may be half done (decision D22). */
export class CallRefused extends RunAborted {}

export class Meter {
  /** Fuel left before the run is burned out; negative when it is. Written by running code. */
  remaining: number;
  /** Instructions executed. Written by running code. */
  steps = 0;
  private allotted: number;
  private store = 0;
  private account = 0;
  private func = 0;
  private refund = 0;
  /** The most that had been burned when a refund was earned. */
  private burnedBeforeRefunds = 0;
  private memoryBytes = 0;
  private memoryFuel = 0;
  private hostBytes = 0;
  private workLeft: number;
  private readonly workLimit: number;

  /**
   * @param limit - fuel that may be burned, 0 .. 2^30
   * @param memoryLimit - bytes of live memory, as this program estimates it
   * @param mostWork - work that the run may do at most, whatever its fuel allows
   * @param mostExecution - fuel of instructions and memory that it may burn at most, whatever its limit is
   */
  constructor(
    readonly limit: number,
    readonly memoryLimit = DEFAULT_MEMORY_LIMIT,
    mostWork = Infinity,
    private readonly mostExecution = Infinity,
  ) {
    this.allotted = Math.min(limit, mostExecution);
    this.remaining = this.allotted;
    this.workLimit = Math.min(Math.max(limit, LEAST_WORK_LIMIT), mostWork);
    this.workLeft = this.workLimit;
  }

  /**
   * Charges allocated memory. Does not throw when fuel runs out: that is found at the next
   * instruction, which every run of Lua code has, so that compiled code may charge a block of
   * instructions before it runs them and still end at the same point.
   */
  chargeMemory(bytes: number): void {
    this.memoryBytes += bytes;
    const fuel = Math.ceil(this.memoryBytes / MEMORY_UNIT) * FUEL_PER_MEMORY_UNIT;
    this.remaining -= fuel - this.memoryFuel;
    this.memoryFuel = fuel;
  }

  /**
   * Counts memory that this program holds for the run: an estimate that no garbage collector
   * influences. What becomes garbage is not subtracted, except where its end is certain.
   *
   * @param bytes - how much more; negative when memory is known to be free again
   * @throws MemoryLimit
   */
  hold(bytes: number): void {
    this.hostBytes += bytes;
    if (this.hostBytes > this.memoryLimit) throw new MemoryLimit(this.memoryLimit);
  }

  /** Ends the run before a string becomes longer than this program can hold. */
  checkStringLength(length: number): void {
    if (length > MAX_STRING_LENGTH) throw new MemoryLimit(this.memoryLimit);
  }

  /**
   * Charges fuel of a host function.
   *
   * @param burner - how the error text names the charge, such as `lua_BurnStoreSet`
   * @param refund - storage refund that the operation earns
   */
  chargeHost(kind: HostFuelKind, fuel: number, burner: string, refund = 0): void {
    if (refund > 0) this.burnedBeforeRefunds = Math.max(this.burnedBeforeRefunds, this.burned());
    this[kind] += fuel;
    this.remaining -= fuel;
    this.refund += refund;
    const allotted = Math.min(this.payable, this.mostExecution + this.hostFuel);
    this.remaining += allotted - this.allotted;
    this.allotted = allotted;
    if (this.remaining < 0) throw new BurnOut(burner);
  }

  /** Fuel that may be used before the refund is taken off. */
  private get payable(): number {
    return Math.min(this.limit + this.refund, 2 * this.limit);
  }

  private get hostFuel(): number {
    return this.store + this.account + this.func;
  }

  /** Fuel of instructions and memory. */
  get executionFuel(): number {
    return this.gross - this.hostFuel;
  }

  /**
   * Takes units of work: what this program does beyond the instructions that fuel counts (spec 03 §7.8).
   * Called before it is done. Work is no fuel and is not reported as fuel.
   *
   * @throws StepBudgetExceeded
   */
  work(units: number): void {
    this.workLeft -= units;
    if (this.workLeft < 0) throw new StepBudgetExceeded();
  }

  /** Whether so many units of work are left. */
  protected mayWork(units: number): boolean {
    return this.workLeft >= units;
  }

  /** Units of work taken so far. */
  get workDone(): number {
    return this.workLimit - this.workLeft;
  }

  /**
   * Work of moving a list of values, which one instruction does whatever the length: arguments of a
   * function without a fixed number of them, results, arguments that a host function gives back.
   */
  workOnList(length: number): void {
    if (length > FREE_VALUES) this.work(length);
  }

  /** Work of reading a string from its beginning to its end as a number, or to compare it (`perUnit` bytes at a time). */
  workOnText(length: number, perUnit = 1): void {
    if (length > FREE_BYTES) this.work(Math.ceil(length / perUnit));
  }

  /**
   * The smallest fuel limit with which the run would have come as far as it has: what it has burned, the most
   * that was burned before a refund, and its work, which the fuel limit bounds too.
   */
  get leastLimit(): number {
    const work = this.workDone > LEAST_WORK_LIMIT ? this.workDone : 0;
    return Math.max(this.burned(), this.burnedBeforeRefunds, work);
  }

  private get gross(): number {
    return this.allotted - this.remaining;
  }

  private burned(): number {
    return this.gross - Math.min(this.refund, Math.floor(this.gross / 2));
  }

  /** What has been used so far. */
  report(): FuelReport {
    const { gross } = this;
    const { steps: step, store, account, func, memoryBytes, memoryFuel: memory, refund } = this;
    return {
      step,
      op: gross - step - store - account - func - memory,
      store,
      account,
      func,
      memoryBytes,
      memory,
      refund,
      total: this.burned(),
    };
  }
}

/** Lists and strings up to these lengths are no work beyond the instruction: most are shorter. */
export const FREE_VALUES = 16;
const FREE_BYTES = 64;

/** Work that every run may do, however small its fuel limit: opening strings, formatting errors. */
const LEAST_WORK_LIMIT = 1_000_000;
