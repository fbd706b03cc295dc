import { stringifyJson } from '../../codec/json.js';
import type { Json } from '../../codec/json-value.js';
import type { DeclaredError } from './errors.js';
import type { ParameterType, ParameterValue } from './parameters/parameter-type.js';
import type { ResultType } from './result-types/result-type.js';
import type { Touches } from './touches.js';

/** One positional parameter. Optional parameters are trailing. */
export interface ParameterDeclaration {
  readonly name: string;
  readonly type: ParameterType<unknown>;
  readonly optional?: boolean;
  readonly summary: string;
  /** What an omitted parameter counts as, for help; the handler applies it. */
  readonly default?: string;
  /** What its elements are, for one that is an array. */
  readonly elements?: ResultType;
}

/** Another name of a method, with the same parameters and result. */
interface MethodAlias {
  readonly name: string;
  /** Where the name comes from, for help. */
  readonly summary?: string;
}

/** A call that works, for help: with its result where that can be foretold. */
export interface MethodExample {
  readonly params: readonly Json[];
  readonly result?: Json;
}

/**
 * What is known about a method without running it. Validation, conversion of parameters, the
 * command line, help and the interface's schema all come from here; so a declaration is light
 * data and imports nothing that needs the ledger.
 */
export interface MethodDeclaration {
  readonly aliases?: readonly MethodAlias[];
  /** One sentence. */
  readonly summary: string;
  /** Notes for callers. */
  readonly description?: string;
  readonly params: readonly ParameterDeclaration[];
  /** What the result is. */
  readonly result: ResultType;
  /** Errors in addition to those that follow from the rest of the declaration. */
  readonly errors: readonly DeclaredError[];
  readonly examples: readonly MethodExample[];
  /**
   * All that a call can change, or `reads` alone. Safe mode, the roles of users and the documentation follow from
   * it; for whoever may only read, a change that is not declared here fails where it is made.
   */
  readonly touches: Touches;
  /** Without a loaded wallet the method counts as not existing. */
  readonly needsWallet?: boolean;
  /** An encrypted wallet must be unlocked. */
  readonly walletUnlocked?: boolean;
  /**
   * What waits for a block matters to the answer: the call waits until the pool of the process before is back. So
   * does, without saying so, all that can change the chain or the pool.
   */
  readonly needsPool?: boolean;
  /** Runs concurrently with other calls instead of waiting for its turn. */
  readonly lockFree?: boolean;
  /**
   * Whether a call that follows another such call in a batch may begin when that one has given up
   * its turn, instead of when it is answered: what it does must follow from its own parameters, and
   * from the order in which the calls begin. Default: it may not.
   */
  readonly joinsBatch?: (params: readonly Json[]) => boolean;
  /**
   * Whether a trailing `{"height": n}` asks for the answer after an earlier block. Such a handler
   * reads only the state and its height, and awaits nothing.
   */
  readonly atHeight?: boolean;
  /**
   * Whether callers can have it work with the state after all that waits for a block: the registry adds the last
   * parameter `min_confirmations`, and handlers get such a state. They read it before they first wait.
   */
  readonly minConfirmations?: boolean;
  /** JSON types are checked first and all at once, with an error of its own (spec 02 §1.7). */
  readonly typed?: boolean;
}

export type MethodDeclarations = Readonly<Record<string, MethodDeclaration>>;

/** Declares methods by name; the literal types stay, so that handlers get their arguments typed. */
export function defineMethods<const M extends MethodDeclarations>(methods: M): M {
  return methods;
}

type ArgumentOf<P extends ParameterDeclaration> = P['optional'] extends true
  ? ParameterValue<P['type']> | undefined
  : ParameterValue<P['type']>;

/** The converted arguments of a method by parameter name. */
type ArgumentsOf<M extends MethodDeclaration> = {
  readonly [P in M['params'][number] as P['name']]: ArgumentOf<P>;
};

/**
 * The rest of a call that need not keep others waiting, such as waiting for the block that will
 * contain a transaction: it runs after the call has given up its turn (decision D16).
 */
export class AfterTurn {
  /** @param rest - is told whether somebody waits for it */
  constructor(readonly rest: (presence: Waiter) => Promise<Json>) {}
}

/** Who waits for an answer. */
export interface Waiter {
  readonly isGone: boolean;
  /** Calls the listener when the client goes, at once where it has gone; there is one listener at a time. */
  onLeave(listener: (() => void) | undefined): void;
}

/** Who waits for every answer. */
export const STAYS: Waiter = { isGone: false, onLeave: () => undefined };

/** A result that is always the same: it is printed once, however often it is asked for. */
export class PrintedJson {
  #text: string | undefined;

  constructor(readonly value: Json) {}

  get text(): string {
    this.#text ??= stringifyJson(this.value);
    return this.#text;
  }
}

export type HandlerResult = Json | PrintedJson | AfterTurn;

/** What a method does. */
type Call<A, C> = (args: A, context: C) => HandlerResult | Promise<HandlerResult>;

/**
 * A handler is a function; or, for the few methods that check the state of the node before they
 * look at their parameters (spec 02 §5.5, encryptwallet), that check and the function.
 */
export type Handler<A, C> = Call<A, C> | { readonly before: (context: C) => void; readonly run: Call<A, C> };

/** A handler for each declared method, with its arguments typed. */
export type Handlers<M extends MethodDeclarations, C> = {
  readonly [N in keyof M]: Handler<ArgumentsOf<M[N]>, C>;
};

/** Handlers as the dispatcher sees them: argument types erased. */
export type LoadedHandlers<C> = Readonly<Record<string, Handler<Readonly<Record<string, unknown>>, C>>>;

/**
 * Implements the methods of a declaration. The dispatcher converts arguments by the same
 * declaration, which is why their types may be erased here.
 */
export function implement<M extends MethodDeclarations, C>(handlers: Handlers<M, C>): LoadedHandlers<C> {
  return handlers as unknown as LoadedHandlers<C>;
}

/** Declared methods of one subject, without their handlers. */
export interface DeclaredArea {
  /** Heading in help, such as `Control`. */
  readonly title: string;
  readonly methods: MethodDeclarations;
}

/**
 * The methods of one subject with a way to load their handlers, which happens at the first call.
 *
 * @typeParam C - the services that the handlers need
 */
export interface MethodArea<C> extends DeclaredArea {
  readonly load: () => Promise<LoadedHandlers<C>>;
}
