import { resolve } from 'node:path';
import type { LuaContractCode } from '../../../../vm/lua/contract.js';
import { sourceHash } from '../../../../vm/lua/contract.js';
import type { LuaFrame, LuaLineObserver, PausedRun } from '../../../../vm/lua/tracing/stepping-machine.js';
import type { SteppedCall } from '../../../../vm/stepping.js';
import { functionsOf } from '../../../testing/lua-frames.js';
import type { DeployedCode } from '../../../testing/observer.js';
import { type Breakpoint, Breakpoints } from './breakpoints.js';
import type { DebugChannel } from './debug-channel.js';
import { EvaluationError, evaluateLua } from './evaluate-lua.js';
import { answer, type DebugRequest, event, outputEvent, refusal } from './protocol.js';
import { ShownVariables } from './shown-variables.js';

/** There is one thing that runs: the call. */
const THREAD = 1;
/** Frames that are listed. */
const MAX_FRAMES = 200;

/** Where to stop next, beside breakpoints. `level` is that of the frame in which somebody has asked. */
type Step =
  | { readonly kind: 'none' }
  | { readonly kind: 'in' }
  | { readonly kind: 'over' | 'out'; readonly level: number };

/** A source as the editor knows it. */
interface DebuggedSource {
  readonly name: string;
  /** Undefined for contracts that were deployed from a text. */
  readonly path: string | undefined;
  readonly code: Uint8Array;
  /** Asks for the text, where there is no path. */
  readonly reference: number;
}

/** A run that waits while an editor looks at it. */
interface Stop {
  readonly run: PausedRun<SteppedCall>;
  readonly source: DebuggedSource;
  readonly frames: readonly LuaFrame[];
  readonly variables: ShownVariables;
}

type Handler = (request: DebugRequest, args: Readonly<Record<string, unknown>>) => void;

/**
 * A debugger of contracts inside the process in which they run. While a run waits, the thread serves the requests of
 * the editor and nothing else; neither the run nor its fuel depends on how long that takes or what is asked.
 */
export class DebugSession {
  readonly #channel: DebugChannel;
  readonly #breakpoints = new Breakpoints();
  readonly #sources = new Map<string, DebuggedSource>();
  #step: Step = { kind: 'none' };
  #stopsAtFailures = true;
  #wantsPause = false;
  #isConfigured = false;
  #stop: Stop | undefined;

  constructor(channel: DebugChannel, stopsOnEntry: boolean) {
    this.#channel = channel;
    if (stopsOnEntry) this.#step = { kind: 'in' };
  }

  /** Serves the editor until it has said everything that it wants to be known before the start. */
  configure(): void {
    while (!this.#isConfigured && !this.#channel.isClosed) this.#serveNext();
  }

  /** Tells the editor something. */
  say(category: 'console' | 'stdout' | 'stderr', text: string): void {
    this.#channel.send(outputEvent(category, text));
  }

  end(exitCode: number): void {
    this.#channel.send(event('exited', { exitCode }));
    this.#channel.send(event('terminated'));
  }

  /** Notes where the source of a contract is. */
  add({ vm, name, file, code }: DeployedCode): void {
    if (vm !== 'lua') return;
    const path = file === undefined ? undefined : resolve(file);
    const reference = path === undefined ? this.#sources.size + 1 : 0;
    this.#sources.set(sourceHash(code), { name, path, code, reference });
  }

  /** Sees the runs of a contract; one that is being deployed is known by its file already. */
  observerOf({ hash }: LuaContractCode): LuaLineObserver<SteppedCall> | undefined {
    const source = this.#sources.get(hash);
    if (source === undefined) return undefined;
    return {
      line: (run, line, level) => this.#atLine(source, run, line, level),
      failed: (run, message) => {
        if (this.#stopsAtFailures) this.#wait(source, run, 'exception', message);
      },
    };
  }

  #atLine(source: DebuggedSource, run: PausedRun<SteppedCall>, line: number, level: number): void {
    while (this.#channel.hasRequest && !this.#channel.isClosed) this.#serveNext();
    if (this.#channel.isClosed) return;
    const breakpoint = source.path === undefined ? undefined : this.#breakpoints.at(source.path, line);
    if (breakpoint !== undefined && this.#holds(breakpoint, run)) {
      if (breakpoint.logMessage === undefined) {
        this.#wait(source, run, 'breakpoint');
        return;
      }
      this.say('console', `${this.#filled(breakpoint.logMessage, run)}\n`);
    }
    if (this.#wantsPause) this.#wait(source, run, 'pause');
    else if (this.#isAtStep(level)) this.#wait(source, run, 'step');
  }

  #isAtStep(level: number): boolean {
    const step = this.#step;
    switch (step.kind) {
      case 'none':
        return false;
      case 'in':
        return true;
      case 'over':
        return level <= step.level;
      case 'out':
        return level < step.level;
    }
  }

  /** Whether the condition of a breakpoint holds; one that cannot be evaluated does, and says why. */
  #holds({ condition }: Breakpoint, run: PausedRun<SteppedCall>): boolean {
    if (condition === undefined) return true;
    try {
      const value = evaluateLua(condition, innermost(run), run.globals);
      return value !== undefined && value !== false;
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      this.say('stderr', `condition "${condition}": ${error.message}\n`);
      return true;
    }
  }

  /** A message with the values of what is in braces. */
  #filled(message: string, run: PausedRun<SteppedCall>): string {
    return message.replace(/\{([^}]*)\}/g, (_, expression: string) => {
      try {
        return new ShownVariables().shown(evaluateLua(expression, innermost(run), run.globals)).value;
      } catch (error) {
        if (!(error instanceof EvaluationError)) throw error;
        return `<${error.message}>`;
      }
    });
  }

  /** Stops until the editor lets the run go on. */
  #wait(source: DebuggedSource, run: PausedRun<SteppedCall>, reason: string, text?: string): void {
    this.#step = { kind: 'none' };
    this.#wantsPause = false;
    this.#stop = { run, source, frames: run.frames(), variables: new ShownVariables() };
    const about = text === undefined ? {} : { text, description: 'The call fails' };
    this.#channel.send(event('stopped', { reason, threadId: THREAD, allThreadsStopped: true, ...about }));
    while (this.#stop !== undefined && !this.#channel.isClosed) this.#serveNext();
    this.#stop = undefined;
  }

  #serveNext(): void {
    const request = this.#channel.next();
    if (request === undefined) return;
    const handler = this.#handlers[request.command];
    if (handler === undefined) {
      this.#channel.send(refusal(request, `${request.command} is not supported`));
      return;
    }
    try {
      handler(request, request.arguments ?? {});
    } catch (error) {
      this.#channel.send(refusal(request, (error as Error).message));
    }
  }

  readonly #handlers: Readonly<Record<string, Handler>> = {
    setBreakpoints: (request, args) => {
      const { path } = args.source as { readonly path?: string };
      const wanted = (args.breakpoints ?? []) as Breakpoint[];
      const breakpoints = path === undefined ? [] : this.#breakpoints.set(resolve(path), wanted);
      this.#channel.send(answer(request, { breakpoints }));
    },
    setExceptionBreakpoints: (request, { filters }) => {
      this.#stopsAtFailures = (filters as readonly string[]).includes('failures');
      this.#channel.send(answer(request));
    },
    configurationDone: request => {
      this.#isConfigured = true;
      this.#channel.send(answer(request));
    },
    threads: request => {
      this.#channel.send(answer(request, { threads: [{ id: THREAD, name: 'contract' }] }));
    },
    stackTrace: (request, { startFrame = 0, levels = 0 }) => {
      const { frames, source } = this.#stopped();
      const { nameAt } = functionsOf(source.code);
      const first = startFrame as number;
      const count = levels === 0 ? MAX_FRAMES : (levels as number);
      const { name, path, reference: sourceReference } = source;
      const shownSource = { name, ...(path === undefined ? { sourceReference } : { path }) };
      const stackFrames = frames.slice(first, first + count).map(({ line }, i) => ({
        id: first + i + 1,
        name: nameAt(line),
        source: shownSource,
        line,
        column: 1,
      }));
      this.#channel.send(answer(request, { stackFrames, totalFrames: frames.length }));
    },
    scopes: (request, { frameId }) => {
      const { run, variables } = this.#stopped();
      this.#channel.send(answer(request, { scopes: variables.scopesOf(run, this.#frame(frameId)) }));
    },
    variables: (request, { variablesReference }) => {
      const { variables } = this.#stopped();
      this.#channel.send(answer(request, { variables: variables.list(variablesReference as number) }));
    },
    evaluate: (request, { expression, frameId = 1 }) => {
      const { run, variables } = this.#stopped();
      const value = evaluateLua(String(expression), this.#frame(frameId), run.globals);
      const { value: result, ...rest } = variables.shown(value);
      this.#channel.send(answer(request, { result, ...rest }));
    },
    source: (request, { sourceReference }) => {
      const source = [...this.#sources.values()].find(({ reference }) => reference === sourceReference);
      if (source === undefined) throw new Error('there is no such source');
      this.#channel.send(answer(request, { content: Buffer.from(source.code).toString('utf8') }));
    },
    continue: request => this.#goOn(request, { kind: 'none' }, { allThreadsContinued: true }),
    next: request => this.#goOn(request, { kind: 'over', level: this.#level() }),
    stepIn: request => this.#goOn(request, { kind: 'in' }),
    stepOut: request => this.#goOn(request, { kind: 'out', level: this.#level() }),
    pause: request => {
      this.#wantsPause = true;
      this.#channel.send(answer(request));
    },
  };

  #goOn(request: DebugRequest, step: Step, body?: object): void {
    this.#stopped();
    this.#step = step;
    this.#stop = undefined;
    this.#channel.send(answer(request, body));
  }

  /** @throws Error for the editor where nothing waits */
  #stopped(): Stop {
    if (this.#stop === undefined) throw new Error('no contract waits at a line');
    return this.#stop;
  }

  #level(): number {
    return this.#frame(1).level;
  }

  #frame(id: unknown): LuaFrame {
    const frame = this.#stopped().frames[(id as number) - 1];
    if (frame === undefined) throw new Error(`there is no frame ${id}`);
    return frame;
  }
}

/** @throws Error for a run that executes no function of Lua */
function innermost(run: PausedRun<SteppedCall>): LuaFrame {
  const [frame] = run.frames();
  if (frame === undefined) throw new Error('no function of Lua runs');
  return frame;
}
