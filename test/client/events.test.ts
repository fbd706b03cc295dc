import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type BlockEvent,
  createClient,
  EventsRefused,
  type NodeEvent,
  NoReply,
  type TransactionEvent,
} from '../../src/client/index.js';
import { transfer, USERS } from '../support/chains/test-chain.js';
import { EventNode } from '../support/nodes/event-node.js';

const [ALICE, BOB] = [USERS[0]!, USERS[1]!];

/** One address for a node that changes its port when it starts again, over which connections can be cut. */
class Line {
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer(socket => this.#pass(socket));
  #port = 0;

  /** @param port - of the node, 0 while there is none */
  static async open(port: () => number): Promise<Line> {
    const line = new Line(port);
    await new Promise<void>(resolve => line.#server.listen(0, '127.0.0.1', resolve));
    line.#port = (line.#server.address() as AddressInfo).port;
    return line;
  }

  private constructor(private readonly port: () => number) {}

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #pass(socket: Socket): void {
    const other = connect(this.port(), '127.0.0.1');
    for (const [one, end] of [
      [socket, other],
      [other, socket],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.#sockets.delete(one);
        end.destroy();
      });
      one.pipe(end);
    }
  }
}

test('an iteration goes on where it was when connections are cut and the node starts again', async () => {
  const node = await EventNode.start();
  let port = node.served.port;
  const line = await Line.open(() => port);
  const client = createClient({ url: line.url, credentials: node.served.credentials });
  let lost = 0;
  let wake = (): void => undefined;
  const events: (BlockEvent | TransactionEvent)[] = [];
  let last = '';
  const iterating = (async () => {
    const filters = [{ event: 'transaction' }, { event: 'block' }] as const;
    for await (const event of client.events(filters, { from: 0, onDisconnect: () => lost++ })) {
      if (event.event === 'reorganization') {
        while (events.at(-1)?.cursor.includes(event.hash)) events.pop();
        continue;
      }
      if (event.event !== 'block' && event.event !== 'transaction') continue;
      events.push(event);
      wake();
      if (event.event === 'transaction' && event.txid === last) break;
    }
  })();
  const arrived = async (isIt: () => boolean): Promise<void> => {
    while (!isIt()) await new Promise<void>(resolve => (wake = resolve));
  };
  for (let round = 0; round < 4; round++) {
    const { mempool, solo, chain } = node.dev;
    mempool.admit(transfer(ALICE, BOB));
    const count = events.length;
    await solo.produce(2);
    if (round % 2 === 0) await arrived(() => events.length > count);
    line.cut();
    if (round === 1) await solo.invalidateBlock(chain.blocks.header(chain.tip.header.height - 1)!.hash);
    if (round >= 2) {
      port = 1; // Nobody listens there.
      await node.restart();
      port = node.served.port;
    }
  }
  const { mempool, solo, chain } = node.dev;
  last = mempool.admit(transfer(ALICE, BOB)).prepared.txid;
  await solo.produce(1);
  await iterating;
  const expected: string[] = [];
  for (let height = 0; height <= chain.tip.header.height; height++) {
    expected.push(chain.blocks.header(height)!.hash);
    for (const { txid } of chain.blocks.blockByHeight(height)!.transactions) {
      expected.push(txid);
      if (txid === last) break;
    }
  }
  assert.equal(
    events.map(event => (event.event === 'transaction' ? event.txid : event.hash)),
    expected,
  );
  assert.ok(lost >= 1, `${lost}`);
  line.close();
  await node.stop();
});

test('a signal ends an iteration that waits, and one that looks for its node', async () => {
  const node = await EventNode.start();
  const { port, credentials } = node.served;
  const client = createClient({ url: `http://127.0.0.1:${port}`, credentials });
  const waiting = new AbortController();
  const done = (async () => {
    const seen: NodeEvent[] = [];
    for await (const event of client.events([{ event: 'block' }], { from: 0, signal: waiting.signal })) {
      seen.push(event);
      if (seen.length === 2) setImmediate(() => waiting.abort());
    }
    return seen.length;
  })();
  assert.is(await done, 2);
  await node.stop();
  const looking = new AbortController();
  const onDisconnect = (): void => looking.abort();
  for await (const _ of client.events([{ event: 'block' }], { signal: looking.signal, onDisconnect })) {
    assert.unreachable();
  }
});

test('what a node refuses is thrown: a subscription, with why, and a wrong password', async () => {
  const node = await EventNode.start();
  const { port, credentials } = node.served;
  const url = `http://127.0.0.1:${port}`;
  const thrown = async (wrong: string, from: number): Promise<unknown> => {
    try {
      for await (const _ of createClient({ url, credentials: wrong }).events([{ event: 'block' }], { from }))
        break;
      return undefined;
    } catch (error) {
      return error;
    }
  };
  const refused = await thrown(credentials, 77);
  assert.instance(refused, EventsRefused);
  assert.is((refused as EventsRefused).code, 'bad-subscription');
  assert.match((refused as EventsRefused).message, /the newest block is/);
  const wrong = await thrown('user:wrong', 0);
  assert.instance(wrong, NoReply);
  assert.is((wrong as NoReply).status, 401);
  await node.stop();
});

test.run();
