import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RPC_LIMITS } from '../../../src/config/rpc-limits.js';
import type { EventFeed, Step } from '../../../src/rpc/events/event-feed.js';
import type { EventBlock } from '../../../src/rpc/events/event-messages.js';
import { FilterIndex } from '../../../src/rpc/events/filter-index.js';
import { LiveSubscribers, Subscriber } from '../../../src/rpc/events/subscriber.js';

const HASHES = Array.from({ length: 10 }, (_, i) => String(i).repeat(64));

function blockOf(height: number, events: number): EventBlock {
  return {
    height,
    hash: HASHES[height]!,
    previousHash: HASHES[height - 1] ?? '',
    events: Array.from({ length: events }, (_, i) => ({ text: `${height}.${i}`, keys: ['block'] })),
  };
}

/** A subscriber of a chain of some blocks, whose connection takes so many events before it has to be read. */
function subscribed(blocks: readonly EventBlock[], room: number, timeoutMs = 60_000) {
  const sent: string[] = [];
  const ended: string[] = [];
  let waiting = 0;
  const live = new LiveSubscribers();
  let woken = (): void => undefined;
  const feed = {
    get head() {
      const { height, hash } = blocks.at(-1)!;
      return { height, hash };
    },
    async next({ height, seen }): Promise<Step> {
      const block = blocks.find(one => one.height === (seen === undefined ? height + 1 : height));
      return block === undefined ? { type: 'head' } : { type: 'block', block };
    },
  } as Pick<EventFeed, 'head' | 'next'> as EventFeed;
  const subscriber: Subscriber = new Subscriber({
    feed,
    connection: {
      send(text) {
        sent.push(text);
        waiting++;
        woken();
      },
      together: send => send(),
      get unread() {
        return waiting >= room ? RPC_LIMITS.unreadEvents.most + 1 : 0;
      },
      refuse: ({ code }) => ended.push(code),
      tooSlow(cursor) {
        ended.push(cursor);
        woken();
      },
    },
    subscription: { filters: [['block']], from: { height: -1, hash: '' }, needsMarket: false },
    timeoutMs,
    joins: one => live.join(one, [['block']]),
    leaves: one => live.leave(one),
    reportFailure: error => {
      throw error;
    },
  });
  return {
    subscriber,
    sent,
    ended,
    live,
    read() {
      waiting = 0;
      subscriber.drained();
    },
    async until(isSo: () => boolean) {
      while (!isSo()) {
        await new Promise<void>(resolve => {
          woken = resolve;
        });
      }
    },
  };
}

test('nothing more is sent than a connection takes; when it is read the rest follows, in the middle of a block too', async () => {
  const { subscriber, sent, until, read } = subscribed([blockOf(0, 3), blockOf(1, 4)], 2);
  subscriber.start();
  for (const count of [2, 4, 6]) {
    await until(() => sent.length === count);
    // A turn in which it could send more, if it did.
    await new Promise(resolve => setImmediate(resolve));
    assert.is(sent.length, count);
    read();
  }
  await until(() => sent.length === 8);
  subscriber.close();
  assert.equal(sent, [
    '0.0',
    '0.1',
    '0.2',
    '1.0',
    '1.1',
    '1.2',
    '1.3',
    `{"live":true,"cursor":"1:${HASHES[1]}"}`,
  ]);
});

test('what is not read in time ends the connection, with the cursor of what was sent last', async () => {
  const { subscriber, sent, ended, until } = subscribed([blockOf(0, 3)], 2, 1);
  subscriber.start();
  await until(() => ended.length === 1);
  assert.equal(ended, [`0:${HASHES[0]}:2`]);
  assert.is(sent.length, 2);
});

test('a subscriber at the newest block that falls behind is told no more of new ones, and catches up when it reads', async () => {
  const blocks = [blockOf(0, 1)];
  const { subscriber, sent, live, until, read } = subscribed(blocks, 3);
  subscriber.start();
  await until(() => sent.length === 2);
  const next = blockOf(1, 3);
  blocks.push(next);
  live.block(next);
  live.block(blockOf(2, 3));
  assert.is(sent.at(-1), '1.0');
  blocks.push(blockOf(2, 1));
  read();
  await until(() => sent.length === 5);
  read();
  await until(() => sent.length === 6);
  subscriber.close();
  assert.equal(sent.slice(2), ['1.0', '1.1', '1.2', '2.0']);
});

test('a block with very many events is sent turn by turn, each once and in order, also to who is at the newest block', async () => {
  const [before, many] = [1_000, 700];
  const blocks = [blockOf(0, before)];
  const { subscriber, sent, live, until } = subscribed(blocks, Number.POSITIVE_INFINITY);
  subscriber.start();
  await until(() => sent.length > 0);
  // Not all of them in the turn of the first one.
  assert.ok(sent.length < before);
  await until(() => sent.at(-1)!.includes('live'));
  const next = blockOf(1, many);
  blocks.push(next);
  live.block(next);
  assert.is(sent.length, before + 1);
  // The next one comes while it is still being sent the one before.
  blocks.push(blockOf(2, 1));
  await until(() => sent.at(-1) === '2.0');
  subscriber.close();
  const expected = [before, many, 1].flatMap((length, height) =>
    Array.from({ length }, (_, i) => `${height}.${i}`),
  );
  assert.equal(
    sent.filter(text => !text.includes('live')),
    expected,
  );
});

test('events find who asks for them by any of their keys, once, and not who asks for more than they are', () => {
  const index = new FilterIndex<string>();
  index.add('all', [['trade']]);
  index.add('both', [['trade', 'trade pair A:B', 'trade address x']]);
  index.add('one', [
    ['trade', 'trade pair A:B'],
    ['trade', 'trade address x'],
  ]);
  const of = (...keys: string[]): string[] => [...index.ownersOf(['trade', ...keys])].sort();
  assert.equal(of(), ['all']);
  assert.equal(of('trade pair A:B'), ['all', 'one']);
  assert.equal(of('trade address x'), ['all', 'one']);
  assert.equal(of('trade pair A:B', 'trade address x'), ['all', 'both', 'one']);
  index.remove('one', [['trade', 'trade pair A:B']]);
  assert.equal(of('trade pair A:B'), ['all']);
});

test.run();
