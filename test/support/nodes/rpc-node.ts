import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { MessagePort } from 'node:worker_threads';
import { AfterTurn, defineMethods, implement, type MethodArea } from '../../../src/rpc/declaration/method.js';
import * as p from '../../../src/rpc/declaration/parameters/index.js';
import { MethodRegistry } from '../../../src/rpc/declaration/registry.js';
import * as r from '../../../src/rpc/declaration/result-types/index.js';
import type { AccessOptions } from '../../../src/rpc/dispatch/access.js';
import { Dispatcher, type WalletGate } from '../../../src/rpc/dispatch/dispatch.js';
import { AllowList } from '../../../src/rpc/http/allow-list.js';
import type { BrowserSettings } from '../../../src/rpc/http/browser-rules.js';
import type { ConnectionBounds } from '../../../src/rpc/http/connections.js';
import { type RpcServer, startRpcServer } from '../../../src/rpc/http/server.js';
import { SharedFigures } from '../../../src/rpc/http/shared-figures.js';
import { ServerThread } from '../../../src/rpc/http/threaded-server.js';
import type { User } from '../../../src/rpc/http/users.js';
import { type ControlContext, handlers as controlHandlers } from '../../../src/rpc/node/control.handlers.js';
import { methods as controlMethods } from '../../../src/rpc/node/control.methods.js';
import type { PageSettings } from '../../../src/rpc/page/page.js';

/** Methods that show what the transport and the dispatcher do, without a ledger. */
const sampleMethods = defineMethods({
  getblockcount: {
    aliases: [{ name: 'height', summary: 'an older name' }],
    summary: 'The height.',
    params: [],
    result: r.any('number'),
    errors: [],
    examples: [{ params: [], result: 744 }],
    touches: ['reads', 'node'],
  },
  getblock: {
    summary: 'A block.',
    params: [
      { name: 'height_or_hash', type: p.heightOrHash, summary: 'which block' },
      { name: 'list_txs', type: p.bool, optional: true, default: 'false', summary: 'with transactions' },
    ],
    result: r.any('what was asked for'),
    errors: [],
    examples: [],
    touches: ['reads', 'node'],
  },
  echo: {
    summary: 'Its parameter.',
    params: [
      { name: 'value', type: p.any, summary: 'anything' },
      { name: 'flag', type: p.bool, optional: true, default: 'false', summary: 'no matter' },
    ],
    result: r.any('the value'),
    errors: [],
    examples: [],
    touches: ['reads', 'node'],
    lockFree: true,
  },
  typedecho: {
    summary: 'A text and an integer, checked by type first.',
    params: [
      { name: 'text', type: p.string, summary: 'a text' },
      { name: 'number', type: p.int, optional: true, summary: 'a number' },
    ],
    result: r.any('array of both'),
    errors: [],
    examples: [],
    touches: ['spends'],
    walletUnlocked: true,
    typed: true,
  },
  optional: {
    summary: 'Both of its parameters.',
    params: [
      { name: 'first', type: p.string, optional: true, summary: 'a text' },
      { name: 'second', type: p.int, optional: true, summary: 'a number' },
    ],
    result: r.any('array of both'),
    errors: [],
    examples: [],
    touches: ['reads', 'node'],
  },
  walletonly: {
    summary: 'Needs a wallet.',
    params: [],
    result: r.any('null'),
    errors: [],
    examples: [],
    touches: ['spends'],
    needsWallet: true,
  },
  fail: {
    summary: 'Fails.',
    params: [],
    result: r.any('none'),
    errors: [],
    examples: [],
    touches: ['reads', 'node'],
  },
  badresult: {
    summary: 'Answers with no JSON.',
    params: [],
    result: r.any('none'),
    errors: [],
    examples: [],
    touches: ['reads', 'node'],
  },
  stateful: {
    summary: 'Refuses before it looks at parameters.',
    params: [{ name: 'text', type: p.string, summary: 'a text' }],
    result: r.any('none'),
    errors: [],
    examples: [],
    touches: ['reads', 'node'],
  },
  wait: {
    summary: 'Holds its turn until released.',
    params: [],
    result: r.any('null'),
    errors: [],
    examples: [],
    touches: ['reads', 'node'],
  },
  waitlater: {
    summary: 'Gives up its turn, then waits.',
    params: [],
    result: r.any('null'),
    errors: [],
    examples: [],
    touches: ['reads', 'node'],
  },
});

/** The tip of the node that the HTTP matrix was recorded with. */
const SAMPLE_HEIGHT = 744;

/** What the sample methods need. */
interface SampleContext extends ControlContext {
  /** Where `wait` and `waitlater` wait. */
  readonly gate: Promise<void>;
  /** Is told when `waitlater` waits. */
  readonly begin: () => void;
}

const sampleHandlers = implement<typeof sampleMethods, SampleContext>({
  getblockcount: () => SAMPLE_HEIGHT,
  getblock: ({ height_or_hash }) => ({ ...height_or_hash }),
  echo: ({ value }) => value,
  typedecho: ({ text, number }) => [text, number ?? null],
  optional: ({ first, second }) => [first ?? null, second ?? null],
  walletonly: () => null,
  fail() {
    throw new TypeError('the disk is on fire', { cause: 'heat' });
  },
  badresult: () => 0.5,
  stateful: {
    before() {
      throw new Error('wrong state');
    },
    run: ({ text }) => text,
  },
  async wait(_args, { gate }) {
    await gate;
    return null;
  },
  waitlater: (_args, { gate, begin }) =>
    new AfterTurn(async () => {
      begin();
      await gate;
      return null;
    }),
});

const sample: MethodArea<SampleContext> = {
  title: 'Sample',
  methods: sampleMethods,
  load: async () => sampleHandlers,
};
const control: MethodArea<ControlContext> = {
  title: 'Control',
  methods: controlMethods,
  load: async () => controlHandlers,
};

export interface RpcNodeOptions {
  readonly access?: Partial<AccessOptions>;
  readonly wallet?: WalletGate;
  readonly rpcallowip?: readonly string[];
  readonly credentials?: string;
  /** Users besides the one of the credentials. */
  readonly users?: readonly User[];
  readonly workQueue?: number;
  readonly connections?: ConnectionBounds;
  readonly browsers?: Partial<BrowserSettings>;
  readonly timeoutSeconds?: number;
  /** Whether a thread of its own serves; default: this one. */
  readonly ownThread?: boolean;
  /** The page for browsers; without it none is served. */
  readonly page?: PageSettings;
  /** Gives events over a port; without it none are served. */
  readonly giveEvents?: (port: MessagePort) => () => void;
}

/** A dispatcher with the sample and the control methods. */
export interface RpcNode {
  readonly dispatcher: Dispatcher<SampleContext>;
  readonly registry: MethodRegistry;
  /** What was reported as a failure of the node. */
  readonly failures: unknown[];
  readonly wrongPasswords: { address: string; inARow: number }[];
  /** Lets `wait` and `waitlater` go on. */
  release(): void;
  stopRequested(): boolean;
  /** How many calls of `waitlater` have begun. */
  begun(): number;
}

function accessOf({ access }: RpcNodeOptions): AccessOptions {
  return { safeMode: false, whitelist: [], blacklist: [], ...access };
}

export function createRpcNode(options: RpcNodeOptions & { readonly thread?: ServerThread } = {}): RpcNode {
  const registry = new MethodRegistry<MethodArea<SampleContext>>([control, sample]);
  let release = (): void => undefined;
  let stopRequested = false;
  let begun = 0;
  const gate = new Promise<void>(resolve => {
    release = resolve;
  });
  const context = {
    registry,
    programVersion: '0.0.0',
    gate,
    begin() {
      begun++;
    },
    requestStop() {
      stopRequested = true;
    },
  };
  const dispatcher = new Dispatcher<SampleContext>({
    registry,
    context,
    access: accessOf(options),
    wallet: options.wallet,
    mostWaiting: options.workQueue ?? 16,
    onWaiting: () => options.thread?.waitingChanged(),
  });
  return {
    dispatcher,
    registry,
    failures: [],
    wrongPasswords: [],
    release,
    stopRequested: () => stopRequested,
    begun: () => begun,
  };
}

/** A node that serves on a free port of this machine. */
export interface ServedRpcNode extends RpcNode {
  readonly server: RpcServer;
  readonly figures: SharedFigures;
  readonly port: number;
  readonly credentials: string;
}

/** A user with all rights, from `user:password`. */
export function userOf(credentials: string): User {
  const [user = '', password = ''] = credentials.split(':');
  return { user, role: 'dev', secret: { password } };
}

export async function serveRpcNode(options: RpcNodeOptions = {}): Promise<ServedRpcNode> {
  const thread = options.ownThread === true ? new ServerThread() : undefined;
  const node = createRpcNode({ ...options, ...(thread && { thread }) });
  const credentials = options.credentials ?? 'user:password';
  const allowed = options.rpcallowip ?? [];
  const serving = {
    bind: [{ host: '127.0.0.1', port: 0 }],
    users: [userOf(credentials), ...(options.users ?? [])],
    browsers: { hosts: [], origins: [], ...options.browsers },
    connections: options.connections ?? { most: 1000, mostOfAddress: 1000 },
    timeoutSeconds: options.timeoutSeconds ?? 30,
    waitingRequests: options.workQueue ?? 16,
    dispatcher: node.dispatcher,
    reportFailure: (error: unknown) => node.failures.push(error),
    reportWrongPassword: (address: string, inARow: number) => node.wrongPasswords.push({ address, inARow }),
    reportUnbound: (_address: unknown, reason: Error) => node.failures.push(reason),
    ...(options.giveEvents && { giveEvents: options.giveEvents }),
    page: options.page,
  };
  const figures = thread?.figures ?? new SharedFigures();
  const server =
    thread === undefined
      ? await startRpcServer({ ...serving, figures, allowed: new AllowList(allowed) })
      : await thread.serve({
          ...serving,
          allowed,
          access: accessOf(options),
          tipHeight: () => SAMPLE_HEIGHT,
        });
  return { ...node, server, figures, port: server.addresses[0]!.port, credentials };
}

export interface HttpCall {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** `user:password`, or null for no Authorization header. */
  readonly credentials?: string | null;
}

export interface HttpResult {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends one request and reads the reply. */
export function http(node: ServedRpcNode, call: HttpCall): Promise<HttpResult> {
  const credentials = call.credentials === undefined ? node.credentials : call.credentials;
  const authorization =
    credentials === null ? {} : { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        port: node.port,
        host: '127.0.0.1',
        method: call.method ?? 'POST',
        path: call.path ?? '/',
        agent: false,
        headers: {
          ...authorization,
          ...(call.body !== undefined && { 'Content-Length': String(Buffer.byteLength(call.body)) }),
          ...call.headers,
        },
      },
      response => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(call.body);
  });
}
