import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { DEBUG_DESCRIPTOR } from './debug-channel.js';
import { type DebuggedProgram, debuggedProgram } from './debugged-program.js';
import { answer, type DebugReply, type DebugRequest, event, outputEvent, refusal } from './protocol.js';

/** What this adapter can do, for the editor. */
const CAPABILITIES = {
  supportsConfigurationDoneRequest: true,
  supportsConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsEvaluateForHovers: true,
  supportsTerminateRequest: true,
  exceptionBreakpointFilters: [{ filter: 'failures', label: 'Calls that fail', default: true }],
};

/**
 * Speaks with an editor, starts the process that is debugged, and relays between both: a process that stops at a
 * breakpoint serves nothing else.
 */
export class DebugAdapter {
  readonly #write: (message: object) => void;
  readonly #ended: () => void;
  #seq = 0;
  #child: ChildProcess | undefined;

  /** @param ended - is told when the editor has ended the session */
  constructor(write: (message: object) => void, ended: () => void) {
    this.#write = write;
    this.#ended = ended;
  }

  receive(request: DebugRequest): void {
    switch (request.command) {
      case 'initialize':
        this.#send(answer(request, CAPABILITIES));
        return;
      case 'launch':
        this.#launch(request);
        return;
      case 'terminate':
        this.close();
        this.#send(answer(request));
        this.#send(event('terminated'));
        return;
      case 'disconnect':
        this.close();
        this.#send(answer(request));
        this.#ended();
        return;
      default:
        this.#relay(request);
    }
  }

  /** Ends the process that is debugged. */
  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #launch(request: DebugRequest): void {
    let program: DebuggedProgram;
    const args = request.arguments ?? {};
    try {
      program = debuggedProgram(args);
    } catch (error) {
      this.#send(refusal(request, (error as Error).message));
      return;
    }
    const child = spawn(process.execPath, [fileURLToPath(new URL('./debuggee.js', import.meta.url))], {
      stdio: ['ignore', 'pipe', 'pipe', 'ignore', 'pipe'],
      ...(typeof args.cwd === 'string' && { cwd: args.cwd }),
      env: { ...process.env, COIND_DEBUG: JSON.stringify(program), FORCE_COLOR: '0' },
    });
    this.#child = child;
    child.stdout?.on('data', (text: Buffer) => this.#send(outputEvent('stdout', text.toString())));
    child.stderr?.on('data', (text: Buffer) => this.#send(outputEvent('stderr', text.toString())));
    const channel = child.stdio[DEBUG_DESCRIPTOR] as Duplex;
    let hasTerminated = false;
    createInterface({ input: channel }).on('line', line => {
      const reply = JSON.parse(line) as DebugReply;
      hasTerminated ||= reply.type === 'event' && reply.event === 'terminated';
      this.#send(reply);
    });
    // Requests that come after the end are refused below.
    channel.on('error', () => this.#child === child && this.close());
    child.once('error', error => this.#send(outputEvent('stderr', `${error.message}\n`)));
    child.once('close', code => {
      if (this.#child === child) this.#child = undefined;
      if (!hasTerminated) {
        this.#send(outputEvent('stderr', `the process that is debugged ended with code ${code}\n`));
        this.#send(event('terminated'));
      }
    });
    this.#send(answer(request));
    this.#send(event('initialized'));
  }

  #relay(request: DebugRequest): void {
    const channel = this.#child?.stdio[DEBUG_DESCRIPTOR] as Duplex | undefined;
    if (channel?.writable === true) channel.write(`${JSON.stringify(request)}\n`);
    else this.#send(refusal(request, 'nothing is being debugged'));
  }

  #send(reply: DebugReply): void {
    this.#write({ seq: ++this.#seq, ...reply });
  }
}
