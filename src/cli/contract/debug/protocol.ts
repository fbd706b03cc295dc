/*
 * The part of the Debug Adapter Protocol (https://microsoft.github.io/debug-adapter-protocol, version 1.70) that is
 * spoken here: editors send requests, each is answered, and events tell what happens without being asked.
 */

export interface DebugRequest {
  readonly seq: number;
  readonly type: 'request';
  readonly command: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

/** An answer or an event, before it has a number of its own. */
export type DebugReply =
  | {
      readonly type: 'response';
      readonly request_seq: number;
      readonly success: boolean;
      readonly command: string;
      /** Why it did not succeed. */
      readonly message?: string;
      readonly body?: unknown;
    }
  | { readonly type: 'event'; readonly event: string; readonly body?: unknown };

/** Answers a request. */
export function answer({ seq, command }: DebugRequest, body?: unknown): DebugReply {
  return { type: 'response', request_seq: seq, success: true, command, ...(body !== undefined && { body }) };
}

/** Answers a request that cannot be fulfilled, with a sentence for people. */
export function refusal({ seq, command }: DebugRequest, message: string): DebugReply {
  return { type: 'response', request_seq: seq, success: false, command, message };
}

export function event(name: string, body?: unknown): DebugReply {
  return { type: 'event', event: name, ...(body !== undefined && { body }) };
}

/** Text that is shown in the console of the editor. */
export function outputEvent(category: 'console' | 'stdout' | 'stderr', output: string): DebugReply {
  return event('output', { category, output });
}

const HEADER_END = '\r\n\r\n';
const LENGTH = /Content-Length: *(\d+)/i;
/** No request of an editor comes near it. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** A message as it goes over the wire. */
export function framed(message: object): string {
  const text = JSON.stringify(message);
  return `Content-Length: ${Buffer.byteLength(text)}${HEADER_END}${text}`;
}

/** Finds the messages in what comes over the wire, in pieces of any size. */
export class MessageReader {
  #waiting = Buffer.alloc(0);

  /** @throws Error for what is no message of the protocol */
  read(chunk: Uint8Array): unknown[] {
    this.#waiting = Buffer.concat([this.#waiting, chunk]);
    const messages: unknown[] = [];
    for (;;) {
      const end = this.#waiting.indexOf(HEADER_END);
      if (end < 0) {
        this.#requireBounded(this.#waiting.length);
        return messages;
      }
      const length = Number(LENGTH.exec(this.#waiting.toString('latin1', 0, end))?.[1]);
      if (!Number.isInteger(length)) throw new Error('a message has no Content-Length');
      this.#requireBounded(length);
      const start = end + HEADER_END.length;
      if (this.#waiting.length < start + length) return messages;
      messages.push(JSON.parse(this.#waiting.toString('utf8', start, start + length)));
      this.#waiting = this.#waiting.subarray(start + length);
    }
  }

  #requireBounded(bytes: number): void {
    if (bytes > MAX_MESSAGE_BYTES) throw new Error(`a message of ${bytes} bytes is too long`);
  }
}
