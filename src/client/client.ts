import { type Json, JsonReal } from '../codec/json-value.js';
import { answerOf } from './answer.js';
import type { CallError } from './errors.js';
import type { EventFilter, NodeEvent } from './events.generated.js';
import { type EventsOptions, eventsOf } from './events.js';
import { exchange, exchangeBatch } from './exchange.js';
import type { Json as Answer, Input, Integer, Methods } from './methods.generated.js';
import { CONFIRMATIONS_METHOD_NAMES, METHOD_NAMES, STATE_METHOD_NAMES } from './methods.generated.js';
import { type FetchRequest, fetchTransport, type Transport } from './transport.js';

export interface ClientOptions {
  /** URL of the node, such as `http://127.0.0.1:18901`. */
  readonly url: string;
  /** `user:password`; a node that was started without any leaves them in its file `.cookie`. */
  readonly credentials: string;
  /** What sends the requests; by default `fetch` of this process. */
  readonly fetch?: FetchRequest | undefined;
  /** Milliseconds until an answer has to be here; default 900,000. A call that waits for something takes its time of it. */
  readonly timeout?: number | undefined;
}

/** A call of a batch. */
export interface BatchCall {
  readonly method: keyof Methods;
  readonly params: readonly (Input | undefined)[];
}

/** What became of a call of a batch. */
export type BatchOutcome = { readonly result: Answer } | { readonly error: CallError };

/** The methods that read the state. */
export type StateMethods = Pick<Methods, (typeof STATE_METHOD_NAMES)[number]>;

/** Every method of the node, and ways to call many in one request and to ask about earlier blocks. */
export interface Client extends Methods {
  /** The methods that read the state, with the answers that they gave after the block of a height. */
  at(height: Integer): StateMethods;
  /**
   * Calls methods in one request, one after the other.
   * @returns what became of each, in their order
   */
  batch(calls: readonly BatchCall[]): Promise<BatchOutcome[]>;
}

/** A client that is also told what happens. */
export interface SubscribingClient extends Client {
  /**
   * The events that fit any of some filters, each once and in order: `for await (const event of client.events([…]))`.
   * When the connection is lost another one goes on where it was. See docs/events.md.
   *
   * @throws EventsRefused, and NoReply where the node does not let this client in
   */
  events(
    filters: readonly EventFilter[],
    options?: EventsOptions,
  ): AsyncGenerator<NodeEvent, void, undefined>;
}

/**
 * A client of a node. Each method takes its parameters in the order of docs/rpc.md. Integers beyond
 * 2^53 come as bigints and may be passed as such; no digit is lost.
 *
 * Methods throw CallError when the node answers with an error, NoReply when no method has run, and NodeUnreachable when no
 * answer came: then nobody knows.
 */
export function createClient({ url, credentials, fetch, timeout }: ClientOptions): SubscribingClient {
  return {
    ...clientOf(fetchTransport(url, credentials, fetch, timeout)),
    events: (filters, options) => eventsOf({ url, credentials }, filters, options),
  };
}

/** A client over another transport, see {@link createClient}. */
export function clientOf(transport: Transport): Client {
  const call = async (method: string, params: readonly Json[]) =>
    answerOf(await exchange(transport, { method, params }));
  const methodsOf = (names: readonly string[], last: readonly Json[] = []): unknown =>
    Object.fromEntries(
      names.map(name => [
        name,
        async (...given: (Input | undefined)[]) => call(name, [...parametersOf(name, given), ...last]),
      ]),
    );
  return {
    ...(methodsOf(METHOD_NAMES) as Methods),
    at: height => methodsOf(STATE_METHOD_NAMES, [{ height }]) as StateMethods,
    async batch(calls) {
      const outcomes = await exchangeBatch(
        transport,
        calls.map(({ method, params }) => ({ method, params: parametersOf(method, params) })),
      );
      return outcomes.map(outcome => ('error' in outcome ? outcome : { result: answerOf(outcome.result) }));
    },
  };
}

/** Where the last parameter may be given alone: null stands for those that are left out before it. */
const MAY_LEAVE_OUT: ReadonlySet<string> = new Set(CONFIRMATIONS_METHOD_NAMES);

/**
 * The arguments that were passed, without omitted ones at the end.
 * @throws TypeError when something is left out before the end, of a method without `min_confirmations`
 */
function parametersOf(method: string, given: readonly (Input | undefined)[]): Json[] {
  let end = given.length;
  while (end > 0 && given[end - 1] === undefined) end--;
  return given.slice(0, end).map((value, index) => {
    if (value === undefined && MAY_LEAVE_OUT.has(method)) return null;
    if (value === undefined)
      throw new TypeError(`parameter ${index + 1} is left out, but a later one is not`);
    return jsonOf(value);
  });
}

/** Numbers with a fraction are distinguished from integers. */
function jsonOf(value: Input): Json {
  if (typeof value === 'number') return Number.isInteger(value) ? value : new JsonReal(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Input[]).map(jsonOf);
  const members = Object.entries(value as Readonly<Record<string, Input | undefined>>);
  return Object.fromEntries(
    members.map(([name, member]) => [name, member === undefined ? undefined : jsonOf(member)]),
  );
}
