import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { NodeUnreachable } from '../../../src/client/errors.js';
import { startTestNode, type TestNode } from '../../support/nodes/node.js';
import { NodeProcess } from '../../support/nodes/node-process.js';
import type { SeededRandom } from '../../support/random/seeded-random.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';
import type { Acknowledged } from './acknowledged.js';
import { copyOf, imageOf, MAKES_IMAGES } from './image.js';
import type { KillBase } from './kill-base.js';
import { ifRefused, sendSome } from './mixed-load.js';

/** Milliseconds. */
const LONGEST_LOAD = 250;
const LONGEST_START = 900;
/** For the first acknowledgement, on a slow machine. */
const LONGEST_WAIT = 20_000;
const SENDERS = 4;
/** Acknowledged transactions that are looked up after each start. */
const LOOKED_UP = 100;
/** Blocks that a node executes again on what a kill has left: those that it can have cut off. */
const REEXECUTED = 5;
const PASSPHRASE = 'a passphrase of the kills';
const KEPT_BLOCKS = 100;

/** The directory of a node that is going to be killed, and what its client knows. */
export interface KillRequest {
  readonly directory: string;
  readonly engine: 'rocksdb' | 'leveldb';
  readonly mode: string;
  /** Which process of the directory it is, for messages. */
  readonly about: string;
  readonly random: SeededRandom;
  readonly known: Acknowledged;
  readonly base: KillBase;
  /** Copies of the directory that are made before the kill, each as if it were one. */
  readonly images: number;
}

/** @returns how many ends were tried: the kill, and the images */
type Moment = (request: KillRequest) => Promise<number>;

/** What a node does when it is killed. */
export const MOMENTS = {
  load: request => underLoad(request),
  start: request => atStart(request, []),
  reindex: request => atStart(request, ['-reindex']),
  'wallet index': request => atStart(request, ['-reindex=wallet,tx']),
  reorganisation: request => underLoad(request, node => reorganise(node, request.known)),
  stop: request => underLoad(request, async node => void (await node.call('stop')), { ends: true }),
  snapshot: request =>
    underLoad(request, async node => {
      for (;;) await node.call('dumpsnapshot', join(temporaryDirectory(), 'snapshot'));
    }),
  encrypt: request =>
    underLoad(
      request,
      async node => void (await node.call('encryptwallet', PASSPHRASE).catch(() => undefined)),
    ),
  pruning: request => ofCopy(request, copyOf(request.directory), [`-prune=${KEPT_BLOCKS}`], prune),
  'first start': request => ofCopy(request, temporaryDirectory(), []),
  'start with a snapshot': request =>
    ofCopy(request, temporaryDirectory(), [`-loadsnapshot=${request.base.snapshot}`]),
  'load of a chain': request => ofCopy(request, copyOf(request.directory), [], loadChain),
} satisfies Record<string, Moment>;

export type MomentName = keyof typeof MOMENTS;

function switchesOf({ engine, mode }: KillRequest, ...more: readonly string[]): string[] {
  return [`-engine=${engine}`, `-mining=${mode}`, '-mininginterval=1', '-loglevel=error', ...more];
}

/** A copy of the directory as a kill would have left it, and what is known of it. */
interface Image {
  readonly directory: string;
  readonly known: Acknowledged;
}

/** Makes images of a process at moments by chance, until it is to be killed. */
async function imagesOf(
  pid: number,
  { directory, known, images, random }: KillRequest,
  longest: number,
): Promise<Image[]> {
  const made: Image[] = [];
  for (let i = 0; i <= images; i++) {
    await delay(random.integer(1, Math.ceil((2 * longest) / (images + 1))));
    if (i === images || !MAKES_IMAGES) break;
    const now = known.now();
    const image = await imageOf(pid, directory);
    if (image === undefined) break;
    made.push({ directory: image, known: now });
  }
  return made;
}

/** Starts a node on each image, and looks for everything. */
async function assertImages(images: readonly Image[], { engine }: KillRequest): Promise<void> {
  for (const [i, { directory, known }] of images.entries()) {
    const node = await startTestNode({ directory, switches: [`-engine=${engine}`] });
    try {
      await known.assertAllThere(node, LOOKED_UP);
      // Everything is looked at when the directory has seen its last kill.
      assert.is(await node.call('verifychain', 3, REEXECUTED), true);
    } catch (cause) {
      throw new Error(`in image ${i}: ${(cause as Error).message}`, { cause });
    } finally {
      await node.stop();
    }
    rmSync(directory, { recursive: true });
  }
}

async function atStart(request: KillRequest, more: readonly string[]): Promise<number> {
  const { directory } = request;
  const images = await NodeProcess.startAndKill({ directory, switches: switchesOf(request, ...more) }, pid =>
    imagesOf(pid, request, LONGEST_START),
  );
  await assertImages(images, request);
  return 1 + images.length;
}

async function underLoad(
  request: KillRequest,
  work?: (node: NodeProcess) => Promise<void>,
  { ends = false } = {},
): Promise<number> {
  const { directory, random, known, mode, base, about } = request;
  const node = await NodeProcess.start({ directory, switches: switchesOf(request) });
  let killed = false;
  let images: readonly Image[] = [];
  const meanwhile: Promise<void>[] = [];
  const untilKilled = (task: () => Promise<void>): void => {
    meanwhile.push(
      task().catch((error: unknown) => {
        // A connection ends, or a node that stops answers 503.
        const isEnd = error instanceof NodeUnreachable || /HTTP error 503/.test(String(error));
        if (!killed || !isEnd) throw error;
      }),
    );
  };
  try {
    await known.assertAllThere(node, LOOKED_UP);
    for (let sender = 0; sender < SENDERS; sender++) {
      untilKilled(async () => {
        for (;;) await sendSome(node, random, known, { mode, base, about });
      });
    }
    const before = known.txids.length;
    for (let waited = 0; known.txids.length === before && waited < LONGEST_WAIT; waited += 10) {
      await Promise.race([delay(10), ...meanwhile]);
    }
    if (work !== undefined) {
      killed = ends;
      untilKilled(() => work(node));
    }
    const making = imagesOf(node.pid, request, LONGEST_LOAD);
    await Promise.race([making, ...meanwhile.map(task => task.then(() => making))]);
    images = await making;
  } finally {
    killed = true;
    await node.kill();
  }
  await Promise.all(meanwhile);
  await assertImages(images, request);
  return 1 + images.length;
}

/** Takes blocks back and makes them the chain again. */
async function reorganise(node: NodeProcess, known: Acknowledged): Promise<void> {
  known.places.clear();
  const height = await node.call<number>('getblockcount');
  const { hash } = await node.call<{ hash: string }>('getblockhash', Math.max(2, height - 4));
  for (;;) {
    await node.call('invalidateblock', hash).catch(ifRefused);
    await node.call('reconsiderblock', hash, true).catch(ifRefused);
    known.places.clear();
  }
}

/** What is asked of a node on a copy, and what is asserted of that afterwards. */
interface WorkOnCopy {
  readonly work: (node: NodeProcess, request: KillRequest) => Promise<void>;
  readonly assert: (node: TestNode, request: KillRequest) => Promise<void>;
}

const prune: WorkOnCopy = {
  async work(node) {
    for (;;) await node.call('generate', 5);
  },
  async assert(node, { known }) {
    await known.assertKeys(node);
  },
};

const loadChain: WorkOnCopy = {
  async work(node, { base }) {
    for (;;) await node.call('dev_loadState', base.dump);
  },
  async assert(node, { base, known }) {
    await known.assertKeys(node);
    const height = await node.call<number>('getblockcount');
    const { hash } = await node.call<{ hash: string }>('getblockhash', height);
    if (hash !== base.tipOfDump) await known.assertAllThere(node, LOOKED_UP);
  },
};

/** A node on a directory that is not used afterwards. */
async function ofCopy(
  request: KillRequest,
  directory: string,
  more: readonly string[],
  asked?: WorkOnCopy,
): Promise<number> {
  const { random } = request;
  const switches = switchesOf({ ...request, mode: 'manual' }, ...more);
  if (asked === undefined) {
    await NodeProcess.startAndKill({ directory, switches }, async () => {
      await delay(random.integer(50, LONGEST_START));
    });
  } else {
    const node = await NodeProcess.start({ directory, switches });
    const isEnd = (error: unknown): void => assert.instance(error, NodeUnreachable, String(error));
    const working = asked.work(node, request).catch(isEnd);
    await delay(random.integer(1, LONGEST_LOAD));
    await node.kill();
    await working;
  }
  const again = await startTestNode({ directory, switches: [`-engine=${request.engine}`, ...more] });
  try {
    await asked?.assert(again, request);
    assert.is(await again.call('verifychain', 4, 10), true);
    await again.call('generate', 1);
  } finally {
    await again.stop();
  }
  rmSync(directory, { recursive: true });
  return 1;
}
