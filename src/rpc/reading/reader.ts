import type { ChainVersion, StoredChain } from '../../chain/stored-chain.js';
import type { Json, JsonObject } from '../../codec/json-value.js';
import { AREAS } from '../areas.js';
import type { Caller } from '../declaration/caller.js';
import { RpcError } from '../declaration/errors.js';
import { jsonTypeName } from '../declaration/json-type.js';
import {
  type Handler,
  type HandlerResult,
  type LoadedHandlers,
  type MethodArea,
  type MethodDeclaration,
  STAYS,
  type Waiter,
} from '../declaration/method.js';
import { MethodRegistry } from '../declaration/registry.js';
import { readsLedger } from '../declaration/touches.js';
import type { AccessOptions } from '../dispatch/access.js';
import { type AnsweredCall, Dispatcher } from '../dispatch/dispatch.js';
import { servicesAtHeight } from '../dispatch/earlier-block.js';
import { parsedAtOnce, REFERENCE_ENVELOPE, STRICT_ENVELOPE } from '../dispatch/envelope.js';
import { answerRequest, type HttpReply, type MethodCaller } from '../dispatch/requests.js';
import { servicesWithWaiting } from '../dispatch/with-waiting.js';
import type { RpcRequest } from '../http/rpc-request.js';
import type { NodeServices } from '../node/services.js';
import { NeedsNode } from './needs-node.js';

/** How often a call is begun that met another version of the chain at its end, before it is left to the node. */
const ATTEMPTS = 3;

export interface ReaderParts {
  readonly chain: StoredChain;
  /** What handlers use, which read a chain. */
  readonly servicesOf: (chain: StoredChain) => NodeServices;
  readonly access: AccessOptions;
  /** Most calls that wait for their turn. */
  readonly mostWaiting: number;
  /** Is called with the calls of a request that was answered here. */
  readonly onCalls: (calls: readonly AnsweredCall[]) => void;
  /** Is called before an answer goes out, with the height of the newest block that it can be about. */
  readonly onRead: (height: number) => void;
  /** Is called with what failed here and is left to the node. */
  readonly onFailure: (reason: unknown) => void;
}

type ReadingHandler = Handler<Readonly<Record<string, unknown>>, NodeServices>;

/**
 * Answers requests that only read what is stored, with the declarations, handlers and rules of the node. Each call
 * reads one version of the chain. What cannot be answered here is left to the node.
 */
export class Reader {
  readonly #parts: ReaderParts;
  readonly #dispatcher: Dispatcher<NodeServices>;
  /** The chains of the services of earlier blocks. */
  readonly #earlier = new WeakMap<NodeServices, StoredChain>();

  constructor(parts: ReaderParts) {
    this.#parts = parts;
    const areas = AREAS as readonly MethodArea<NodeServices>[];
    this.#dispatcher = new Dispatcher<NodeServices>({
      registry: new MethodRegistry(
        areas.map(area => ({ ...area, load: async () => this.#ofOneVersion(await area.load()) })),
      ),
      context: parts.servicesOf(parts.chain),
      atHeight: (_services, height) => this.#atHeight(height),
      withWaiting: servicesWithWaiting,
      access: parts.access,
      mostWaiting: parts.mostWaiting,
      wallet: {
        requireUnlocked() {
          throw new NeedsNode('whether the wallet is locked');
        },
      },
    });
  }

  /** Loads the handlers that are called here, so that no call waits for that. */
  async loadAll(): Promise<void> {
    const read = AREAS.filter(({ methods }) =>
      Object.values<MethodDeclaration>(methods).some(({ touches }) => readsLedger(touches)),
    );
    await Promise.all(read.map(area => area.load()));
  }

  /** @returns undefined for a request that only the node can answer */
  async answer(
    { body, caller, isStrict }: RpcRequest,
    waiter: Waiter = STAYS,
  ): Promise<HttpReply | undefined> {
    const envelope = isStrict ? STRICT_ENVELOPE : REFERENCE_ENVELOPE;
    const request = typeof body === 'string' ? parsedAtOnce(body, envelope) : undefined;
    if (request === undefined) return undefined;
    const elements = Array.isArray(request) ? request : [request];
    if (elements.length === 0 || !elements.every(element => this.#isRead(element))) return undefined;
    const calls = new ReadingCalls(this.#dispatcher, caller, waiter);
    const report = (reason: unknown): void => {
      if (!(reason instanceof NeedsNode)) this.#parts.onFailure(reason);
    };
    const reply = await answerRequest(request, calls.caller, report, envelope);
    if (calls.areLeft) return undefined;
    this.#parts.onRead(this.#parts.chain.version.height);
    this.#parts.onCalls(calls.answered);
    return reply;
  }

  /** Making an earlier state takes turns with other calls, which must not move its chain on. */
  async #atHeight(height: number): Promise<NodeServices> {
    const chain = this.#parts.chain.separate();
    const services = await servicesAtHeight(this.#parts.servicesOf(chain), height);
    this.#earlier.set(services, chain);
    return services;
  }

  #isRead(request: Json): boolean {
    if (jsonTypeName(request) !== 'obj') return false;
    const { method } = request as JsonObject;
    const found = typeof method === 'string' ? this.#dispatcher.find(method) : undefined;
    return found !== undefined && readsLedger(found.declaration.touches);
  }

  #ofOneVersion(handlers: LoadedHandlers<NodeServices>): LoadedHandlers<NodeServices> {
    return Object.fromEntries(
      Object.entries(handlers).map(([name, handler]): [string, ReadingHandler] => [
        name,
        typeof handler === 'function'
          ? (args, services) => this.#read(services, () => handler(args, services))
          : handler,
      ]),
    );
  }

  /** Reads until the chain is the same at the end as at the beginning. @throws NeedsNode where it never is */
  async #read(
    services: NodeServices,
    read: () => HandlerResult | Promise<HandlerResult>,
  ): Promise<HandlerResult> {
    const earlier = this.#earlier.get(services);
    const chain = earlier ?? this.#parts.chain;
    // An earlier state was made from one version: it cannot be read on another one.
    const attempts = earlier === undefined ? ATTEMPTS : 1;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const version: ChainVersion = earlier?.version ?? chain.refresh();
      try {
        const result = await read();
        if (chain.isAt(version)) return result;
      } catch (error) {
        if (chain.isAt(version)) throw error;
      }
    }
    throw new NeedsNode('a chain that stays as it is');
  }
}

/** The calls of one request. */
class ReadingCalls {
  /** Those that were answered. */
  readonly answered: AnsweredCall[] = [];
  /** Whether the node has to answer all of them. */
  areLeft = false;
  /** Runs them. */
  readonly caller: MethodCaller;
  readonly #caller: Caller;

  constructor(dispatcher: Dispatcher<NodeServices>, caller: Caller, waiter: Waiter) {
    this.#caller = caller;
    const plain = dispatcher.for(caller, waiter);
    this.caller = { ...plain, begin: (name, params) => this.#begin(plain, name, params) };
  }

  async #begin(plain: MethodCaller, name: string, params: readonly Json[]): Promise<HandlerResult> {
    if (this.areLeft) throw new NeedsNode('the calls before this one');
    const method = plain.find(name)?.name;
    const began = performance.now();
    const ended = (code: number): void => {
      this.answered.push({ method, caller: this.#caller, milliseconds: performance.now() - began, code });
    };
    try {
      const result = await plain.begin(name, params);
      ended(0);
      return result;
    } catch (error) {
      if (error instanceof RpcError) ended(error.code);
      else this.areLeft = true;
      throw error;
    }
  }
}
