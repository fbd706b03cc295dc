import { JsonSyntaxError, parseJson } from '../../../codec/json.js';
import { isJsonObject, type Json, type JsonObject } from '../../../codec/json-value.js';
import { MAX_JSON_VALUES } from '../../dispatch/json-limit.js';
import { type DeclaredError, RpcError } from '../errors.js';
import { type JsonTypeName, jsonTypeName, wrongType } from '../json-type.js';
import type { ParameterType } from './parameter-type.js';
import { WRONG_TYPE } from './scalars.js';

const BAD_TEXT: DeclaredError = ['INVALID_PARAMETER', 'a text is not the JSON that it should be'];

/** An array, or a text that contains one (spec 02 §3.5). Elements are checked by the handler. */
export const jsonArray: ParameterType<readonly Json[]> = {
  label: 'array',
  quoted: false,
  accepts: ['array', 'str'],
  commandLine: 'array',
  schema: { type: ['array', 'string'] },
  errors: [WRONG_TYPE, BAD_TEXT],
  convert(value, { name }) {
    const parsed = parsedText(value, name);
    if (!Array.isArray(parsed)) {
      if (typeof value !== 'string') throw wrongType(value, 'array');
      throw new RpcError(
        'INVALID_PARAMETER',
        `${name} must be an array, the text contains ${jsonTypeName(parsed)}`,
      );
    }
    return parsed;
  },
};

/** An array, and nothing else. */
export const array: ParameterType<readonly Json[]> = {
  label: 'array',
  quoted: false,
  accepts: ['array'],
  commandLine: 'array',
  schema: { type: 'array' },
  errors: [WRONG_TYPE],
  convert(value) {
    if (!Array.isArray(value)) throw wrongType(value, 'array');
    return value;
  },
};

/** An object, and nothing else. */
export const object: ParameterType<JsonObject> = {
  label: 'object',
  quoted: false,
  accepts: ['obj'],
  commandLine: 'object',
  schema: { type: 'object' },
  errors: [WRONG_TYPE],
  convert(value) {
    if (!isJsonObject(value)) throw wrongType(value, 'obj');
    return value;
  },
};

/** How the errors of a JSON text parameter read (spec 02 §3.5). */
export interface JsonTextRule {
  /** Types of the value or of what the text contains. */
  readonly allowed: readonly ('array' | 'obj')[];
  /** The error for any other type. */
  readonly wrongType: string;
  /** What the error for bad JSON calls the parameter, such as `contract data`. */
  readonly subject: string;
}

/**
 * An object or array, or a text that contains one, such as the data of a contract action
 * (spec 02 §3.5). The command line passes the text on.
 */
export function jsonText(rule: JsonTextRule): ParameterType<readonly Json[] | JsonObject> {
  const allowed = rule.allowed as readonly JsonTypeName[];
  return {
    label: `${rule.allowed.map(type => (type === 'obj' ? 'object' : type)).join(' or ')}, or JSON text of it`,
    quoted: false,
    accepts: ['str', 'obj', 'array'],
    commandLine: 'string',
    schema: { type: ['array', 'object', 'string'] },
    errors: [BAD_TEXT],
    convert(value) {
      const parsed = typeof value === 'string' ? parsedRuleText(value, rule.subject) : value;
      if (!allowed.includes(jsonTypeName(parsed))) throw new RpcError('INVALID_PARAMETER', rule.wrongType);
      return parsed as readonly Json[] | JsonObject;
    },
  };
}

function parsedText(value: Json, name: string): Json {
  if (typeof value !== 'string') return value;
  try {
    return parseJson(value, { wholeRealsAreIntegers: true, maxValues: MAX_JSON_VALUES });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new RpcError('INVALID_PARAMETER', `${name} is not JSON: ${error.message}`);
  }
}

function parsedRuleText(value: string, subject: string): Json {
  try {
    return parseJson(value, { wholeRealsAreIntegers: true, maxValues: MAX_JSON_VALUES });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const place = `line[${error.line}:${error.column}]`;
    throw new RpcError('INVALID_PARAMETER', `Parse json of ${subject} error! ${place} ${error.reason}`);
  }
}
