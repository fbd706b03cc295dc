import { Regid, SymbolCode } from "./types";
import { U128 } from "./wide";

const CAPACITY: u32 = 511;
const BUFFER = memory.data(512); // a zero byte is always behind the text
let length: u32 = 0;
/** Digits that are printed at once: 10^18. */
const WIDE_STEP: u64 = 1_000_000_000_000_000_000;

// Texts for people are put together in one fixed place, a part at a time: `begin().text("...")`.
// They are cut at 511 bytes.

/** The message that is being put together. */
@final export class Message {
  /** A text of characters below 128; others show as `?`. */
  text(value: string): Message {
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      append(code < 0x80 ? <u8>code : 0x3f);
    }
    return this;
  }

  number(value: u64): Message {
    if (value >= 10) this.number(value / 10);
    append(<u8>(0x30 + (value % 10)));
    return this;
  }

  wide(value: U128): Message {
    const rest = value.by(new U128(WIDE_STEP));
    if (rest.isZero) return this.number(value.low);
    this.wide(rest);
    const digits = value.modulo(new U128(WIDE_STEP)).low;
    for (let step: u64 = WIDE_STEP / 10; step > digits && step > 1; step /= 10) this.text("0");
    return this.number(digits);
  }

  regid(value: Regid): Message {
    return this.number(value >> 20).text("-").number(value & 0xfffff);
  }

  symbolCode(value: SymbolCode): Message {
    for (let rest = value; rest != 0; rest >>= 8) append(<u8>rest);
    return this;
  }

  get pointer(): usize {
    return BUFFER;
  }

  get length(): u32 {
    return length;
  }
}

function append(byte: u8): void {
  if (length == CAPACITY) return;
  store<u8>(BUFFER + length++, byte);
  store<u8>(BUFFER + length, 0);
}

/** Begins a new message. */
export function begin(): Message {
  length = 0;
  store<u8>(BUFFER, 0);
  return changetype<Message>(BUFFER); // a message has no fields; it is the place itself
}
