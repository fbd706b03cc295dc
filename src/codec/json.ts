/** Lossless JSON: reading, compact and indented writing (spec 02 §1.4, §1.5, §2.2). */

export { jsonEntries } from './json-order.js';
export {
  JsonSyntaxError,
  JsonTooManyElements,
  JsonTooManyValues,
  parseJson,
  parseJsonInSteps,
} from './json-parse.js';
export { prettyJson, stringifyJson } from './json-print.js';
