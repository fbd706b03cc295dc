import { setTimeout as delay } from 'node:timers/promises';
import { JsonSyntaxError, parseJson } from '../../src/codec/json.js';
import type { Json, JsonObject } from '../../src/codec/json-value.js';
import { judge } from '../../src/replay/difference-rule.js';
import { type Difference, differencesBetween } from '../../src/replay/json-difference.js';
import { elementNameAt } from '../../src/replay/representation-rules.js';
import { ConformanceNode, type Reply, type ShownKeys } from './conformance-node.js';
import { RecordedOrder } from './recorded-order.js';
import { RULES } from './rules.js';
import type { Session } from './sessions.js';
import { type Exchange, readTranscript } from './transcript.js';

/** What a request asks for. */
interface Call {
  readonly method: string;
  readonly params: readonly Json[];
}

/** What comparing one exchange gave. */
export type Outcome =
  | { readonly kind: 'identical' }
  | { readonly kind: 'equal by rule'; readonly rules: ReadonlySet<string> }
  | { readonly kind: 'not buildable'; readonly reason: string }
  | { readonly kind: 'different'; readonly differences: readonly Difference[] };

export interface ComparedExchange {
  readonly transcript: string;
  readonly exchange: Exchange;
  readonly call: Call;
  readonly outcome: Outcome;
}

const METHOD_NOT_FOUND = -32601;
const DEPRECATED = 'Deprecated since R3';

/** Starts a node where the session started and puts all its requests to it, in order. */
export async function runSession({ start, transcripts }: Session): Promise<ComparedExchange[]> {
  const node = await ConformanceNode.start(start);
  try {
    const exchangesOf = new Map(transcripts.map(name => [name, readTranscript(name)]));
    const run = new SessionRun(node, [...exchangesOf.values()].flat());
    const compared: ComparedExchange[] = [];
    for (const [transcript, exchanges] of exchangesOf) {
      for (const exchange of exchanges) {
        const call = callOf(exchange);
        const outcome = await run.compare(exchange, call);
        compared.push({ transcript, exchange, call, outcome });
      }
    }
    return compared;
  } finally {
    await node.stop();
  }
}

class SessionRun {
  readonly #node: ConformanceNode;
  /** Transactions of requests that could not be put to our node. */
  readonly #unknownTransactions = new Set<string>();
  readonly #shownKeys: ReadonlyMap<string, ShownKeys>;
  readonly #order: RecordedOrder;

  /** @param exchanges - all that are going to be compared */
  constructor(node: ConformanceNode, exchanges: readonly Exchange[]) {
    this.#node = node;
    this.#shownKeys = keysShownIn(exchanges);
    this.#order = new RecordedOrder(exchanges);
  }

  async compare(exchange: Exchange, call: Call): Promise<Outcome> {
    for (const block of exchange.blocks ?? []) await this.#node.makeBlock(block, this.#order);
    if (exchange.waitSeconds !== undefined) await delay(exchange.waitSeconds * 1000);
    if (exchange.status === undefined) {
      return { kind: 'not buildable', reason: 'the reference ended instead of answering' };
    }
    const recorded = parsed(this.#node.names.ours(exchange.answer ?? ''));
    const reason = this.#whyNotBuildable(call, recorded);
    if (reason !== undefined) {
      this.#rememberTransaction(recorded);
      return { kind: 'not buildable', reason };
    }
    const reply = await this.#node.send(exchange);
    const ours = parsed(reply.body);
    const differences = differencesBetween(
      { status: exchange.status, body: recorded },
      { status: reply.status, body: ours },
      elementNameAt(call.method),
    );
    await this.#learnNames(call, exchange, reply);
    const lacking = whatIsLacking(ours);
    if (lacking !== undefined && differences.length > 0) {
      this.#rememberTransaction(recorded);
      return { kind: 'not buildable', reason: lacking };
    }
    if (differences.length === 0) return { kind: 'identical' };
    const { rules, unexplained } = judge(
      differences,
      { ...call, request: exchange.body ?? '', recorded, ours },
      RULES,
    );
    if (unexplained.length > 0) return { kind: 'different', differences: unexplained };
    return { kind: 'equal by rule', rules };
  }

  #whyNotBuildable({ method, params }: Call, recorded: Json): string | undefined {
    const error = member(recorded, 'error');
    const wasFound = member(error, 'code') !== METHOD_NOT_FOUND;
    if (method !== '' && wasFound && !this.#node.hasMethod(method))
      return `method of a later issue: ${method}`;
    if (member(error, 'message') === DEPRECATED) {
      return 'is refused by the reference, works here and would change the chain (spec 02 Q7)';
    }
    if (method === 'setgenerate' && params[0] === true && error === null) {
      return 'starts a miner of the reference, whose blocks come later; the transcript says when they were there';
    }
    const unknown = params.find(param => typeof param === 'string' && this.#unknownTransactions.has(param));
    return unknown === undefined ? undefined : 'names a transaction of a request that was not buildable';
  }

  #rememberTransaction(recorded: Json): void {
    const txid = member(member(recorded, 'result'), 'txid');
    if (typeof txid === 'string') this.#unknownTransactions.add(txid);
  }

  /**
   * Keys are generated at random, and blocks have other nonces: from now on the recorded text means
   * ours. Where the recorded keys are known, the wallet gets those instead.
   */
  async #learnNames({ method, params }: Call, { answer }: Exchange, { body }: Reply): Promise<void> {
    const recorded = member(parsed(answer ?? ''), 'result');
    const ours = member(parsed(body), 'result');
    const learn = (theirs: Json | undefined, own: Json | undefined): void => {
      if (typeof theirs === 'string' && typeof own === 'string') this.#node.names.putText(theirs, own);
    };
    if (method === 'getblock') learn(recorded, ours);
    if (method !== 'getnewaddr') return;
    const keys = this.#shownKeys.get(String(member(recorded, 'addr')));
    if (keys !== undefined) return this.#node.importKeys(keys);
    for (const name of params[0] === true ? ['addr', 'minerpubkey'] : ['addr']) {
      learn(member(recorded, name), member(ours, name));
    }
  }
}

/** The keys that dumpprivkey shows in exchanges, by address. */
function keysShownIn(exchanges: readonly Exchange[]): ReadonlyMap<string, ShownKeys> {
  const shown = new Map<string, ShownKeys>();
  for (const exchange of exchanges) {
    const { method, params } = callOf(exchange);
    if (method !== 'dumpprivkey') continue;
    const result = member(parsed(exchange.answer ?? ''), 'result');
    const [main, miner] = [member(result, 'privkey'), member(result, 'minerkey')];
    if (typeof main === 'string' && typeof miner === 'string') shown.set(String(params[0]), { main, miner });
  }
  return shown;
}

/** Why our node cannot do what it was asked for yet, by its own answer. */
function whatIsLacking(ours: Json): string | undefined {
  const message = member(member(ours, 'error'), 'message');
  if (typeof message !== 'string') return undefined;
  if (message.includes('reason=unavailable-tx')) return 'transaction type of a later issue';
  return /^unknown func \w+/
    .exec(message)?.[0]
    .replace('unknown func', 'function of genunsignedtxraw of a later issue:');
}

/** The call of an exchange; empty where the body is no single request. */
function callOf({ body }: Exchange): Call {
  const request = parsed(body ?? '');
  const method = member(request, 'method');
  const params = member(request, 'params');
  return {
    method: typeof method === 'string' ? method : '',
    params: Array.isArray(params) ? (params as readonly Json[]) : [],
  };
}

function member(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return (value as JsonObject)[name];
}

/** A body as JSON, or as it is where it is none. */
function parsed(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return text;
    throw error;
  }
}
