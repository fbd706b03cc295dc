/** The growing buffer in which the library functions of the reference build strings. */
import type { LuaRuntime } from '../value/runtime.js';
import type { LuaString } from '../value/string.js';

/** Up to this size the buffer of the reference lives on the C stack and costs nothing. */
const FREE_SIZE = 8192;
const USERDATA_BYTES = 40;

export class LuaBuffer {
  private text = '';
  private size = FREE_SIZE;

  constructor(private readonly machine: LuaRuntime) {}

  get length(): number {
    return this.text.length;
  }

  /** Charges for room for this many more bytes. */
  reserve(count: number): void {
    const used = this.text.length;
    if (this.size - used >= count) return;
    const size = Math.max(2 * this.size, used + count);
    this.machine.checkStringLength(used + count);
    this.machine.chargeMemory(USERDATA_BYTES + size);
    this.machine.hold(size - this.size);
    this.size = size;
  }

  add(text: string): void {
    this.reserve(text.length);
    this.text += text;
  }

  /** The string, and the end of the buffer. */
  finish(): LuaString {
    if (this.size > FREE_SIZE) this.machine.hold(FREE_SIZE - this.size);
    return this.machine.string(this.text);
  }
}
