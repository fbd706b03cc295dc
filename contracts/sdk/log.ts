import { printText } from "./host";
import { Message } from "./message";

/** Prints a text, which the caller of the transaction sees in its trace. */
export function log(text: string): void {
  const size = String.UTF8.byteLength(text);
  const buffer = heap.alloc(size);
  String.UTF8.encodeUnsafe(changetype<usize>(text), text.length, buffer);
  printText(buffer, size);
}

/** Prints a message that was put together. */
export function logMessage(message: Message): void {
  printText(message.pointer, message.length);
}
