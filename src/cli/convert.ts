import { JsonSyntaxError, parseJson } from '../codec/json.js';
import type { Json } from '../codec/json-value.js';
import { type JsonTypeName, jsonTypeName } from '../rpc/declaration/json-type.js';
import type { CommandLineForm } from '../rpc/declaration/parameters/parameter-type.js';
import { type MethodRegistry, takesConfirmations } from '../rpc/declaration/registry.js';

/** A text that is at least this long names a block by its hash, not by its height. */
const MIN_HASH_LENGTH = 32;

/**
 * The parameters of a call from the words of a command line, by the method's declaration
 * (spec 02 §2.3). The words of a method that is not known here are strings.
 *
 * @throws Error with the text for the user
 */
export function convertWords(method: string, words: readonly string[], registry: MethodRegistry): Json[] {
  const found = registry.find(method);
  const declaration = found?.declaration;
  const declared = declaration?.params ?? [];
  // One of the words may be a secret that stands in the wrong place.
  const hasSecret = declared.some(({ type }) => type.secret === true);
  const leavesOut = found !== undefined && takesConfirmations(found) && words.length === declared.length;
  return words.map((word, index) => {
    if (leavesOut && word === 'null' && declared[index]?.optional === true) return null;
    const asksForHeight =
      declaration?.atHeight === true && index === words.length - 1 && word.startsWith('{');
    const form = asksForHeight ? 'object' : (declared[index]?.type.commandLine ?? 'string');
    try {
      return convertWord(word, form);
    } catch (error) {
      throw hasSecret ? new Error(`Error parsing JSON: parameter ${index + 1} has another form`) : error;
    }
  });
}

function convertWord(word: string, form: CommandLineForm): Json {
  switch (form) {
    case 'string':
      return word;
    case 'boolean':
      return jsonOfType(word, 'bool');
    case 'integer':
      return jsonOfType(word, 'int');
    case 'array':
      return jsonOfType(word, 'array');
    case 'object':
      return jsonOfType(word, 'obj');
    case 'height':
      return word.length < MIN_HASH_LENGTH ? jsonOfType(word, 'int') : word;
    case 'digits':
      return /^\d+$/.test(word) ? jsonOfType(word, 'int') : word;
  }
}

/** Reads a word as JSON; a string in it is read again, so that one pair of quotes too many does no harm. */
function jsonOfType(word: string, type: JsonTypeName): Json {
  let value: Json = word;
  try {
    while (typeof value === 'string')
      value = parseJson(value, { only64Bit: true, wholeRealsAreIntegers: true });
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw parsingFailed(word);
    throw error;
  }
  if (jsonTypeName(value) !== type) throw parsingFailed(word);
  return value;
}

function parsingFailed(word: string): Error {
  return new Error(`Error parsing JSON:${word}`);
}
