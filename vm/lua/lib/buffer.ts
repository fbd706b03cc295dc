/** The growing buffer in which the library functions of the reference build strings. */
import type { LuaRuntime } from '../value/runtime.js';
import type { LuaString } from '../value/string.js';

/** Up to this size the buffer of the reference lives on the C stack and costs nothing. */
const FREE_SIZE = 8192;
const USERDATA_BYTES = 40;
/**
 * Pieces that are kept as one JavaScript string before they are copied: V8 remembers the pieces of a string
 * that was put together, which takes more memory than short pieces themselves.
 */
const MAX_PENDING_PIECES = 32;
/** Bytes copied for a unit of work, beside one unit for each piece. */
const COPIED_BYTES = 16;

/**
 * Text is collected in bytes, so that a string takes what it is long however many pieces it was made of.
 * Copying is charged before it is done, and so is the room.
 */
export class LuaBuffer {
  private bytes: Buffer | undefined;
  private used = 0;
  private pending = '';
  private pendingPieces = 0;
  private size = FREE_SIZE;

  constructor(private readonly machine: LuaRuntime) {}

  get length(): number {
    return this.used + this.pending.length;
  }

  /** Charges for room for this many more bytes. */
  reserve(count: number): void {
    const used = this.length;
    if (this.size - used >= count) return;
    const size = Math.max(2 * this.size, used + count);
    this.machine.checkStringLength(used + count);
    this.machine.chargeMemory(USERDATA_BYTES + size);
    this.machine.hold(size - this.size);
    this.size = size;
  }

  add(text: string): void {
    if (text.length === 0) return;
    this.reserve(text.length);
    this.machine.work(1 + Math.ceil(text.length / COPIED_BYTES));
    if (this.pendingPieces === MAX_PENDING_PIECES) this.flush();
    this.pending += text;
    this.pendingPieces++;
  }

  /** Copies what is pending behind the bytes. */
  private flush(): void {
    const { pending, used } = this;
    const needed = used + pending.length;
    if (this.bytes === undefined || this.bytes.length < needed) {
      const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(2 * needed, this.size)));
      if (this.bytes !== undefined) this.bytes.copy(larger, 0, 0, used);
      this.bytes = larger;
    }
    this.bytes.write(pending, used, 'latin1');
    this.used = needed;
    this.pending = '';
    this.pendingPieces = 0;
  }

  /** The string, and the end of the buffer. */
  finish(): LuaString {
    let text = this.pending;
    if (this.bytes !== undefined) {
      this.flush();
      text = this.bytes.toString('latin1', 0, this.used);
    }
    if (this.size > FREE_SIZE) this.machine.hold(FREE_SIZE - this.size);
    return this.machine.string(text);
  }
}
