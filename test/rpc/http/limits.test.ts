import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BodyBudget, SMALL_BODY } from '../../../src/rpc/http/body-budget.js';
import { UnreadAnswers } from '../../../src/rpc/http/unread-answers.js';
import { http, type RpcNodeOptions, type ServedRpcNode, serveRpcNode } from '../../support/nodes/rpc-node.js';

/** Runs a test with either thread serving, and closes the connections that it makes. */
function withNode(
  options: RpcNodeOptions,
  run: (node: ServedRpcNode, connection: (text?: string) => Socket) => Promise<void>,
): () => Promise<void> {
  return async () => {
    for (const ownThread of [false, true]) {
      const sockets: Socket[] = [];
      const node = await serveRpcNode({ ...options, ownThread });
      try {
        await run(node, text => {
          const socket = connect(node.port, '127.0.0.1', () => text !== undefined && socket.write(text));
          socket.on('error', () => undefined);
          sockets.push(socket);
          return socket;
        });
      } finally {
        for (const socket of sockets) socket.destroy();
        node.release();
        await node.server.stop();
      }
    }
  };
}

function request(
  { credentials }: ServedRpcNode,
  method: string,
  params: unknown[] = [],
  id: unknown = 1,
): string {
  const body = JSON.stringify({ id, method, params });
  const authorization = Buffer.from(credentials).toString('base64');
  return `POST / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic ${authorization}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setTimeout(resolve, 2));
}

const closed = (socket: Socket): Promise<unknown> => new Promise(resolve => socket.once('close', resolve));

test(
  'idle connections without a password make room for whoever comes, in all and from one address',
  withNode({ connections: { most: 6, mostOfAddress: 3 } }, async (node, connection) => {
    const first = connection();
    const isClosed = closed(first);
    for (let i = 0; i < 20; i++) connection();
    await isClosed;
    for (let i = 0; i < 5; i++) {
      assert.is((await http(node, { body: '{"id":1,"method":"getblockcount"}' })).status, 200);
    }
    assert.ok(node.figures.get('connections') <= 3);
    assert.ok(node.figures.get('closedConnections') >= 18);
  }),
);

test(
  'a connection whose request is being answered is kept, and a new one is closed where all are such',
  withNode({ connections: { most: 2, mostOfAddress: 2 } }, async (node, connection) => {
    const busy = [connection(request(node, 'waitlater')), connection(request(node, 'waitlater'))];
    const answers = busy.map(socket => new Promise<Buffer>(resolve => socket.once('data', resolve)));
    await until(() => node.begun() === 2);
    await closed(connection());
    node.release();
    for (const answer of answers) assert.match((await answer).toString('latin1'), /^HTTP\/1\.1 200 /);
  }),
);

test(
  'the ninth request on a connection that has eight unanswered ones gets status 503',
  withNode({}, async (node, connection) => {
    const socket = connection(request(node, 'waitlater').repeat(9));
    let received = '';
    socket.on('data', bytes => (received += bytes.toString('latin1')));
    await until(() => node.figures.get('busyAnswers') === 1);
    node.release();
    await until(() => received.split('HTTP/1.1 ').length === 10);
    assert.is(received.split('HTTP/1.1 200 ').length, 9);
    assert.match(received, /HTTP\/1\.1 503 [\s\S]*"code":-32002[\s\S]*$/);
  }),
);

test(
  'a client that does not read its answer is cut off, however long it keeps the connection',
  withNode({ timeoutSeconds: 1 }, async (node, connection) => {
    const socket = connection(request(node, 'echo', ['x'.repeat(20_000_000)]));
    socket.pause();
    await until(() => node.figures.get('connections') === 1);
    await until(() => node.figures.get('connections') === 0);
  }),
);

test('of the answers that nobody reads, the oldest is given up when all together are too long', () => {
  const unread = new UnreadAnswers({ most: 100, timeoutMs: 1000 });
  const destroyed: string[] = [];
  const ended: (() => void)[] = [];
  const answer = (name: string) =>
    ({
      socket: { setTimeout: () => undefined, destroy: () => destroyed.push(name) },
      once: (_event: string, listener: () => void) => ended.push(listener),
    }) as unknown as ServerResponse;
  unread.watch(answer('a'), 'one', 60);
  unread.watch(answer('b'), 'two', 40);
  assert.equal([destroyed, unread.bytes], [[], 100]);
  unread.watch(answer('c'), 'one', 50);
  assert.equal([destroyed, unread.bytes], [['a'], 90]);
  assert.equal([unread.of('one'), unread.of('two')], [50, 40]);
  for (const end of ended) end();
  assert.is(unread.bytes, 0);
});

test(
  'an answer to a client that has gone does not count as one that it does not read',
  withNode({}, async (node, connection) => {
    // The id comes back in the answer: together they are more than a client may leave unread.
    const id = 'x'.repeat(2_500_000);
    const waiting = Array.from({ length: 8 }, () => connection(request(node, 'waitlater', [], id)));
    await until(() => node.begun() === waiting.length);
    for (const socket of waiting) socket.destroy();
    await until(() => node.figures.get('connections') === 0);
    node.release();
    const { status } = await http(node, { body: '{"id":1,"method":"echo","params":[1]}' });
    assert.is(status, 200);
  }),
);

test('a client has at most half of the room for bodies, small ones need none, and who has least comes first', async () => {
  const budget = new BodyBudget(100 * SMALL_BODY, 60_000);
  const admitted: string[] = [];
  const ask = async (client: string, units: number): Promise<() => void> => {
    const release = await budget.take(client, units * SMALL_BODY);
    admitted.push(client);
    return release ?? (() => assert.unreachable('there was time'));
  };
  const first = await ask('a', 50);
  void ask('a', 2);
  void ask('a', 2);
  const other = await ask('b', 40);
  void ask('b', 20);
  await ask('a', 1);
  await ask('c', 10);
  assert.equal(admitted, ['a', 'b', 'a', 'c']);
  other();
  first();
  await new Promise(setImmediate);
  assert.equal(admitted, ['a', 'b', 'a', 'c', 'b', 'a', 'a']);
});

test('a body that finds no room in time is sent away, and takes none afterwards', async () => {
  const budget = new BodyBudget(10 * SMALL_BODY, 1);
  const release = await budget.take('a', 10 * SMALL_BODY);
  let refused = false;
  void Promise.resolve(budget.take('b', 2 * SMALL_BODY)).then(given => {
    refused = given === undefined;
  });
  await until(() => refused);
  release?.();
  assert.type(await budget.take('b', 5 * SMALL_BODY), 'function');
});

test.run();
