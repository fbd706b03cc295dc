import { ChainError } from '../../chain/errors.js';
import { inTurns } from '../../chain/turns.js';
import { stringifyJson } from '../../codec/json.js';
import type { Json, JsonObject } from '../../codec/json-value.js';
import { RPC_LIMITS } from '../../config/rpc-limits.js';
import { RpcError } from '../declaration/errors.js';
import { jsonTypeName } from '../declaration/json-type.js';
import { AfterTurn, type HandlerResult, PrintedJson, type Waiter } from '../declaration/method.js';
import type { RpcMethod } from '../declaration/registry.js';
import { BatchAnswer } from './batch-answer.js';
import { type Envelope, REFERENCE_ENVELOPE } from './envelope.js';
import type { RequestTurns } from './shared-turns.js';

/** Characters of an answer: all but texts of people are one byte each. */
const { most: MAX_ANSWER } = RPC_LIMITS.answer;

/** Calls that join each other which begin without giving others a turn: as many as are admitted together. */
const MAX_JOINED_IN_TURN = 256;

/** An answer to one HTTP request. */
export interface HttpReply {
  readonly status: number;
  /** JSON and a line break, as text or, if it is long, as its bytes in UTF-8; empty with status 204. */
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** Who runs methods. */
export interface MethodCaller {
  /**
   * Runs a method up to where it gives up its turn.
   * @throws RpcError as the interface specifies; any other error is a failure of this node
   */
  begin(name: string, params: readonly Json[]): Promise<HandlerResult>;
  /** The method of a name, whether it may be called or not. */
  find(name: string): RpcMethod | undefined;
  /** Whether a call may begin in a batch before such calls in front of it are answered. */
  joinsBatch(name: string, params: readonly Json[]): boolean;
  /** The slices in which a request is answered. */
  readonly turns: RequestTurns;
  /** Whether somebody waits for the answer: of a batch whose client has gone, no more calls begin. */
  readonly presence: Waiter;
  /** Is called with each batch that a limit has ended. */
  readonly onCut: () => void;
}

/** Called with errors that are failures of this node, not of the request. */
export type ReportFailure = (error: unknown, method: string) => void;

interface Outcome {
  readonly text: string;
  /** 0 when all went well. */
  readonly code: number;
  /** Whether nobody wants the answer. */
  readonly isSilent: boolean;
}

/** A request that has given up its turn; its outcome may still be pending. */
interface Begun {
  readonly outcome: Outcome | Promise<Outcome>;
}

/**
 * Answers the body of an HTTP request: one request object or a batch of them (spec 02 §1.4 to §1.6). The status of a
 * batch is always 200, and every element gets a reply, but for notifications.
 */
export async function answerBody(
  body: string | Uint8Array,
  caller: MethodCaller,
  report: ReportFailure,
  envelope = REFERENCE_ENVELOPE,
): Promise<HttpReply> {
  let request: Json;
  try {
    request = await parsed(body, caller.turns, envelope);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return single(failure(error, null, envelope), envelope);
  }
  return answerRequest(request, caller, report, envelope);
}

function parsed(body: string | Uint8Array, turns: RequestTurns, envelope: Envelope): Promise<Json> {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return inTurns(envelope.parse(text), async () => {
    if (turns.areDue) await turns.give();
  });
}

/** As {@link answerBody}, for a body that is parsed. */
export async function answerRequest(
  request: Json,
  caller: MethodCaller,
  report: ReportFailure,
  envelope = REFERENCE_ENVELOPE,
): Promise<HttpReply> {
  const work: Work = { caller, report, envelope };
  if (!Array.isArray(request)) return single(await (await begin(request, work)).outcome, envelope);
  const answer = await answerBatch(request, work);
  return answer.isEmpty && request.length > 0 ? NO_ANSWER : { status: 200, body: answer.body() };
}

/** What the answering of a request needs besides it. */
interface Work {
  readonly caller: MethodCaller;
  readonly report: ReportFailure;
  readonly envelope: Envelope;
}

/** To notifications alone. */
const NO_ANSWER: HttpReply = { status: 204, body: '' };

/**
 * Answers the elements of a batch in order. Submissions of signed transactions that follow each other
 * do not wait for each other's answers: so their signatures are verified together. However many elements there
 * are, other requests get their turns. Where a limit ends the batch, the elements that have begun are answered, and each
 * of the others gets an error that names the limit. Where the client has gone, no more of them begin.
 */
async function answerBatch(elements: readonly Json[], work: Work): Promise<BatchAnswer> {
  const { caller, envelope } = work;
  const answer = new BatchAnswer();
  let unanswered: Begun['outcome'][] = [];
  const { turns, presence } = caller;
  const limits = new BatchLimits();
  const add = ({ text, isSilent }: Outcome): void => {
    if (!isSilent) answer.add(text);
  };
  const answerJoined = async (): Promise<void> => {
    for (const outcome of await Promise.all(unanswered)) add(outcome);
    unanswered = [];
  };
  let cut: RpcError | undefined;
  for (const element of elements) {
    if (presence.isGone) break;
    if (cut === undefined) {
      cut = limits.reached();
      if (cut !== undefined) caller.onCut();
    }
    const joins = cut === undefined && joinsBatch(element, caller);
    // Within one turn, what is submitted together is admitted together.
    const mayPause = !joins || unanswered.length % MAX_JOINED_IN_TURN === 0;
    if (mayPause && turns.areDue) await turns.give();
    if (!joins && unanswered.length > 0) await answerJoined();
    if (cut !== undefined) {
      add(failure(cut, envelope.idOf(element), envelope, envelope.isNotification(element)));
      continue;
    }
    const { outcome } = await begin(element, work);
    const counted = limits.count(outcome);
    if (joins) unanswered.push(counted);
    else add(await counted);
  }
  await answerJoined();
  return answer;
}

function joinsBatch(request: Json, caller: MethodCaller): boolean {
  if (jsonTypeName(request) !== 'obj') return false;
  const { method, params } = request as JsonObject;
  return typeof method === 'string' && Array.isArray(params) && caller.joinsBatch(method, params);
}

function single(outcome: Outcome, envelope: Envelope): HttpReply {
  if (outcome.isSilent) return NO_ANSWER;
  return { status: envelope.status(outcome.code), body: `${outcome.text}\n` };
}

function isNotKept(error: unknown): boolean {
  return error instanceof ChainError && error.code === 'pruned';
}

/** Starts to answer one request object. Its id is read first, so that every error carries it. */
async function begin(request: Json, { caller, report, envelope }: Work): Promise<Begun> {
  const id = envelope.idOf(request);
  const isSilent = envelope.isNotification(request);
  let method = '';
  const failed = (error: unknown): Outcome => {
    if (error instanceof RpcError) return failure(error, id, envelope, isSilent);
    // What a pruned node does not have is an answer, not a failure.
    if (!isNotKept(error)) report(error, method);
    return failure(new RpcError('MISC_ERROR', textOf(error)), id, envelope, isSilent);
  };
  const succeeded = (result: Json | PrintedJson): Outcome => success(result, id, envelope, isSilent);
  try {
    const call = envelope.callOf(request, name => caller.find(name));
    method = call.method;
    const result = await caller.begin(method, call.params);
    if (!(result instanceof AfterTurn)) return { outcome: succeeded(result) };
    return { outcome: result.rest(caller.presence).then(succeeded).catch(failed) };
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
    const { most } = RPC_LIMITS.batchAnswers;
    if (this.#length > most) return notBegun(`answers of more than ${most} bytes`);
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

function success(result: Json | PrintedJson, id: Json, envelope: Envelope, isSilent = false): Outcome {
  const text = result instanceof PrintedJson ? result.text : stringifyJson(result);
  if (text.length > MAX_ANSWER) {
    const limit = `the answer would have ${text.length} bytes, of at most ${MAX_ANSWER}`;
    throw new RpcError('LIMIT_EXCEEDED', `${limit}: ask for less at a time`);
  }
  return { text: envelope.success(text, id), code: 0, isSilent };
}

function failure(error: RpcError, id: Json, envelope: Envelope, isSilent = false): Outcome {
  return { text: envelope.failure(error, id), code: error.code, isSilent };
}

/** What a client may see of a failure: its text, as with the reference, and never where it happened. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error.message;
  // What the system refuses names the call and the path behind the reason.
  const [reason = ''] = error.message.split(`, ${syscall}`);
  return reason;
}
