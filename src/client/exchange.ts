import { JsonSyntaxError, parseJson, stringifyJson } from '../codec/json.js';
import { type Json, type JsonObject, JsonReal } from '../codec/json-value.js';
import { CallError, NoReply } from './errors.js';
import type { HttpAnswer, Transport } from './transport.js';

/** A call of a method. */
export interface Call {
  readonly method: string;
  readonly params: readonly Json[];
}

/** What became of a call in a batch. */
export type Outcome = { readonly result: Json } | { readonly error: CallError };

const REQUEST_ID = 1;
/** Statuses that come with a JSON reply (spec 02 §1.5); below 400 all do. */
const REPLY_STATUSES: ReadonlySet<number> = new Set([400, 404, 500]);
const NO_ENVELOPE = 'expected reply to have result, error and id properties';

/**
 * Calls a method and returns its result without loss.
 * @throws CallError, NoReply, or what the transport throws
 */
export async function exchange(transport: Transport, { method, params }: Call): Promise<Json> {
  const answer = await transport(stringifyJson({ method, params, id: REQUEST_ID }));
  const outcome = outcomeOf(parsedAnswer(answer), answer);
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

/**
 * Calls methods in one request, one after the other.
 * @returns the outcome of each, in order
 * @throws CallError when the batch was refused as a whole; NoReply, or what the transport throws
 */
export async function exchangeBatch(transport: Transport, calls: readonly Call[]): Promise<Outcome[]> {
  return batchOutcomes(await transport(batchBody(calls)));
}

/** The request for calls, one after the other. */
export function batchBody(calls: readonly Call[]): string {
  return stringifyJson(calls.map(({ method, params }, id) => ({ method, params, id })));
}

/** What the answer to {@link batchBody} says of each call, in order. @throws CallError, NoReply */
export function batchOutcomes(answer: HttpAnswer): Outcome[] {
  const replies = parsedAnswer(answer);
  if (Array.isArray(replies)) return replies.map(reply => outcomeOf(reply, answer));
  const refusal = outcomeOf(replies, answer);
  throw 'error' in refusal ? refusal.error : new NoReply(NO_ENVELOPE, answer.status);
}

/** @throws NoReply (spec 02 §2.2) */
function parsedAnswer({ status, body }: HttpAnswer): Json {
  if (status === 401) throw new NoReply('incorrect rpcuser or rpcpassword (authorization failed)', status);
  if (status >= 400 && !REPLY_STATUSES.has(status)) {
    throw new NoReply(`server returned HTTP error ${status}`, status);
  }
  if (body === '') throw new NoReply('no response from server', status);
  try {
    return parseJson(body, { trailing: 'ignore' });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new NoReply("couldn't parse reply from server", status, { cause: error });
  }
}

/** @throws NoReply for what is no reply */
function outcomeOf(reply: Json, { status }: HttpAnswer): Outcome {
  if (!isObject(reply)) throw new NoReply(NO_ENVELOPE, status);
  const { result, error, id } = reply;
  if (result === undefined || error === undefined || id === undefined) {
    throw new NoReply(NO_ENVELOPE, status);
  }
  return error === null ? { result } : { error: new CallError(error as JsonObject) };
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonReal);
}
