import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { barOf, showProgress } from '../../src/cli/progress-bar.js';

const TASK = { id: 3, name: 'verifychain', unit: 'blocks', done: 50, total: 200, seconds: 65 };

test('the bar has the name, a quarter of its length, the counts, the time and how to end it', () => {
  assert.is(
    barOf(TASK),
    'verifychain [########......................] 25 %, 50 of 200 blocks, 1:05 (coind canceltask 3 ends it)',
  );
  assert.match(barOf({ ...TASK, done: 300 }), /\[#{30}\] 100 %/);
  assert.is(barOf({ ...TASK, total: 0 }), 'verifychain: 50 blocks, 1:05 (coind canceltask 3 ends it)');
});

test('the task of the call is drawn over one line, which goes when the answer comes; a short call draws nothing', async () => {
  let drawn = '';
  const parts = { method: 'verifychain', draw: (text: string) => (drawn += text) };
  const quick = showProgress({ ...parts, ask: async () => [TASK] });
  quick();
  assert.is(drawn, '');
  const end = showProgress({ ...parts, ask: async () => [{ ...TASK, name: 'scrub' }, TASK] });
  while (drawn === '') await new Promise(resolve => setTimeout(resolve, 20));
  end();
  assert.is(drawn, `\r\u001b[K${barOf(TASK)}\r\u001b[K`);
});

test.run();
