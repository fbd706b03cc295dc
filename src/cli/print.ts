import { prettyJson, stringifyJson } from '../codec/json.js';
import type { Json, JsonObject } from '../codec/json-value.js';
import type { Options } from '../config/load-options.js';
import { refusalText } from '../rpc/declaration/refused-value.js';
import { EXIT, exitCodeOf } from './exit-codes.js';
import { tableOf } from './table.js';
import type { CommandResult, Terminal } from './terminal.js';

const CONTINUATION = `\n${' '.repeat(8)}`;

/**
 * How results are shown:
 * - `text`: nothing for null, a string without quotes, anything else indented (spec 02 §2.2);
 * - `json`: JSON in one line, whatever it is;
 * - `jsonl`: each element of an array as JSON in a line of its own, anything else as `json`;
 * - `table`: columns for people.
 */
export type OutputForm = Options['output'];

const SHOWN: Readonly<Record<OutputForm, (result: Json) => string>> = {
  text: shownText,
  json: jsonLine,
  jsonl: result => (Array.isArray(result) ? result : [result]).map(jsonLine).join(''),
  table: tableOf,
};

/** Prints a result. @returns the exit code of success */
export function printResult(result: Json, terminal: Terminal, form: OutputForm = 'text'): CommandResult {
  const shown = SHOWN[form](result);
  if (shown !== '') terminal.output(shown);
  return EXIT.DONE;
}

/**
 * Prints an error object. Where the results are JSON, so is it; otherwise it is made readable: escaped line breaks
 * become line breaks, other backslashes go (spec 02 §2.2), and what it is about stands in a line of its own.
 *
 * @returns the exit code, the absolute value of the error code in eight bits
 */
export function printError(error: JsonObject, terminal: Terminal, form: OutputForm = 'text'): CommandResult {
  terminal.errors(form === 'json' || form === 'jsonl' ? jsonLine(error) : readable(error));
  return exitCodeOf(error.code);
}

function readable({ data, ...error }: JsonObject): string {
  const json = stringifyJson(error).replaceAll('\\n', CONTINUATION).replaceAll('\\', '');
  const more = data === undefined ? '' : refusalText(data as JsonObject);
  return `error: ${json}\n${more === '' ? '' : `${more}\n`}`;
}

function jsonLine(value: Json): string {
  return `${stringifyJson(value)}\n`;
}

function shownText(result: Json): string {
  if (result === null || result === '') return '';
  return `${typeof result === 'string' ? result : prettyJson(result)}\n`;
}
