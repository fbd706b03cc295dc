import { prettyJson, stringifyJson } from '../codec/json.js';
import type { Json, JsonObject } from '../codec/json-value.js';
import type { CommandResult, Terminal } from './terminal.js';

/** The operating system keeps this much of an exit code. */
const EXIT_CODE_MASK = 0xff;
const CONTINUATION = `\n${' '.repeat(8)}`;

/** Prints a result: nothing for null, a string without quotes, anything else indented (spec 02 §2.2). */
export function printResult(result: Json, terminal: Terminal): CommandResult {
  if (result === null || result === '') return 0;
  terminal.output(`${typeof result === 'string' ? result : prettyJson(result)}\n`);
  return 0;
}

/**
 * Prints an error object as compact JSON, made readable: escaped line breaks become line breaks,
 * other backslashes go (spec 02 §2.2).
 *
 * @returns the exit code, the absolute value of the error code in eight bits
 */
export function printError(error: JsonObject, terminal: Terminal): CommandResult {
  const text = stringifyJson(error).replaceAll('\\n', CONTINUATION).replaceAll('\\', '');
  terminal.errors(`error: ${text}\n`);
  const { code } = error;
  return typeof code === 'number' ? Math.abs(code) & EXIT_CODE_MASK : 1;
}
