import { JsonSyntaxError, parseJson, stringifyJson } from '../codec/json.js';
import type { Json, JsonObject } from '../codec/json-value.js';
import { RPC_ERRORS, RpcError } from './errors.js';
import { jsonTypeName } from './json-type.js';

/** An answer to one HTTP request. */
export interface HttpReply {
  readonly status: number;
  /** JSON and a line break. */
  readonly body: string;
}

/** Runs a method; errors of the interface are RpcError. */
export type CallMethod = (name: string, params: readonly Json[]) => Promise<Json>;

/** Hears of errors that are failures of this node, not of the request. */
export type ReportFailure = (error: unknown, method: string) => void;

interface Outcome {
  readonly text: string;
  /** 0 when all went well. */
  readonly code: number;
}

const HTTP_STATUS: ReadonlyMap<number, number> = new Map([
  [0, 200],
  [RPC_ERRORS.INVALID_REQUEST.code, 400],
  [RPC_ERRORS.METHOD_NOT_FOUND.code, 404],
]);

/**
 * Answers the body of an HTTP request: one request object or a batch of them (spec 02 §1.4 to §1.6).
 * A batch is executed in order, its status is always 200, and no element is left out.
 */
export async function answerBody(body: string, call: CallMethod, report: ReportFailure): Promise<HttpReply> {
  const request = parsedBody(body);
  if (request instanceof RpcError) return single(failure(request, null));
  if (!Array.isArray(request)) return single(await answer(request, call, report));
  const replies: string[] = [];
  for (const element of request as readonly Json[]) replies.push((await answer(element, call, report)).text);
  return { status: 200, body: `[${replies.join(',')}]\n` };
}

function single(outcome: Outcome): HttpReply {
  return { status: HTTP_STATUS.get(outcome.code) ?? 500, body: `${outcome.text}\n` };
}

function parsedBody(body: string): Json | RpcError {
  let request: Json;
  try {
    request = parseJson(body, { trailing: 'ignore', only64Bit: true });
  } catch (error) {
    if (error instanceof JsonSyntaxError) return new RpcError('PARSE_ERROR', 'Parse error');
    throw error;
  }
  const type = jsonTypeName(request);
  if (type === 'obj' || type === 'array') return request;
  return new RpcError('PARSE_ERROR', 'Top-level object parse error');
}

/** Answers one request object. Its id is read first, so that every error carries it. */
async function answer(request: Json, call: CallMethod, report: ReportFailure): Promise<Outcome> {
  if (jsonTypeName(request) !== 'obj') {
    return failure(new RpcError('INVALID_REQUEST', 'Invalid Request object'), null);
  }
  const { id = null, method = null, params = null } = request as JsonObject;
  try {
    if (method === null) throw new RpcError('INVALID_REQUEST', 'Missing method');
    if (typeof method !== 'string') throw new RpcError('INVALID_REQUEST', 'Method must be a string');
    if (params !== null && !Array.isArray(params)) {
      throw new RpcError('INVALID_REQUEST', 'Params must be an array');
    }
    const result = await call(method, (params ?? []) as readonly Json[]);
    return { text: `{"result":${stringifyJson(result)},"error":null,"id":${stringifyJson(id)}}`, code: 0 };
  } catch (error) {
    if (error instanceof RpcError) return failure(error, id);
    report(error, typeof method === 'string' ? method : '');
    return failure(new RpcError('MISC_ERROR', textOf(error)), id);
  }
}

function failure({ code, message }: RpcError, id: Json): Outcome {
  return { text: stringifyJson({ result: null, error: { code, message }, id }), code };
}

/** What a client may see of a failure: its text, as with the reference, and never where it happened. */
function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
