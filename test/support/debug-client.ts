import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MessageReader } from '../../src/cli/contract/debug/protocol.js';

const MAIN = fileURLToPath(new URL('../../program/coind.js', import.meta.url));

interface Message {
  readonly type: 'response' | 'event';
  readonly request_seq?: number;
  readonly success?: boolean;
  readonly message?: string;
  readonly event?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at what they know to be there
  readonly body?: any;
}

/** An editor that speaks with `coind contract debug`: it writes requests by its own code and reads what comes back. */
export class DebugClient {
  readonly events: Message[] = [];
  readonly #child: ChildProcess;
  readonly #answers = new Map<number, (message: Message) => void>();
  readonly #waiting: { readonly names: readonly string[]; readonly found: (message: Message) => void }[] = [];
  readonly ended: Promise<number | null>;
  #seq = 0;
  #seen = 0;

  private constructor(directory: string) {
    this.#child = spawn(process.execPath, [MAIN, 'contract', 'debug'], {
      cwd: directory,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const reader = new MessageReader();
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      for (const message of reader.read(chunk)) this.#receive(message as Message);
    });
    this.ended = new Promise(resolve => this.#child.once('close', resolve));
  }

  /** Starts a session up to the point where breakpoints can be set. */
  static async launch(directory: string, program: object): Promise<DebugClient> {
    const client = new DebugClient(directory);
    await client.request('initialize', { adapterID: 'coind', linesStartAt1: true });
    await client.request('launch', program);
    await client.event('initialized');
    return client;
  }

  /** As `launch`, for a request that may be refused. */
  static async refused(directory: string, program: object): Promise<string> {
    const client = new DebugClient(directory);
    await client.request('initialize', { adapterID: 'coind' });
    const { success, message = '' } = await client.ask('launch', program);
    await client.close();
    if (success === true) throw new Error('the program was launched');
    return message;
  }

  /** The body of an answer. @throws Error with the message of a refusal */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at what they know to be there
  async request(command: string, args: object = {}): Promise<any> {
    const { success, message, body } = await this.ask(command, args);
    if (success !== true) throw new Error(message);
    return body;
  }

  ask(command: string, args: object = {}): Promise<Message> {
    const seq = ++this.#seq;
    const text = JSON.stringify({ seq, type: 'request', command, arguments: args });
    const answered = new Promise<Message>(resolve => this.#answers.set(seq, resolve));
    this.#child.stdin?.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    return answered;
  }

  /** The next event of one of these names, those before it are passed over. */
  async event(...names: readonly string[]): Promise<Message> {
    for (; this.#seen < this.events.length; this.#seen++) {
      const known = this.events[this.#seen];
      if (known?.event !== undefined && names.includes(known.event)) {
        this.#seen++;
        return known;
      }
    }
    return new Promise(found => this.#waiting.push({ names, found }));
  }

  /** What was shown in the console so far. */
  get output(): string {
    const outputs = this.events.filter(({ event }) => event === 'output');
    return outputs.map(({ body }) => body.output).join('');
  }

  /** The variables of a group of the innermost frame, by name. */
  async variables(scope: string): Promise<Record<string, string>> {
    const { scopes } = await this.request('scopes', { frameId: 1 });
    const { variablesReference } = scopes.find(({ name }: { name: string }) => name === scope);
    const { variables } = await this.request('variables', { variablesReference });
    return Object.fromEntries(
      variables.map(({ name, value }: { name: string; value: string }) => [name, value]),
    );
  }

  /** The lines of the frames, innermost first. */
  async lines(): Promise<number[]> {
    const { stackFrames } = await this.request('stackTrace', { threadId: 1 });
    return stackFrames.map(({ line }: { line: number }) => line);
  }

  async close(): Promise<number | null> {
    await this.request('disconnect');
    return this.ended;
  }

  #receive(message: Message): void {
    if (message.type === 'response') {
      this.#answers.get(message.request_seq ?? 0)?.(message);
      return;
    }
    this.events.push(message);
    const [waiting] = this.#waiting;
    if (waiting === undefined) return;
    this.#seen = this.events.length;
    if (!waiting.names.includes(message.event ?? '')) return;
    this.#waiting.shift();
    waiting.found(message);
  }
}
