import {
  JsonSyntaxError,
  JsonTooManyElements,
  JsonTooManyValues,
  parseJsonInSteps,
  stringifyJson,
} from '../../codec/json.js';
import { isJsonObject, type Json, type JsonObject } from '../../codec/json-value.js';
import { atOnce, type Steps } from '../../codec/steps.js';
import { RPC_ERRORS, RpcError } from '../declaration/errors.js';
import { jsonTypeName } from '../declaration/json-type.js';
import type { RpcMethod } from '../declaration/registry.js';
import { MAX_BATCH_ELEMENTS, MAX_JSON_VALUES } from './json-limit.js';
import { positionalParameters } from './named-parameters.js';

/** A call as a request asks for it. */
export interface Call {
  readonly method: string;
  /** By position; `undefined` stands for an optional parameter that is left out in front of one that is given. */
  readonly params: readonly Json[];
}

/** How requests and answers are written; there are two ways. */
export interface Envelope {
  /** The request or batch of a body. @throws RpcError for what is none, or too much */
  parse(body: string): Steps<Json>;
  /** The id of a request, null where it has none that can be repeated. */
  idOf(request: Json): Json;
  /** Whether a request wants no answer. */
  isNotification(request: Json): boolean;
  /** @throws RpcError for what is no call */
  callOf(request: Json, find: (name: string) => RpcMethod | undefined): Call;
  /** @param result - as JSON */
  success(result: string, id: Json): string;
  failure(error: RpcError, id: Json): string;
  /** The HTTP status of an answer with a code, which is 0 where all went well. */
  status(code: number): number;
}

const REFERENCE_STATUS: ReadonlyMap<number, number> = new Map([
  [0, 200],
  [RPC_ERRORS.INVALID_REQUEST.code, 400],
  [RPC_ERRORS.METHOD_NOT_FOUND.code, 404],
  [RPC_ERRORS.NODE_BUSY.code, 503],
]);

/** The way of the reference, on the path `/` (spec 02 §1.4 to §1.6): its answers have result and error. */
export const REFERENCE_ENVELOPE: Envelope = {
  parse: body => parsed(body, 'ignore'),
  idOf: request => (isJsonObject(request) ? (request.id ?? null) : null),
  isNotification: () => false,
  callOf(request) {
    if (!isJsonObject(request)) throw new RpcError('INVALID_REQUEST', 'Invalid Request object');
    const { method = null, params = null } = request;
    if (method === null) throw new RpcError('INVALID_REQUEST', 'Missing method');
    if (typeof method !== 'string') throw new RpcError('INVALID_REQUEST', 'Method must be a string');
    if (params !== null && !Array.isArray(params)) {
      throw new RpcError('INVALID_REQUEST', 'Params must be an array');
    }
    return { method, params: params ?? [] };
  },
  success: (result, id) => `{"result":${result},"error":null,"id":${stringifyJson(id)}}`,
  failure: (error, id) => `{"result":null,"error":${errorText(error)},"id":${stringifyJson(id)}}`,
  status: code => REFERENCE_STATUS.get(code) ?? 500,
};

const VERSION = '2.0';

/** JSON-RPC 2.0 (https://www.jsonrpc.org/specification), on the path `/rpc`. */
export const STRICT_ENVELOPE: Envelope = {
  *parse(body) {
    const request = yield* parsed(body, 'reject');
    if (Array.isArray(request) && request.length === 0) throw invalid('a batch has at least one request');
    return request;
  },
  idOf: request => (isJsonObject(request) && isId(request.id) ? (request.id ?? null) : null),
  isNotification(request) {
    if (!isJsonObject(request) || request.id !== undefined) return false;
    const { jsonrpc, method, params } = request;
    return jsonrpc === VERSION && typeof method === 'string' && areParams(params);
  },
  callOf(request, find) {
    if (!isJsonObject(request)) throw invalid('a request is an object');
    const { jsonrpc, method, params = [], id } = request;
    if (jsonrpc !== VERSION) throw invalid(`the member jsonrpc is "${VERSION}"`);
    if (typeof method !== 'string') throw invalid('the member method is a text');
    if (!areParams(params)) throw invalid('the member params is an array or an object');
    if (!isId(id)) throw invalid('the member id is a text, a number or null');
    const found = find(method);
    if (found === undefined) return { method, params: Array.isArray(params) ? params : [] };
    return { method, params: positionalParameters(found, params as readonly Json[] | JsonObject) };
  },
  success: (result, id) => `{"jsonrpc":"${VERSION}","result":${result},"id":${stringifyJson(id)}}`,
  failure: (error, id) => `{"jsonrpc":"${VERSION}","error":${errorText(error)},"id":${stringifyJson(id)}}`,
  status: code => (code === RPC_ERRORS.NODE_BUSY.code ? 503 : 200),
};

function invalid(what: string): RpcError {
  return new RpcError('INVALID_REQUEST', `Invalid Request: ${what}`);
}

function areParams(value: Json | undefined): boolean {
  return value === undefined || Array.isArray(value) || isJsonObject(value);
}

function isId(value: Json | undefined): boolean {
  return value === undefined || value === null || ['str', 'int', 'real'].includes(jsonTypeName(value));
}

/** The texts of errors that stand in many answers: each call that a limit keeps a batch from beginning has the same one. */
const errorTexts = new WeakMap<RpcError, string>();

function errorText(error: RpcError): string {
  let text = errorTexts.get(error);
  if (text === undefined) {
    const { code, message, data } = error;
    text = stringifyJson({ code, message, data });
    errorTexts.set(error, text);
  }
  return text;
}

/** @throws RpcError for what is no JSON, has too many values, or is neither a request nor a batch */
function* parsed(body: string, trailing: 'ignore' | 'reject'): Steps<Json> {
  let request: Json;
  try {
    request = yield* parseJsonInSteps(body, {
      trailing,
      only64Bit: true,
      wholeRealsAreIntegers: true,
      maxValues: MAX_JSON_VALUES,
      maxElements: MAX_BATCH_ELEMENTS,
    });
  } catch (error) {
    if (error instanceof JsonTooManyElements) throw tooManyElements();
    if (error instanceof JsonTooManyValues) throw tooManyValues();
    if (error instanceof JsonSyntaxError) throw new RpcError('PARSE_ERROR', 'Parse error');
    throw error;
  }
  if (isJsonObject(request) || Array.isArray(request)) return request;
  if (trailing === 'reject') throw invalid('a request is an object');
  throw new RpcError('PARSE_ERROR', 'Top-level object parse error');
}

function tooManyElements(): RpcError {
  return new RpcError(
    'INVALID_REQUEST',
    `a batch of more than ${MAX_BATCH_ELEMENTS} requests is too large: send at most ${MAX_BATCH_ELEMENTS} at a time`,
  );
}

function tooManyValues(): RpcError {
  return new RpcError(
    'INVALID_REQUEST',
    `the body has more than ${MAX_JSON_VALUES} JSON values: send fewer or smaller requests at a time`,
  );
}

/** A body that can be read in one go; undefined for one that is refused, which is left to the node. */
export function parsedAtOnce(body: string, envelope: Envelope): Json | undefined {
  try {
    return atOnce(envelope.parse(body));
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}
