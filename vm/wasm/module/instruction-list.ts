/** Bits of {@link InstructionList.flags}. */
export const FLAG = {
  /** What follows can be reached by another way than from this instruction alone. */
  endsSegment: 1,
  /** It runs another function of the module, which changes the stack budget. */
  enters: 2,
  /** Its result can be any NaN of this type. */
  nan32: 4,
  nan64: 8,
} as const;

const FIRST_CAPACITY = 256;

/**
 * The instructions of a function body, one after the other without a gap: what each is, where it starts,
 * and what it costs. Parallel arrays, which are used again for the next body: a module has hundreds of
 * thousands of instructions, and objects for them take longer than everything else that is done with it.
 */
export class InstructionList {
  count = 0;
  opcodes = new Uint8Array(FIRST_CAPACITY);
  /** Offsets in the module; that of the end of the body follows the last one. */
  starts = new Uint32Array(FIRST_CAPACITY);
  /** Steps, those of a called host function included. */
  costs = new Int32Array(FIRST_CAPACITY);
  flags = new Uint8Array(FIRST_CAPACITY);
  /** Steps to charge before each instruction (`chargeSegments`). */
  charges = new Int32Array(FIRST_CAPACITY);

  /** Forgets all instructions, and makes room for a body of so many bytes. */
  restart(bodyBytes: number): void {
    this.count = 0;
    const needed = bodyBytes + 1;
    if (needed <= this.opcodes.length) return;
    const capacity = Math.max(needed, this.opcodes.length * 2);
    this.opcodes = new Uint8Array(capacity);
    this.starts = new Uint32Array(capacity);
    this.costs = new Int32Array(capacity);
    this.flags = new Uint8Array(capacity);
    this.charges = new Int32Array(capacity);
  }

  push(opcode: number, start: number, end: number, cost: number, flags: number): void {
    const i = this.count++;
    this.opcodes[i] = opcode;
    this.starts[i] = start;
    this.starts[i + 1] = end;
    this.costs[i] = cost;
    this.flags[i] = flags;
  }
}
