import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandRunner, filledCommand } from '../../src/node/command-runner.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { NodeProcess } from '../support/nodes/node-process.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const { alice, bob } = EXAMPLE;

/** The lines of a file, once some are as they should be. */
async function lines(path: string, areRight: (lines: readonly string[]) => boolean): Promise<string[]> {
  for (;;) {
    let text = '';
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    const found = text.split('\n').slice(0, -1);
    if (areRight(found)) return found;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}

function has(line: string, times = 1): (lines: readonly string[]) => boolean {
  return found => found.filter(one => one === line).length === times;
}

test('a node runs the commands with block hashes and with transactions of its wallet, also when they lose their block', async () => {
  const directory = temporaryDirectory();
  const [blocks, transactions] = [join(directory, 'blocks'), join(directory, 'transactions')];
  const node = await NodeProcess.start({
    switches: [
      '-mining=manual',
      `-blocknotify=echo %s %h >> ${blocks}`,
      `-walletnotify=echo %s %b %h >> ${transactions}`,
    ],
  });
  const { txid } = await node.call<{ txid: string }>('submitsendtx', alice, bob, 1_000_000);
  await lines(transactions, has(`${txid} unconfirmed -1`));
  const [hash] = await node.call<[string]>('generate', 1);
  const height = await node.call<number>('getblockcount');
  await lines(blocks, has(`${hash} ${height}`));
  await lines(transactions, has(`${txid} ${hash} ${height}`));
  const before = (await node.call<{ hash: string }>('getblockhash', height - 1)).hash;
  // It was told when it came, and is told again.
  await lines(blocks, has(`${before} ${height - 1}`));
  await node.call('invalidateblock', hash);
  await lines(blocks, has(`${before} ${height - 1}`, 2));
  await lines(transactions, has(`${txid} unconfirmed -1`, 2));
  await node.stop();
});

test('nothing but digits and letters gets into a command', () => {
  assert.is(filledCommand('x %s %h %% %q', { s: 'ab12', h: '-1' }), 'x ab12 -1 %% %q');
  for (const bad of ['a b', '$(id)', '`id`', "'", ';', '', '..', 'A\n']) {
    assert.throws(() => filledCommand('x %s', { s: bad }), /may not stand in a command/);
  }
});

test('a command that fails is reported, and a hundred that are asked for at once all run', async () => {
  const directory = mkdtempSync(join(temporaryDirectory(), 'x'));
  const problems: string[] = [];
  const runner = new CommandRunner('blocknotify', problem => problems.push(problem.message));
  for (let i = 0; i < 100; i++)
    runner.run(`echo %s >> ${join(directory, 'all')}; exit %c`, { s: String(i), c: i === 7 ? '3' : '0' });
  const all = await lines(join(directory, 'all'), found => found.length === 100);
  assert.equal(
    all.map(Number).sort((a, b) => a - b),
    Array.from({ length: 100 }, (_, i) => i),
  );
  while (problems.length === 0) await new Promise(resolve => setTimeout(resolve, 5));
  assert.is(problems.length, 1);
  assert.match(problems[0]!, /^-blocknotify: `echo 7 >> .*` ended with code 3$/);
});

test.run();
