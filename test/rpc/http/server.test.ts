import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AllowList } from '../../../src/rpc/http/allow-list.js';
import { MAX_BODY_BYTES } from '../../../src/rpc/http/http-app.js';
import { startRpcServer } from '../../../src/rpc/http/server.js';
import { SharedFigures } from '../../../src/rpc/http/shared-figures.js';
import { ServerThread } from '../../../src/rpc/http/threaded-server.js';
import {
  createRpcNode,
  http,
  type RpcNodeOptions,
  type ServedRpcNode,
  serveRpcNode,
  userOf,
} from '../../support/nodes/rpc-node.js';

function body(method: string, params: unknown[] = [], id: unknown = 1): string {
  return JSON.stringify({ id, method, params });
}

/** Runs a test against a node whose server shares its thread and one whose server has its own, and stops them. */
function withNode(options: RpcNodeOptions, run: (node: ServedRpcNode) => Promise<void>): () => Promise<void> {
  return async () => {
    for (const ownThread of [false, true]) {
      const node = await serveRpcNode({ ...options, ownThread });
      try {
        await run(node);
      } finally {
        node.release();
        await node.server.stop();
      }
    }
  };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setTimeout(resolve, 2));
}

/** Sends bytes on a connection of its own; what came back when the other side closed. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.on('data', chunk => (received += chunk.toString('latin1')));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

test(
  'a wrong password takes at least 250 ms, the right one and none do not wait for it',
  withNode({}, async node => {
    const started = performance.now();
    const wrong = http(node, { body: body('getblockcount'), credentials: 'user:wrong' });
    assert.is((await http(node, { body: body('getblockcount'), credentials: null })).status, 401);
    assert.is((await http(node, { body: body('getblockcount') })).status, 200);
    const { status, headers } = await wrong;
    assert.is(status, 401);
    assert.is(headers['www-authenticate'], 'Basic realm="jsonrpc"');
    assert.ok(performance.now() - started >= 250);
  }),
);

test(
  'blanks around the encoded credentials do not matter',
  withNode({}, async node => {
    const encoded = Buffer.from(node.credentials).toString('base64');
    const headers = { Authorization: `Basic   ${encoded}  ` };
    assert.is((await http(node, { body: body('getblockcount'), credentials: null, headers })).status, 200);
  }),
);

test(
  'a body may be packed; one that cannot be unpacked is refused with status 400, a way of packing that is unknown with 415',
  withNode({}, async node => {
    const packed = gzipSync(body('getblockcount'));
    const send = (encoding: string, bytes: Buffer) =>
      http(node, { body: bytes, headers: { 'Content-Encoding': encoding } });
    assert.is((await send('gzip', packed)).status, 200);
    for (const bad of [packed.subarray(0, -6), Buffer.from('garbage')]) {
      const { status, body: text } = await send('gzip', bad);
      assert.is(status, 400);
      assert.match(text, /^the body cannot be unpacked as its Content-Encoding says: /);
    }
    assert.is((await send('zip', packed)).status, 415);
    assert.is((await send('gzip', gzipSync(Buffer.alloc(MAX_BODY_BYTES + 1, ' ')))).status, 413);
    assert.equal(node.failures, []);
  }),
);

test(
  'a body of 32 MiB is read, one of 33 MiB is refused with status 413',
  withNode({}, async node => {
    const padded = body('getblockcount').padEnd(MAX_BODY_BYTES, ' ');
    assert.is((await http(node, { body: padded })).status, 200);
    assert.is((await http(node, { body: Buffer.alloc(33 * 1024 * 1024, ' ') })).status, 413);
    assert.equal(node.failures, []);
    assert.is((await http(node, { body: body('getblockcount') })).status, 200);
  }),
);

test(
  'a client that sends its request too slowly is cut off, others are served meanwhile',
  withNode({ timeoutSeconds: 1 }, async node => {
    const slow = raw(node.port, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Le');
    assert.is((await http(node, { body: body('getblockcount') })).status, 200);
    assert.match(await slow, /^HTTP\/1\.1 408 /);
  }),
);

test(
  'a connection is kept for further requests',
  withNode({}, async node => {
    const authorization = `Authorization: Basic ${Buffer.from(node.credentials).toString('base64')}`;
    const text = body('getblockcount');
    const request = `POST / HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\nContent-Length: ${text.length}\r\n`;
    const received = await raw(node.port, `${request}\r\n${text}${request}Connection: close\r\n\r\n${text}`);
    assert.is(received.split('{"result":744,"error":null,"id":1}\n').length, 3);
  }),
);

test(
  'HTTP 1.0 is served',
  withNode({}, async node => {
    const authorization = `Authorization: Basic ${Buffer.from(node.credentials).toString('base64')}`;
    const text = body('getblockcount');
    const received = await raw(
      node.port,
      `POST / HTTP/1.0\r\n${authorization}\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    );
    assert.match(received, /^HTTP\/1\.1 200 OK\r\n[\s\S]*Connection: close\r\n[\s\S]*"result":744/);
  }),
);

test(
  'when as many calls wait as may wait, further ones get status 503 as JSON and when to try again; those that need no turn are answered',
  withNode({ workQueue: 1 }, async node => {
    const executing = http(node, { body: body('wait') });
    const waiting = http(node, { body: body('getblock', [1]) });
    await until(() => node.dispatcher.waiting === 1);
    const refused = await http(node, { body: body('getblock', [1], 'x') });
    assert.equal([refused.status, refused.headers['retry-after']], [503, '1']);
    const { error, id } = JSON.parse(refused.body) as {
      error: { code: number; message: string };
      id: string;
    };
    assert.equal([error.code, id], [-32002, 'x']);
    assert.match(error.message, /^Work queue depth exceeded: .* of at most 1 \(option rpcworkqueue\)/);
    const batch = await http(node, { body: `[${body('echo', [1])},${body('getblock', [1])}]` });
    const [echoed, busy] = JSON.parse(batch.body) as { result: unknown; error: { code: number } | null }[];
    assert.equal([batch.status, echoed?.result, busy?.error?.code], [200, 1, -32002]);
    for (const method of ['help', 'stop'])
      assert.is((await http(node, { body: body(method) })).status, 200, method);
    node.release();
    assert.equal([(await executing).status, (await waiting).status], [200, 200]);
  }),
);

test(
  'a call that has given up its turn holds up nobody',
  withNode({ workQueue: 1 }, async node => {
    const later = http(node, { body: body('waitlater') });
    for (let i = 0; i < 3; i++) assert.is((await http(node, { body: body('getblockcount') })).status, 200);
    node.release();
    assert.is((await later).body, '{"result":null,"error":null,"id":1}\n');
  }),
);

test(
  'while stopping, new requests get status 503 and running ones their reply',
  withNode({}, async node => {
    const running = http(node, { body: body('wait') });
    await until(() => node.dispatcher.busy);
    node.server.refuseRequests();
    const refused = await http(node, { body: body('getblockcount') });
    assert.equal([refused.status, refused.headers.connection], [503, 'close']);
    node.release();
    const stopped = node.server.stop();
    assert.is((await running).status, 200);
    await stopped;
  }),
);

test(
  'the method stop answers and then asks for the shutdown',
  withNode({}, async node => {
    const reply = await http(node, { body: body('stop') });
    assert.is(reply.body, '{"result":"coin daemon being stopped...","error":null,"id":1}\n');
    assert.ok(node.stopRequested());
  }),
);

test(
  'integers of 64 bits pass both ways without loss',
  withNode({}, async node => {
    for (const value of [
      '9000000000000000001',
      '18446744073709551615',
      '-9223372036854775808',
      '1.50000000',
    ]) {
      const reply = await http(node, { body: `{"id":${value},"method":"echo","params":[${value}]}` });
      assert.is(reply.body, `{"result":${value},"error":null,"id":${value}}\n`);
    }
  }),
);

test(
  'an unexpected failure is reported, and answered with its text but not its place',
  withNode({}, async node => {
    const reply = await http(node, { body: body('fail') });
    assert.is(reply.status, 500);
    assert.is(reply.body, '{"result":null,"error":{"code":-1,"message":"the disk is on fire"},"id":1}\n');
    assert.is((node.failures[0] as Error).cause, 'heat');
  }),
);

test(
  'a result that is no JSON is a failure of the node, in a batch of that element only',
  withNode({}, async node => {
    const reply = await http(node, { body: `[${body('badresult')},${body('getblockcount', [], 2)}]` });
    assert.is(reply.status, 200);
    const [failed, good] = JSON.parse(reply.body) as [{ error: { code: number } }, { result: number }];
    assert.equal([failed.error.code, good.result, node.failures.length], [-1, 744, 1]);
  }),
);

test('peers outside the allow list get status 403 before anything else', async () => {
  const node = createRpcNode();
  const nobody = { allows: () => false } as unknown as AllowList;
  const server = await startRpcServer({
    bind: [{ host: '127.0.0.1', port: 0 }],
    allowed: nobody,
    users: [userOf('user:password')],
    reportWrongPassword: () => undefined,
    connections: { most: 10, mostOfAddress: 10 },
    browsers: { hosts: [], origins: [] },
    timeoutSeconds: 5,
    waitingRequests: 10,
    dispatcher: node.dispatcher,
    reportFailure: error => node.failures.push(error),
    reportUnbound: () => undefined,
  });
  try {
    const served = {
      ...node,
      server,
      figures: new SharedFigures(),
      port: server.addresses[0]!.port,
      credentials: 'user:password',
    };
    const reply = await http(served, { method: 'DELETE', path: '/elsewhere' });
    assert.equal([reply.status, reply.body], [403, '']);
  } finally {
    await server.stop();
  }
});

test('a server that can listen nowhere says so; one that can listen somewhere starts', async () => {
  const node = await serveRpcNode();
  const unbound: string[] = [];
  const optionsFor = ({ port, dispatcher }: ServedRpcNode, hosts: readonly string[]) => ({
    bind: hosts.map(host => ({ host, port: host === '127.0.0.1' ? port : 0 })),
    users: [userOf('user:password')],
    reportWrongPassword: () => undefined,
    connections: { most: 10, mostOfAddress: 10 },
    browsers: { hosts: [], origins: [] },
    timeoutSeconds: 5,
    waitingRequests: 10,
    dispatcher,
    reportFailure: () => undefined,
    reportUnbound: ({ host }: { host: string }) => unbound.push(host),
  });
  const start = (hosts: readonly string[]) =>
    startRpcServer({ ...optionsFor(node, hosts), allowed: new AllowList([]) });
  try {
    let message = '';
    await start(['127.0.0.1']).catch((error: Error) => {
      message = error.message;
    });
    assert.match(
      message,
      /cannot listen: .*EADDRINUSE.*; end what uses it, or choose another port with -rpcport$/,
    );
    const other = await start(['127.0.0.1', '127.0.0.2']);
    assert.is(other.addresses.length, 1);
    await other.stop();
    assert.equal(unbound, ['127.0.0.1', '127.0.0.1']);
    const thread = new ServerThread();
    const served = thread.serve({
      ...optionsFor(node, ['127.0.0.1']),
      allowed: [],
      access: { safeMode: false, whitelist: [], blacklist: [] },
      tipHeight: () => 0,
    });
    assert.match(await served.then(String, String), /cannot listen: .*EADDRINUSE.*-rpcport$/);
    await thread.end();
    assert.is(unbound.length, 3);
  } finally {
    await node.server.stop();
  }
});

test('a serving thread that ends by itself is told with its reason, and whoever waits for it is not left waiting', async () => {
  const program = new URL(
    `data:text/javascript,${encodeURIComponent('throw new Error("no memory is left")')}`,
  );
  const thread = new ServerThread(program);
  const node = createRpcNode();
  const served = thread.serve({
    bind: [],
    users: [],
    reportWrongPassword: () => undefined,
    connections: { most: 10, mostOfAddress: 10 },
    browsers: { hosts: [], origins: [] },
    timeoutSeconds: 5,
    waitingRequests: 10,
    dispatcher: node.dispatcher,
    reportFailure: () => undefined,
    reportUnbound: () => undefined,
    allowed: [],
    access: { safeMode: false, whitelist: [], blacklist: [] },
    tipHeight: () => 0,
  });
  const reason = /the thread that serves JSON-RPC failed: no memory is left/;
  assert.match(await served.then(String, String), reason);
  assert.match((await thread.failed).message, reason);
  await thread.end();
});

test(
  'long answers and long requests pass unchanged, in any script',
  withNode({}, async node => {
    const text = 'Grüße, 你好 😀 '.repeat(20_000);
    const reply = await http(node, { body: body('echo', [text]) });
    assert.is(reply.headers['content-type'], 'application/json');
    assert.is((JSON.parse(reply.body) as { result: string }).result, text);
  }),
);

test.run();
