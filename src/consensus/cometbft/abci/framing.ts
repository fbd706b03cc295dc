/** Most bytes of a message, as the engine has it (spec 08 §18). */
const MAX_MESSAGE_BYTES = 100 * 1024 * 1024;
/** Bytes of the length of such a message. */
const MAX_LENGTH_BYTES = 4;

/** What arrived is not in the form of the protocol; nothing behind it can be read. */
export class FramingError extends Error {
  override readonly name = 'FramingError';
}

/** A message with its length before it, as an unsigned varint. */
export function framed(message: Uint8Array): Buffer {
  const length: number[] = [];
  let rest = message.length;
  for (; rest >= 0x80; rest >>>= 7) length.push((rest & 0x7f) | 0x80);
  length.push(rest);
  return Buffer.concat([Buffer.from(length), message]);
}

/** Puts messages together from the pieces in which they arrive. */
export class MessageReader {
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** Bytes from which on the next message, with its length, could be whole. */
  #needed = 1;

  /** Takes a piece. @returns the messages that are whole now @throws FramingError */
  read(piece: Buffer): Buffer[] {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    const messages: Buffer[] = [];
    while (this.#bytes >= this.#needed) {
      const all = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces);
      const head = lengthAt(all);
      const end = head === undefined ? all.length + 1 : head.size + head.length;
      this.#pieces = [all];
      if (end > all.length) {
        this.#needed = end;
        break;
      }
      messages.push(all.subarray(head?.size ?? 0, end));
      this.#pieces = [all.subarray(end)];
      this.#bytes = all.length - end;
      this.#needed = 1;
    }
    return messages;
  }
}

/** The length at the beginning, and how many bytes it takes; undefined while it is not whole. */
function lengthAt(bytes: Buffer): { readonly size: number; readonly length: number } | undefined {
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (i === MAX_LENGTH_BYTES) {
      throw new FramingError(`a message has ${MAX_LENGTH_BYTES} bytes of length at most`);
    }
    length += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return requireSize(length, i + 1);
  }
  return undefined;
}

function requireSize(length: number, size: number): { readonly size: number; readonly length: number } {
  if (length <= MAX_MESSAGE_BYTES) return { size, length };
  throw new FramingError(`a message of ${length} bytes: ${MAX_MESSAGE_BYTES} are allowed`);
}
