import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Economy } from '../support/random/economy/economy.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';

/*
 * Everything that has to do with money at random, from the edges of 32, 53, 63 and 64 bits too: users, contracts,
 * governance, prices. After every block every coin adds up, what is tied up is what orders, positions and votes hold,
 * governors and producers can carry out a proposal, the exchange settles an honest pair, and a user can take out what
 * is his; the next block can always be made, and blocks that are taken back come out the same again. At the end of each
 * chain users and contracts take out everything, and all blocks are taken back.
 */

const BLOCKS = scaled(120, 200_000);
/** Long chains come further; short ones begin with something else more often. */
const BLOCKS_OF_CHAIN = scaled(60, 200);

/** How far a run has come, so that it can go on after an interruption: env ECONOMY_FILE names the file. */
interface Progress {
  readonly seed: number;
  /** Chains that are done. */
  chains: number;
  accepted: number;
  refused: number;
  takenBack: number;
  /** What took effect, by kind. */
  readonly kinds: Record<string, number>;
  /** What could not be taken out at the end, by rule. */
  readonly left: Record<string, number>;
}

const FILE = process.env.ECONOMY_FILE;

function begun(): Progress {
  if (FILE !== undefined && existsSync(FILE)) return JSON.parse(readFileSync(FILE, 'utf8')) as Progress;
  return {
    seed: new SeededRandom().seed,
    chains: 0,
    accepted: 0,
    refused: 0,
    takenBack: 0,
    kinds: {},
    left: {},
  };
}

function add(counts: Record<string, number>, key: string, count: number): void {
  counts[key] = (counts[key] ?? 0) + count;
}

/** What went wrong, and why, and where. */
function causes(error: Error): string {
  const deeper = error.cause instanceof Error ? `: ${causes(error.cause)}` : (error.stack ?? '');
  const details = 'details' in error ? String(error.details) : '';
  return `${error.message}${details}${deeper}`;
}

test('whatever happens, coins add up, blocks can be made, governance acts, deals settle and users get what is theirs', async () => {
  const progress = begun();
  const total = Math.ceil(BLOCKS / BLOCKS_OF_CHAIN);
  for (; progress.chains < total; progress.chains++) {
    if (FILE !== undefined) writeFileSync(FILE, JSON.stringify(progress));
    const seed = ((progress.seed + progress.chains * 7919) % 0xffff_fffe) + 1;
    try {
      const economy = await Economy.begin(new SeededRandom(seed));
      for (let i = 0; i < BLOCKS_OF_CHAIN; i++) await economy.block();
      const left = await economy.closeAll();
      await economy.takeBackAll();
      for (const rule of left) add(progress.left, rule, 1);
      progress.accepted += economy.tally.accepted;
      progress.refused += economy.tally.refused;
      progress.takenBack += economy.tally.takenBack;
      for (const [kind, count] of economy.tally.kinds) add(progress.kinds, kind, count);
    } catch (error) {
      const told = error instanceof Error ? causes(error) : String(error);
      throw new Error(`SEED=${progress.seed}, chain ${progress.chains}: ${told}`, { cause: error });
    }
  }
  const { seed, ...counts } = progress;
  console.log(`random economy, SEED=${seed}: ${total * BLOCKS_OF_CHAIN} blocks, ${JSON.stringify(counts)}`);
  for (const kind of ['transfer', 'order', 'vote', 'stake', 'user', 'relay', 'lua'])
    assert.ok(kind in progress.kinds, kind);
});

test.run();
