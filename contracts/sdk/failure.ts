import { wasmAssert } from "./host";
import { begin, Message } from "./message";

/** Ends the transaction; nothing of it has happened. */
export function fail(message: string): void {
  failWith(begin().text(message));
}

/** As `fail`, with a message that was put together. */
export function failWith(message: Message): void {
  wasmAssert(0, message.pointer);
  unreachable();
}

/** Ends the transaction unless something holds. */
@inline export function check(holds: bool, message: string): void {
  if (!holds) fail(message);
}

/** What the compiler calls where the language itself fails, such as an index outside an array. */
export function onAbort(message: string | null, file: string | null, line: u32, column: u32): void {
  const text = begin().text("abort: ");
  if (message != null) text.text(message);
  if (file != null) text.text(" at ").text(file).text(":").number(line).text(":").number(column);
  failWith(text);
}
