import { ChainError } from '../../chain/errors.js';
import { Turns } from '../../chain/turns.js';
import { JsonSyntaxError, JsonTooManyValues, parseJson, stringifyJson } from '../../codec/json.js';
import type { Json, JsonObject } from '../../codec/json-value.js';
import { RPC_LIMITS } from '../../config/rpc-limits.js';
import { RPC_ERRORS, RpcError } from '../declaration/errors.js';
import { jsonTypeName } from '../declaration/json-type.js';
import { AfterTurn, type HandlerResult } from '../declaration/method.js';
import { MAX_JSON_VALUES } from './json-limit.js';

export const { most: MAX_BATCH_ELEMENTS } = RPC_LIMITS.batchCalls;
/** Characters of an answer: all but texts of people are one byte each. */
const { most: MAX_ANSWER } = RPC_LIMITS.answer;

/** Calls that join each other which begin without giving others a turn: as many as are admitted together. */
const MAX_JOINED_IN_TURN = 256;

/** An answer to one HTTP request. */
export interface HttpReply {
  readonly status: number;
  /** JSON and a line break. */
  readonly body: string;
}

/** Who runs methods. */
export interface MethodCaller {
  /**
   * Runs a method up to where it gives up its turn.
   * @throws RpcError as the interface specifies; any other error is a failure of this node
   */
  begin(name: string, params: readonly Json[]): Promise<HandlerResult>;
  /** Whether a call may begin in a batch before such calls in front of it are answered. */
  joinsBatch(name: string, params: readonly Json[]): boolean;
}

/** Called with errors that are failures of this node, not of the request. */
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
  [RPC_ERRORS.NODE_BUSY.code, 503],
]);

/** A request that has given up its turn; its outcome may still be pending. */
interface Begun {
  readonly outcome: Outcome | Promise<Outcome>;
}

/**
 * Answers the body of an HTTP request: one request object or a batch of them (spec 02 §1.4 to
 * §1.6). The status of a batch is always 200, and every element gets a reply.
 */
export async function answerBody(
  body: string,
  caller: MethodCaller,
  report: ReportFailure,
): Promise<HttpReply> {
  const request = parsedBody(body);
  if (request instanceof RpcError) return single(failure(request, null));
  return answerRequest(request, caller, report);
}

/** As {@link answerBody}, for a body that is parsed. */
export async function answerRequest(
  request: Json,
  caller: MethodCaller,
  report: ReportFailure,
): Promise<HttpReply> {
  if (!Array.isArray(request)) return single(await (await begin(request, caller, report)).outcome);
  if (request.length > MAX_BATCH_ELEMENTS) return single(failure(batchTooLarge(request.length), null));
  const outcomes = await answerBatch(request, caller, report);
  return { status: 200, body: `[${outcomes.map(({ text }) => text).join(',')}]\n` };
}

/**
 * Answers the elements of a batch in order. Submissions of signed transactions that follow each other
 * do not wait for each other's answers: so their signatures are verified together. However many elements there
 * are, other requests get their turns. Where a limit ends the batch, the elements that have begun are answered, and each
 * of the others gets an error that names the limit.
 */
async function answerBatch(
  elements: readonly Json[],
  caller: MethodCaller,
  report: ReportFailure,
): Promise<Outcome[]> {
  const outcomes: Begun['outcome'][] = [];
  let unanswered: Begun['outcome'][] = [];
  const turns = new Turns();
  const limits = new BatchLimits();
  for (const element of elements) {
    const cut = limits.reached();
    if (cut !== undefined) {
      outcomes.push(failure(cut, idOf(element)));
      continue;
    }
    const joins = joinsBatch(element, caller);
    // Within one turn, what is submitted together is admitted together.
    const mayPause = !joins || unanswered.length % MAX_JOINED_IN_TURN === 0;
    if (mayPause && turns.areDue) await turns.give();
    if (!joins) {
      await Promise.all(unanswered);
      unanswered = [];
    }
    const { outcome } = await begin(element, caller, report);
    const counted = limits.count(outcome);
    outcomes.push(counted);
    if (joins) unanswered.push(counted);
    else await counted;
  }
  return Promise.all(outcomes);
}

function joinsBatch(request: Json, caller: MethodCaller): boolean {
  if (jsonTypeName(request) !== 'obj') return false;
  const { method, params } = request as JsonObject;
  return typeof method === 'string' && Array.isArray(params) && caller.joinsBatch(method, params);
}

function batchTooLarge(count: number): RpcError {
  return new RpcError(
    'INVALID_REQUEST',
    `a batch of ${count} requests is too large: send at most ${MAX_BATCH_ELEMENTS} at a time`,
  );
}

function tooManyValues(): RpcError {
  return new RpcError(
    'INVALID_REQUEST',
    `the body has more than ${MAX_JSON_VALUES} JSON values: send fewer or smaller requests at a time`,
  );
}

function single(outcome: Outcome): HttpReply {
  return { status: HTTP_STATUS.get(outcome.code) ?? 500, body: `${outcome.text}\n` };
}

/** The request of a body, or the error that answers it. */
export function parsedBody(body: string): Json | RpcError {
  let request: Json;
  try {
    request = parseJson(body, {
      trailing: 'ignore',
      only64Bit: true,
      wholeRealsAreIntegers: true,
      maxValues: MAX_JSON_VALUES,
    });
  } catch (error) {
    if (error instanceof JsonTooManyValues) return tooManyValues();
    if (error instanceof JsonSyntaxError) return new RpcError('PARSE_ERROR', 'Parse error');
    throw error;
  }
  const type = jsonTypeName(request);
  if (type === 'obj' || type === 'array') return request;
  return new RpcError('PARSE_ERROR', 'Top-level object parse error');
}

function isNotKept(error: unknown): boolean {
  return error instanceof ChainError && error.code === 'pruned';
}

/** Starts to answer one request object. Its id is read first, so that every error carries it. */
async function begin(request: Json, caller: MethodCaller, report: ReportFailure): Promise<Begun> {
  if (jsonTypeName(request) !== 'obj') {
    return { outcome: failure(new RpcError('INVALID_REQUEST', 'Invalid Request object'), null) };
  }
  const { id = null, method = null, params = null } = request as JsonObject;
  const failed = (error: unknown): Outcome => {
    if (error instanceof RpcError) return failure(error, id);
    // What a pruned node does not have is an answer, not a failure.
    if (!isNotKept(error)) report(error, typeof method === 'string' ? method : '');
    return failure(new RpcError('MISC_ERROR', textOf(error)), id);
  };
  try {
    if (method === null) throw new RpcError('INVALID_REQUEST', 'Missing method');
    if (typeof method !== 'string') throw new RpcError('INVALID_REQUEST', 'Method must be a string');
    if (params !== null && !Array.isArray(params)) {
      throw new RpcError('INVALID_REQUEST', 'Params must be an array');
    }
    const result = await caller.begin(method, params ?? []);
    if (!(result instanceof AfterTurn)) return { outcome: success(result, id) };
    return {
      outcome: result
        .rest()
        .then(rest => success(rest, id))
        .catch(failed),
    };
  } catch (error) {
    return { outcome: failed(error) };
  }
}

/** What the calls of a batch have taken of what they may take. */
class BatchLimits {
  readonly #ends = performance.now() + RPC_LIMITS.batchSeconds.most * 1000;
  #length = 0;

  /** Why no further call may begin, if so. */
  reached(): RpcError | undefined {
    if (this.#length > MAX_ANSWER) return notBegun(`answers of more than ${MAX_ANSWER} bytes`);
    if (performance.now() > this.#ends) return notBegun(`${RPC_LIMITS.batchSeconds.most} seconds`);
    return undefined;
  }

  /** Counts an answer when it is there. */
  count(outcome: Begun['outcome']): Begun['outcome'] {
    if (outcome instanceof Promise) {
      return outcome.then(settled => {
        this.#length += settled.text.length;
        return settled;
      });
    }
    this.#length += outcome.text.length;
    return outcome;
  }
}

function notBegun(limit: string): RpcError {
  return new RpcError(
    'LIMIT_EXCEEDED',
    `not executed: the batch has reached its limit of ${limit}; send fewer calls`,
  );
}

function idOf(request: Json): Json {
  return jsonTypeName(request) === 'obj' ? ((request as JsonObject).id ?? null) : null;
}

function success(result: Json, id: Json): Outcome {
  const text = stringifyJson(result);
  if (text.length > MAX_ANSWER) {
    const limit = `the answer would have ${text.length} bytes, of at most ${MAX_ANSWER}`;
    throw new RpcError('LIMIT_EXCEEDED', `${limit}: ask for less at a time`);
  }
  return { text: `{"result":${text},"error":null,"id":${stringifyJson(id)}}`, code: 0 };
}

function failure({ code, message, data }: RpcError, id: Json): Outcome {
  return { text: stringifyJson({ result: null, error: { code, message, data }, id }), code };
}

/** What a client may see of a failure: its text, as with the reference, and never where it happened. */
function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
