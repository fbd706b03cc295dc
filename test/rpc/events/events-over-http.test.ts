import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Role } from '../../../src/rpc/declaration/touches.js';
import { CLOSE_CODES } from '../../../src/rpc/events/event-server.js';
import { transfer, USERS } from '../../support/chains/test-chain.js';
import { EventNode, type EventNodeOptions } from '../../support/nodes/event-node.js';
import { EventReader, openSocket } from '../../support/nodes/event-reader.js';
import { http } from '../../support/nodes/rpc-node.js';

const [ALICE, BOB] = [USERS[0]!, USERS[1]!];

function withNode(options: EventNodeOptions, body: (node: EventNode) => Promise<void>): () => Promise<void> {
  return async () => {
    const node = await EventNode.start(options);
    try {
      await body(node);
      assert.equal(node.served.failures, []);
    } finally {
      await node.stop();
    }
  };
}

/** The status with which a request to become a WebSocket is answered; 101 where it becomes one. */
function statusOf(
  node: EventNode,
  credentials: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const socket = openSocket({ port: node.served.port, credentials }, headers);
  return new Promise(resolve => {
    socket.on('open', () => {
      socket.terminate();
      resolve(101);
    });
    socket.on('error', () => undefined);
    socket.on('unexpected-response', (_request, response) => {
      socket.terminate();
      resolve(response.statusCode ?? 0);
    });
  });
}

function userOf(user: string, role: Role) {
  return { user, role, secret: { password: user } };
}

test(
  'who may read may subscribe; wrong passwords, unknown names in Host and pages of other sites are refused as for calls',
  withNode(
    {
      users: [userOf('reader', 'read'), userOf('barred', 'read')],
      allows: (_method, { user }) => user !== 'barred',
      browsers: { origins: ['https://wallet.example'] },
    },
    async node => {
      const { credentials } = node.served;
      assert.is(await statusOf(node, credentials), 101);
      assert.is(await statusOf(node, 'reader:reader'), 101);
      assert.is(await statusOf(node, 'barred:barred'), 403);
      assert.is(await statusOf(node, 'reader:wrong'), 401);
      assert.is(node.served.wrongPasswords.length, 1);
      assert.is(await statusOf(node, credentials, { host: 'other.example' }), 403);
      assert.is(await statusOf(node, credentials, { origin: 'https://other.example' }), 403);
      assert.is(await statusOf(node, credentials, { origin: 'https://wallet.example' }), 101);
    },
  ),
);

test(
  'a call of the path that is no WebSocket is told so, and without events there is no such path',
  withNode({}, async node => {
    const { status, headers } = await http(node.served, { method: 'GET', path: '/events' });
    assert.equal([status, headers.upgrade], [426, 'websocket']);
  }),
);

test(
  'a client that offers HTTP/2 or a WebSocket elsewhere is answered as without the offer, and keeps its connection',
  withNode({}, async node => {
    const { port, credentials, figures } = node.served;
    const authorization = `Authorization: Basic ${Buffer.from(credentials).toString('base64')}`;
    const text = '{"id":1,"method":"echo","params":["grüße"]}';
    const length = `Content-Length: ${Buffer.byteLength(text)}`;
    const offering = (protocol: string): string =>
      `POST / HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\nConnection: Upgrade, HTTP2-Settings\r\n` +
      `Upgrade: ${protocol}\r\nHTTP2-Settings: AAMAAABkAAQCAAAA\r\n${length}\r\n\r\n${text}`;
    const plain = `POST / HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\nConnection: close\r\n${length}\r\n\r\n${text}`;
    const received = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(offering('h2c')));
      let all = '';
      let answers = 0;
      socket.on('data', chunk => {
        all += chunk;
        const seen = all.split('"result"').length - 1;
        if (seen === answers) return;
        answers = seen;
        if (answers === 1) socket.write(offering('websocket'));
        if (answers === 2) {
          assert.is(figures.get('connections'), 1);
          socket.write(plain);
        }
      });
      socket.on('close', () => resolve(all));
      socket.on('error', reject);
    });
    assert.is(received.split('HTTP/1.1 200 OK').length - 1, 3, received);
    assert.is(received.split('"result":"grüße"').length - 1, 3, received);
  }),
);

test(
  'what is wrong with a subscription is said, and what would be right',
  withNode({}, async node => {
    const refusals: readonly (readonly [subscription: unknown, message: RegExp])[] = [
      ['no json', /^the message is no JSON: .*; send an object such as /],
      [[], /^the message must be an object such as /],
      [{}, /^events must be a list of at least one object, as in /],
      [{ events: [] }, /^events must be a list of at least one object, as in /],
      [{ events: [{ event: 'blocks' }] }, /^events\[0\]\.event must be one of block, transaction, /],
      [{ events: [{ event: 'block' }, {}] }, /^events\[1\]\.event must be one of /],
      [
        { events: [{ event: 'block', address: '0-13' }] },
        /^events\[0\]: block has no filters, not by address/,
      ],
      [
        { events: [{ event: 'trade', adress: '0-13' }] },
        /trade can be filtered by pair, address, not by adress/,
      ],
      [{ events: [{ event: 'trade', pair: 'WICC' }] }, /^events\[0\]\.pair must be a pair such as WICC:WUSD/],
      [{ events: [{ event: 'transaction', address: 'x' }] }, /must be an address of this network, a regid, /],
      [{ events: [{ event: 'transaction', address: '7-7' }] }, /no account has the regid 7-7 yet/],
      [{ events: [{ event: 'transaction', address: 7 }] }, /^events\[0\]\.address must be a text/],
      [
        { events: [{ event: 'transaction', contract: 'x' }] },
        /^events\[0\]\.contract must be a regid such as 20-1/,
      ],
      [
        { events: [{ event: 'position', level: 'x' }] },
        /^events\[0\]\.level must be one of unpriced, safe, /,
      ],
      [
        { events: [{ event: 'block' }], from: -1 },
        /^from must be a height from 0 on, the cursor of an event/,
      ],
      [
        { events: [{ event: 'block' }], from: 'x' },
        /^from must be a height from 0 on, the cursor of an event/,
      ],
      [
        { events: [{ event: 'block' }], from: 99 },
        /^from is 99, but the newest block is 1: ask for a height up to 2/,
      ],
      [
        { events: [{ event: 'block' }], form: 1 },
        /^a subscription has the members events and from, not form/,
      ],
      [
        { events: Array(1001).fill({ event: 'block' }) },
        /^a subscription has at most 1000 entries in events, not 1001/,
      ],
    ];
    for (const [subscription, message] of refusals) {
      const reader = new EventReader(node.served, subscription as object);
      assert.equal(await reader.closed, { code: CLOSE_CODES.refused, reason: 'bad-subscription' });
      assert.match(reader.messages[0]!.error!.message, message);
    }
    const unknown = new EventReader(node.served, {
      events: [{ event: 'block' }],
      from: `1:${'0'.repeat(64)}`,
    });
    assert.equal((await unknown.closed).reason, 'unknown-cursor');
    assert.is(unknown.messages[0]!.error!.lowest, 0);
    const large = new EventReader(node.served, 'x'.repeat(65_537));
    assert.is((await large.closed).code, 1009);
  }),
);

test(
  'a connection without a subscription, and a second message on one, are refused',
  withNode({ timeoutSeconds: 1 }, async node => {
    const silent = openSocket(node.served);
    const closed = await new Promise<number>(resolve => silent.on('close', resolve));
    assert.is(closed, CLOSE_CODES.refused);
    const twice = new EventReader(node.served, { events: [{ event: 'block' }] });
    await twice.live();
    twice.socket.send('{}');
    assert.is((await twice.closed).code, CLOSE_CODES.refused);
  }),
);

test(
  'who does not read is cut off with a cursor from which everything else can be had',
  withNode({ timeoutSeconds: 1 }, async node => {
    const { solo, mempool } = node.dev;
    const events = [{ event: 'block' }, { event: 'transaction' }, { event: 'receipt' }];
    const slow = new EventReader(node.served, { events, from: 0 });
    await slow.live();
    slow.socket.pause();
    for (let block = 0; block < 3; block++) {
      for (let i = 0; i < 5; i++) mempool.admit(transfer(ALICE, BOB));
      await solo.produce(1);
    }
    // What was sent fits the buffers of the system; that nobody reads it shows when it does not answer.
    while (node.served.figures.get('slowSubscribers') === 0) await delay(5);
    slow.socket.resume();
    const { code, reason } = await slow.closed;
    assert.is(code, CLOSE_CODES.tooSlow);
    const [, cursor] = /^too slow (.+)$/.exec(reason)!;
    const rest = new EventReader(node.served, { events, from: cursor });
    const whole = new EventReader(node.served, { events, from: 0 });
    await Promise.all([rest.live(), whole.live()]);
    assert.equal([...slow.events, ...rest.events], whole.events);
    await Promise.all([rest.end(), whole.end()]);
  }),
);

test('a node that stops says where to go on', async () => {
  const node = await EventNode.start();
  const reader = new EventReader(node.served, { events: [{ event: 'block' }] });
  await reader.live();
  const { height, hash } = { ...node.dev.chain.tip, height: node.dev.chain.tip.header.height };
  await node.stop();
  assert.equal(await reader.closed, { code: CLOSE_CODES.goingAway, reason: `stopping ${height}:${hash}` });
});

test(
  'what waits in the pool is told while it happens: arrivals, refusals with their reasons, and what a block gives back',
  withNode({}, async node => {
    const { solo, mempool } = node.dev;
    const reader = new EventReader(node.served, { events: [{ event: 'pool' }] });
    await reader.live();
    const [kept, dropped] = [mempool.admit(transfer(ALICE, BOB)), mempool.admit(transfer(BOB, ALICE))];
    mempool.drop(dropped.prepared.txid, new Error('for a test'));
    await solo.produce(1);
    await solo.disconnectBlocks(1);
    await reader.until(({ change }) => change === 'returned');
    const told = reader.events.map(({ event, txid, change, reason }) => [event, txid, change, reason]);
    assert.equal(
      told.filter(([event]) => event === 'pool'),
      [
        ['pool', kept.prepared.txid, 'arrived', undefined],
        ['pool', dropped.prepared.txid, 'arrived', undefined],
        ['pool', dropped.prepared.txid, 'removed', 'for a test'],
        ['pool', kept.prepared.txid, 'returned', undefined],
      ],
    );
    await reader.end();
  }),
);

test.run();
