import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Presence } from '../../../src/rpc/dispatch/presence.js';
import { NotAnswered, RequestQueue } from '../../../src/rpc/http/request-queue.js';

const BOUNDS = { ofClient: 2, largeOfClient: 1, inAll: 3, waiting: 4 };

/** Requests by name, which end when they are told to. */
class Requests {
  readonly begun: string[] = [];
  readonly refused: string[] = [];
  readonly presences = new Map<string, Presence>();
  readonly #ends = new Map<string, () => void>();

  constructor(readonly queue: RequestQueue) {}

  /** @param name - the first character is the client */
  async ask(name: string, isLarge = false): Promise<void> {
    const presence = new Presence();
    this.presences.set(name, presence);
    const work = () => {
      this.begun.push(name);
      return new Promise<void>(resolve => this.#ends.set(name, resolve));
    };
    void this.queue.run({ client: name.charAt(0), isLarge, presence }, work).catch(error => {
      if (!(error instanceof NotAnswered)) throw error;
      this.refused.push(`${name}: ${error.message}`);
    });
    await settled();
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.();
    await settled();
  }
}

const settled = (): Promise<unknown> => new Promise(setImmediate);

test('a client has a bounded number of requests under way, and clients take turns with those that wait', async () => {
  const requests = new Requests(new RequestQueue(BOUNDS));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) await requests.ask(name);
  assert.equal(requests.begun, ['a1', 'a2', 'b1']);
  await requests.end('a1');
  assert.equal(requests.begun.slice(3), ['a3']);
  await requests.end('a2');
  assert.equal(requests.begun.slice(4), ['b2']);
  await requests.end('b1');
  assert.equal(requests.begun.slice(5), ['c1']);
  await requests.end('b2');
  assert.equal(requests.begun.slice(6), ['a4']);
});

test('a large request waits for another large one of its client, and small ones pass it', async () => {
  const requests = new Requests(new RequestQueue(BOUNDS));
  await requests.ask('a1', true);
  await requests.ask('a2', true);
  await requests.ask('a3');
  assert.equal(requests.begun, ['a1', 'a3']);
  await requests.end('a1');
  assert.equal(requests.begun, ['a1', 'a3', 'a2']);
});

test('of a client with too much waiting, further requests are refused with the figures, and those of others wait', async () => {
  const requests = new Requests(new RequestQueue(BOUNDS));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2']) await requests.ask(name);
  assert.equal(requests.refused, [
    'a5: 2 requests of a and 2 in all wait already, of at most 4 (option rpcworkqueue): try again later',
  ]);
  assert.equal(requests.begun, ['a1', 'a2', 'b1']);
  assert.is(requests.queue.size, 3);
});

test('the request of a client that has gone is never begun', async () => {
  const requests = new Requests(new RequestQueue(BOUNDS));
  for (const name of ['a1', 'a2', 'a3', 'a4']) await requests.ask(name);
  requests.presences.get('a3')?.leave();
  await requests.end('a1');
  assert.equal(requests.begun, ['a1', 'a2', 'a4']);
  assert.equal(requests.refused, ['a3: the client has gone']);
});

test('a client that does not read its answers gets no more of them until it does', async () => {
  let reads = false;
  const queue = new RequestQueue(BOUNDS, { mayBegin: client => client !== 'a' || reads });
  const requests = new Requests(queue);
  await requests.ask('a1');
  await requests.ask('b1');
  assert.equal(requests.begun, ['b1']);
  reads = true;
  queue.admit();
  await settled();
  assert.equal(requests.begun, ['b1', 'a1']);
});

test.run();
