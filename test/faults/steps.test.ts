import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startTestNode, type TestNode } from '../support/nodes/node.js';
import { NodeProcess } from '../support/nodes/node-process.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/*
 * The process ends before one of the changes that a piece of work makes to its files: each of them in the long
 * volume, the one of env STEP, or one by chance otherwise. The next start has the blocks, the transactions that wait and the keys, and leaves
 * nothing of the unfinished work behind.
 */

const test = suite('an end before any change of a file');
const COIN = 100_000_000;
const EVERY_STEP = scaled(0, 1) === 1;
/** About as many as a piece of work has; where it has fewer, it comes to its end. */
const STEPS = 24;
const BLOCKS = 220;

interface Base {
  readonly directory: string;
  readonly height: number;
  readonly tip: unknown;
  readonly waiting: readonly string[];
  readonly addresses: readonly string[];
  /** A snapshot of the chain. */
  readonly snapshot: string;
}

async function makeBase(): Promise<Base> {
  const directory = temporaryDirectory();
  const node = await startTestNode({ directory });
  const addresses: string[] = [];
  for (let i = 0; i < 3; i++) addresses.push((await node.call<{ addr: string }>('getnewaddr')).addr);
  await node.call('submitsendtx', '0-13', '0-14', COIN, 10_000, 'in a block');
  await node.call('generate', BLOCKS);
  const snapshot = join(temporaryDirectory(), 'snapshot');
  await node.call('dumpsnapshot', snapshot);
  const waiting: string[] = [];
  for (const memo of ['waits', 'waits too']) {
    waiting.push(
      (await node.call<{ txid: string }>('submitsendtx', '0-13', '0-14', COIN, 10_000, memo)).txid,
    );
  }
  const height = await node.call<number>('getblockcount');
  const tip = await node.call('getblockhash', height);
  await node.stop();
  return { directory, height, tip, waiting, addresses, snapshot };
}

const base = await makeBase();

interface Work {
  /** Begins without a data directory. */
  readonly isNew?: boolean;
  readonly switches?: readonly string[];
  /** What the running node is asked for; default: nothing, the start is what is cut off. */
  readonly ask?: (node: NodeProcess, addresses: string[]) => Promise<unknown>;
  /** What only a chain that has begun with the base's blocks has. */
  readonly hasChain?: boolean;
}

function newPath(): string {
  return join(temporaryDirectory(), 'made');
}

const WORKS: Readonly<Record<string, Work>> = {
  'the first start': { isNew: true, hasChain: false },
  'a start': {},
  'a start that makes the database anew': { switches: ['-reindex'] },
  'a start that makes the indexes anew': { switches: ['-reindex=wallet,tx'] },
  'a start with a snapshot': { isNew: true, switches: [`-loadsnapshot=${base.snapshot}`] },
  'a start that prunes': { switches: ['-prune=100'] },
  'a stop': { ask: node => node.call('stop').then(() => node.ended()) },
  'a backup': { ask: node => node.call('backupchain', newPath()) },
  'a snapshot': { ask: node => node.call('dumpsnapshot', newPath()) },
  'new keys': {
    ask: async (node, addresses) => {
      for (let i = 0; i < 3; i++) addresses.push((await node.call<{ addr: string }>('getnewaddr')).addr);
    },
  },
  blocks: {
    ask: async node => {
      for (let i = 0; i < 4; i++) await node.call('generate', 1);
    },
  },
};

/** @returns whether the process ended at that step */
async function endAtStep(name: string, work: Work, step: number): Promise<boolean> {
  const directory = temporaryDirectory();
  if (work.isNew !== true) cpSync(base.directory, directory, { recursive: true });
  const module = new URL('../support/nodes/end-at-step.js', import.meta.url);
  module.search = `step=${step}&begin=${work.ask === undefined ? 'start' : 'signal'}`;
  const switches = ['-mining=manual', '-loglevel=silent', ...(work.switches ?? [])];
  const command = [process.execPath, '--import', module.href] as const;
  const addresses = [...base.addresses];
  let ended = true;
  const node = await NodeProcess.start({ directory, switches, command: [...command] }).catch(
    (error: Error) => error,
  );
  if (node instanceof Error) {
    assert.match(node.message, /ended with code null/, `${name}, step ${step}`);
  } else if (work.ask !== undefined) {
    process.kill(node.pid, 'SIGUSR2');
    ended = await work.ask(node, addresses).then(
      () => name === 'a stop' && node.wasKilled,
      () => true,
    );
    await node.kill();
  } else {
    ended = false;
    await node.kill();
  }
  try {
    await assertWhole(directory, work, addresses);
  } catch (cause) {
    throw new Error(`${name}, step ${step}: ${(cause as Error).message}`, { cause });
  }
  return ended;
}

async function assertWhole(
  directory: string,
  { switches = [], isNew = false, hasChain = true }: Work,
  addresses: readonly string[],
): Promise<void> {
  // A new chain may have begun with its snapshot, or nothing may be there yet.
  const node = await startTestNode({ directory, switches: isNew ? switches : [] });
  try {
    if (hasChain) assert.equal(await node.call('getblockhash', base.height), base.tip);
    if (!isNew) await assertKept(node, addresses);
    assert.is(await node.call('verifychain', 4, 30), true);
    await node.call('generate', 1);
  } finally {
    await node.stop();
  }
  const left = readdirSync(node.directory, { recursive: true, encoding: 'utf8' });
  const unfinished = left.filter(name => /\.(new|making|made|discarded|loading|tmp|partial)\b/.test(name));
  assert.is(unfinished.length, 0, `left of unfinished work: ${unfinished.join(', ')}`);
}

async function assertKept(node: TestNode, addresses: readonly string[]): Promise<void> {
  for (const txid of base.waiting)
    assert.ok(Object.keys(await node.call('gettxdetail', txid)).length > 0, txid);
  const listed = await node.call<{ addr: string }[]>('listaddr');
  const known = new Set(listed.map(({ addr }) => addr));
  for (const address of addresses) assert.ok(known.has(address), address);
}

for (const [name, work] of Object.entries(WORKS)) {
  test(`${name}: the next start has everything that was acknowledged`, async () => {
    if (!EVERY_STEP) {
      const step = Number(process.env.STEP ?? new SeededRandom().integer(1, STEPS));
      console.log(
        `${name}: step ${step}, ${(await endAtStep(name, work, step)) ? 'ended there' : 'came to its end'}`,
      );
      return;
    }
    const failures: string[] = [];
    let step = 0;
    let ended = true;
    while (ended) {
      step++;
      ended = await endAtStep(name, work, step).catch((error: Error) => {
        failures.push(error.message);
        return true;
      });
    }
    console.log(`${name}: ${step - 1} steps`);
    assert.is(failures.join('\n'), '');
    assert.ok(step > 1, 'it has changes that can be counted');
  });
}

test.run();
