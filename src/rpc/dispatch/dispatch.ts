import type { Json } from '../../codec/json-value.js';
import { ReadOnlyError, runReadOnly } from '../../storage/read-only.js';
import { type Caller, OWN_PROCESS } from '../declaration/caller.js';
import { RPC_ERRORS, RpcError } from '../declaration/errors.js';
import {
  AfterTurn,
  type Handler,
  type HandlerResult,
  type LoadedHandlers,
  type MethodArea,
  type MethodDeclaration,
  PrintedJson,
  STAYS,
  type Waiter,
} from '../declaration/method.js';
import { withRefusedParameter } from '../declaration/refused-value.js';
import type { MethodRegistry, RpcMethod } from '../declaration/registry.js';
import type { Touch } from '../declaration/touches.js';
import { type AccessOptions, AccessRules } from './access.js';
import { checkCount, checkTypes, convertArguments } from './arguments.js';
import { clientOf } from './client.js';
import { countsWaiting, withoutNulls } from './confirmations-parameter.js';
import { hasHeight, splitHeight } from './height-parameter.js';
import { Mutex } from './mutex.js';
import type { MethodCaller } from './requests.js';
import { SharedTurns } from './shared-turns.js';

/** What calls touch that can change the chain, or what waits for a block. */
const CHANGES_OF_CHAIN: ReadonlySet<string> = new Set<Touch>(['submits', 'spends', 'chain', 'development']);

/** What dispatch has to know about the wallet. */
export interface WalletGate {
  /** @throws RpcError -2006 when the wallet is encrypted and locked */
  requireUnlocked(): void;
}

/** @typeParam C - the services that the handlers of all areas need together */
export interface DispatcherOptions<C> {
  readonly registry: MethodRegistry<MethodArea<C>>;
  readonly context: C;
  readonly access: AccessOptions;
  /**
   * The context as it was after an earlier block, for methods that can be asked about one.
   * @throws RpcError where it is not there
   */
  readonly atHeight?: (context: C, height: number) => Promise<C>;
  /** The context as one client has it. Default: all have the same. */
  readonly forClient?: (context: C, client: string) => C;
  /**
   * The context with the state after all that waits for a block, for calls with `min_confirmations` 0. It holds until
   * whoever gets it next waits.
   */
  readonly withWaiting?: (context: C) => Promise<C>;
  /**
   * What calls wait for that change the chain or depend on what waits for a block, while the pool of the process
   * before is being put back; undefined where there is nothing to wait for.
   * @throws RpcError when the node stops instead (rejects)
   */
  readonly poolLoading?: () => Promise<void> | undefined;
  /** Absent when no wallet is loaded. */
  readonly wallet: WalletGate | undefined;
  /** Is called when the number of calls that are waiting for their turn changes. */
  readonly onWaiting?: () => void;
  /** Most calls that wait for their turn. Default: any number. */
  readonly mostWaiting?: number;
  /** Is called with each batch that a limit has ended. */
  readonly onCut?: () => void;
  /** Is called with each call that has its answer. */
  readonly onCall?: (call: AnsweredCall) => void;
}

/** A call of a method that has its answer. */
export interface AnsweredCall {
  /** The name that it is declared with; undefined for one that no method has. */
  readonly method: string | undefined;
  readonly caller: Caller;
  /** From the moment at which it was read. */
  readonly milliseconds: number;
  /** 0, or the code of the error. */
  readonly code: number;
}

/**
 * Finds a method and runs it (spec 02 §1.7). Methods run one at a time, unless they are declared
 * lock-free; a handler that returns AfterTurn gives up its turn and answers later.
 */
export class Dispatcher<C> {
  readonly access: AccessRules;
  readonly #options: DispatcherOptions<C>;
  readonly #turns: Mutex;
  /** Turns of calls for the state after an earlier block: each has all that was changed since in memory. */
  readonly #earlierTurns: Mutex;
  readonly #slices = new SharedTurns();
  readonly #loaded = new Map<MethodArea<C>, LoadedHandlers<C>>();

  constructor(options: DispatcherOptions<C>) {
    this.#options = options;
    const bounds = { changed: options.onWaiting, most: options.mostWaiting };
    this.#turns = new Mutex(bounds);
    this.#earlierTurns = new Mutex(bounds);
    this.access = new AccessRules(options.access, options.registry);
  }

  /** Number of calls that are waiting for their turn. */
  get waiting(): number {
    return this.#turns.waiting + this.#earlierTurns.waiting;
  }

  /** Whether any call has its turn or is waiting for it. */
  get busy(): boolean {
    return this.#turns.busy || this.#earlierTurns.busy;
  }

  /**
   * Runs methods for a caller.
   * @param presence - whether it still waits: nothing more begins for one that has gone
   */
  for(caller: Caller, presence: Waiter = STAYS): MethodCaller {
    return {
      begin: (name, params) => this.begin(name, params, caller, presence),
      find: name => this.find(name),
      joinsBatch: (name, params) => this.joinsBatch(name, params),
      turns: this.#slices.begin(clientOf(caller)),
      presence,
      onCut: () => this.#options.onCut?.(),
    };
  }

  /**
   * Runs a method by one of its names.
   *
   * @throws RpcError as the interface specifies; any other error is a failure of this node
   */
  async call(name: string, params: readonly Json[], caller = OWN_PROCESS): Promise<Json> {
    const result = await this.begin(name, params, caller);
    if (result instanceof AfterTurn) return result.rest(STAYS);
    return result instanceof PrintedJson ? result.value : result;
  }

  /** As {@link call}, up to where the method gives up its turn. */
  async begin(
    name: string,
    params: readonly Json[],
    caller = OWN_PROCESS,
    presence: Waiter = STAYS,
  ): Promise<HandlerResult> {
    const { onCall, registry } = this.#options;
    if (onCall === undefined) return this.#begin(name, params, caller, presence);
    const method = registry.find(name)?.name;
    const begin = performance.now();
    const ended = (code: number): void =>
      onCall({ method, caller, milliseconds: performance.now() - begin, code });
    const failed = (error: unknown): never => {
      ended(error instanceof RpcError ? error.code : RPC_ERRORS.MISC_ERROR.code);
      throw error;
    };
    const result = await this.#begin(name, params, caller, presence).catch(failed);
    if (result instanceof AfterTurn) {
      return new AfterTurn(async waiter => {
        const rest = await result.rest(waiter).catch(failed);
        ended(0);
        return rest;
      });
    }
    ended(0);
    return result;
  }

  async #begin(
    name: string,
    params: readonly Json[],
    caller: Caller,
    presence: Waiter,
  ): Promise<HandlerResult> {
    const method = this.#options.registry.find(name);
    if (method === undefined) throw new RpcError('METHOD_NOT_FOUND', 'Method not found');
    if (method.declaration.needsWallet === true && this.#options.wallet === undefined) {
      throw new RpcError('METHOD_NOT_FOUND', 'Method not found (disabled)');
    }
    this.access.check(method, name, caller);
    const handler = await this.#handler(method);
    // Before the call has its turn: others must not wait for it.
    const usesPool = needsPool(method.declaration) || countsWaiting(method, params);
    const loading = usesPool ? this.#options.poolLoading?.() : undefined;
    if (loading !== undefined) await loading;
    const plain = async () => {
      try {
        return await this.#run(method, handler, params, caller);
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        throw withRefusedParameter(error, method.declaration.params, params);
      }
    };
    const run = this.access.isReadOnly(caller) ? () => readOnly(`${name} for ${caller.user}`, plain) : plain;
    if (method.declaration.lockFree === true) return run();
    const turns = this.#asksForEarlier(method, params) ? this.#earlierTurns : this.#turns;
    return turns.run(run, clientOf(caller), presence);
  }

  /**
   * Loads all that methods need, so that none of it has to be opened later, when the process may have no file left to
   * open.
   */
  async loadAll(): Promise<void> {
    for (const area of new Set(this.#options.registry.methods.map(method => method.area))) {
      await this.#handlersOf(area);
    }
  }

  /** Such a call only reads, and takes the longer the earlier the block is: it must not keep the others waiting. */
  #asksForEarlier({ declaration }: RpcMethod, params: readonly Json[]): boolean {
    return declaration.atHeight === true && this.#options.atHeight !== undefined && hasHeight(params);
  }

  /** Whether a caller may call a method, as far as the names are known here that the lists have. */
  allows(name: string, caller: Caller): boolean {
    const method = this.#options.registry.find(name);
    if (method === undefined) return false;
    try {
      this.access.check(method, name, caller);
      return true;
    } catch (error) {
      if (error instanceof RpcError) return false;
      throw error;
    }
  }

  /** The method of a name, whether it may be called or not. */
  find(name: string): RpcMethod | undefined {
    return this.#options.registry.find(name);
  }

  /** Whether a call may begin in a batch before such calls in front of it are answered. */
  joinsBatch(name: string, params: readonly Json[]): boolean {
    return this.#options.registry.find(name)?.declaration.joinsBatch?.(params) ?? false;
  }

  async #handler({
    name,
    area,
  }: RpcMethod<MethodArea<C>>): Promise<Handler<Readonly<Record<string, unknown>>, C>> {
    const handler = (await this.#handlersOf(area))[name];
    if (handler === undefined) throw new Error(`the method ${name} is declared but not implemented`);
    return handler;
  }

  async #handlersOf(area: MethodArea<C>): Promise<LoadedHandlers<C>> {
    let handlers = this.#loaded.get(area);
    if (handlers === undefined) {
      handlers = await area.load();
      this.#loaded.set(area, handlers);
    }
    return handlers;
  }

  /** The order is the interface's: number of parameters, their JSON types, the wallet, their values. */
  #run(
    method: RpcMethod<MethodArea<C>>,
    handler: Handler<Readonly<Record<string, unknown>>, C>,
    given: readonly Json[],
    caller: Caller,
  ): HandlerResult | Promise<HandlerResult> {
    const { wallet, atHeight, withWaiting, forClient } = this.#options;
    const context = forClient?.(this.#options.context, clientOf(caller)) ?? this.#options.context;
    const { declaration } = method;
    if (typeof handler === 'object') handler.before(context);
    const { params: all, height } =
      declaration.atHeight === true && atHeight !== undefined
        ? splitHeight(given)
        : { params: given, height: undefined };
    checkCount(method, all);
    const params = withoutNulls(method, all);
    if (declaration.typed === true) checkTypes(method, params);
    if (declaration.walletUnlocked === true) wallet?.requireUnlocked();
    const args = convertArguments(method, params, caller);
    const answer = (services: C) =>
      typeof handler === 'object' ? handler.run(args, services) : handler(args, services);
    if (countsWaiting(method, params) && withWaiting !== undefined) {
      if (height !== undefined)
        throw new RpcError(
          'INVALID_PARAMETER',
          'What waits is in no earlier block: either min_confirmations 0 or a height',
        );
      return withWaiting(context).then(answer);
    }
    return height === undefined || atHeight === undefined
      ? answer(context)
      : atHeight(context, height).then(answer);
  }
}

/** Whether a call has to wait until what waited for a block when the node stopped is back in the pool. */
export function needsPool({ needsPool: declared, touches }: MethodDeclaration): boolean {
  return declared === true || touches.some(touch => CHANGES_OF_CHAIN.has(touch));
}

/** Runs a call that must not change anything, to its end. @throws RpcError -2 when it was about to */
async function readOnly(
  who: string,
  begin: () => HandlerResult | Promise<HandlerResult>,
): Promise<HandlerResult> {
  const guarded = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await runReadOnly(who, work);
    } catch (error) {
      if (!(error instanceof ReadOnlyError)) throw error;
      throw new RpcError('FORBIDDEN_BY_SAFE_MODE', error.message, { cause: error });
    }
  };
  const result = await guarded(begin);
  return result instanceof AfterTurn ? new AfterTurn(waiter => guarded(() => result.rest(waiter))) : result;
}
