import { connect, type Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EventNode } from '../../support/nodes/event-node.js';
import type { ServedRpcNode } from '../../support/nodes/rpc-node.js';

/** The beginning of a request with a password. */
function head(firstLine: string, { credentials }: ServedRpcNode, lines: readonly string[] = []): string {
  const authorization = `Authorization: Basic ${Buffer.from(credentials).toString('base64')}`;
  return [firstLine, 'Host: localhost', authorization, ...lines, '', ''].join('\r\n');
}

function call(node: ServedRpcNode, method: string, lines: readonly string[] = []): string {
  const body = JSON.stringify({ id: 1, method, params: [] });
  return head('POST / HTTP/1.1', node, [...lines, `Content-Length: ${body.length}`]) + body;
}

/** A request that becomes a WebSocket. */
function upgrade(node: ServedRpcNode): string {
  return head('GET /events HTTP/1.1', node, [
    ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ]);
}

function opened(port: number): Promise<Socket> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', () => undefined);
  });
}

/** Sends bytes, and reads until so many answers have come, or the connection is closed. */
async function statuses({ port }: ServedRpcNode, text: string, count: number): Promise<readonly string[]> {
  const socket = await opened(port);
  let received = '';
  const found = () => [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status!);
  await new Promise<void>(resolve => {
    socket.on('data', chunk => {
      received += chunk.toString('latin1');
      if (found().length >= count) resolve();
    });
    socket.on('close', () => resolve());
    socket.write(text);
  });
  socket.destroy();
  return found();
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setTimeout(resolve, 2));
}

function withNode(body: (node: ServedRpcNode) => Promise<void>): () => Promise<void> {
  return async () => {
    for (const ownThread of [false, true]) {
      const node = await EventNode.start({ ownThread });
      try {
        await body(node.served);
        assert.equal(node.served.failures, []);
      } finally {
        await node.stop();
      }
    }
  };
}

test(
  'a request that becomes a WebSocket or offers HTTP/2 has its turn when those before it on its connection are answered',
  withNode(async node => {
    const guess = call({ ...node, credentials: 'user:wrong' }, 'getblockcount');
    assert.equal(await statuses(node, guess + upgrade(node), 2), ['401', '101']);
    assert.equal(await statuses(node, call(node, 'getblockcount').repeat(3) + upgrade(node), 4), [
      ...['200', '200', '200', '101'],
    ]);
    const offer = call(node, 'getblockcount', ['Connection: Upgrade', 'Upgrade: h2c']);
    assert.equal(await statuses(node, call(node, 'getblockcount') + offer + offer, 3), ['200', '200', '200']);
    assert.equal(await statuses(node, offer + guess + upgrade(node), 3), ['200', '401', '101']);
  }),
);

test(
  'a request that is refused for its head has its turn too, and one that becomes a WebSocket waits for it',
  withNode(async node => {
    // Its answer takes its time, so that the next ones wait for it.
    const guess = call({ ...node, credentials: 'user:wrong' }, 'getblockcount');
    const unmet = call(node, 'getblockcount', ['Expect: the unexpected']);
    const nameless = call(node, 'getblockcount').replace('Host: localhost\r\n', '');
    assert.equal(await statuses(node, unmet + upgrade(node), 2), ['417', '101']);
    assert.equal(await statuses(node, nameless + upgrade(node), 2), ['400']);
    assert.equal(await statuses(node, guess + unmet + upgrade(node), 3), ['401', '417', '101']);
    assert.equal(await statuses(node, guess + nameless + upgrade(node), 3), ['401', '400']);
  }),
);

test(
  'no header is left out, however many there are, and what asks for no path of this server is not found',
  withNode(async node => {
    const many = Array.from({ length: 1100 }, () => 'a:');
    assert.equal(await statuses(node, call(node, 'getblockcount', many), 1), ['200']);
    for (const target of ['http://[', 'http://a:b/', '*', 'http://localhost/']) {
      assert.equal(await statuses(node, head(`GET ${target} HTTP/1.1`, node), 1), ['404'], target);
    }
  }),
);

test(
  'a request with two names of the server, two passwords or two content types is refused, since a proxy may take the other',
  withNode(async node => {
    for (const line of ['Host: localhost', 'Authorization: Basic eA==', 'Content-Type: text/plain']) {
      const own = line.startsWith('Content') ? [line, line] : [line];
      assert.equal(await statuses(node, call(node, 'getblockcount', own), 1), ['400'], line);
    }
  }),
);

test(
  'what a client has sent after a request that is being answered does not begin once the client has gone',
  withNode(async node => {
    const socket = await opened(node.port);
    socket.write(call(node, 'wait') + call(node, 'waitlater'));
    await until(() => node.dispatcher.waiting === 1);
    socket.destroy();
    await until(() => node.figures.get('connections') === 0);
    // Who has gone is told to the node before the answer of another.
    const other = await opened(node.port);
    other.write(call(node, 'rpc.discover'));
    await new Promise(resolve => other.once('data', resolve));
    other.destroy();
    node.release();
    await until(() => !node.dispatcher.busy);
    assert.is(node.begun(), 0);
  }),
);

test(
  'a body that is spoilt as soon as it begins is an error of the client, also when it comes with the head',
  withNode(async node => {
    const spoilt = `${head('POST / HTTP/1.1', node, ['Transfer-Encoding: chunked'])}ZZ\r\n`;
    assert.equal(await statuses(node, spoilt, 1), ['400']);
  }),
);

test.run();
