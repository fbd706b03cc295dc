import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CollectedMemory, Collector } from '../../../../vm/lua/machine/collector.js';

/** What the collector does while blocks of 100 bytes are allocated, each named by where it happens. */
function eventsOf(blocks: number, temporary: boolean): string[] {
  const events: string[] = [];
  let at = 0;
  const note = (event: string): void => {
    events.push(`${event} ${at}`);
  };
  const memory: CollectedMemory = {
    markStack: () => {
      note('stack');
      return 544;
    },
    stringTableBytes: () => 2_048,
    markingEnded: () => note('marked'),
    sweep: () => ({ objects: 0, bytes: 0 }),
    cycleEnded: () => note('end'),
  };
  const collector = new Collector(memory);
  for (; at < blocks; at++) {
    collector.allocated(100);
    collector.made(temporary ? 100 : 0);
    collector.check();
  }
  return events;
}

test('a cycle marks the stack, ends marking, then sweeps, and pauses until memory has doubled', () => {
  const events = eventsOf(1_000, false);
  assert.equal(
    events.slice(0, 6).map(event => event.split(' ')[0]),
    ['stack', 'marked', 'end', 'stack', 'marked', 'end'],
  );
  const [, , firstEnd, secondStack] = events.map(event => Number(event.split(' ')[1]));
  const bytesAtEnd = 9_200 + firstEnd! * 100;
  assert.ok(9_200 + secondStack! * 100 > 2 * (bytesAtEnd - 5_000), 'the next cycle waits');
});

test('memory that will be dead does not put the next cycle off', () => {
  const [alive, dead] = [false, true].map(temporary => eventsOf(3_000, temporary).length);
  assert.ok(dead! > alive!, `${dead} events against ${alive}`);
});

test('nothing is done before the credit at the start is used up', () => {
  assert.equal(eventsOf(12, false), []);
});

test.run();
