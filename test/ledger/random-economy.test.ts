import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Economy } from '../support/random/economy/economy.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';

/*
 * Everything that has to do with money at random, from the edges of 32, 53, 63 and 64 bits too. After every block
 * every coin adds up, a proposal can be made and approved, the exchange settles an honest pair, and a user can take
 * out what is his; the next block can always be made. At the end of each chain every user takes out everything.
 */

const BLOCKS = scaled(120, 200_000);
/** Long chains come further; short ones begin with something else more often. */
const BLOCKS_OF_CHAIN = scaled(60, 200);

/** Where a long run is, so that it can go on after an interruption: env ECONOMY_FILE names the file. */
interface Progress {
  readonly seed: number;
  /** Chains that are done. */
  chains: number;
}

function begun(): Progress {
  const file = process.env.ECONOMY_FILE;
  if (file !== undefined && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Progress;
  return { seed: new SeededRandom().seed, chains: 0 };
}

/** What went wrong, and why, and where. */
function causes(error: Error): string {
  const deeper = error.cause instanceof Error ? `: ${causes(error.cause)}` : (error.stack ?? '');
  const details = 'details' in error ? String(error.details) : '';
  return `${error.message}${details}${deeper}`;
}

test('whatever happens, coins add up, blocks can be made, governance acts, deals settle and users get what is theirs', async () => {
  const progress = begun();
  const kinds = new Map<string, number>();
  const left = new Map<string, number>();
  let accepted = 0;
  let refused = 0;
  const total = Math.ceil(BLOCKS / BLOCKS_OF_CHAIN);
  for (; progress.chains < total; progress.chains++) {
    if (process.env.ECONOMY_FILE !== undefined)
      writeFileSync(process.env.ECONOMY_FILE, JSON.stringify(progress));
    const seed = ((progress.seed + progress.chains * 7919) % 0xffff_fffe) + 1;
    const economy = await Economy.begin(new SeededRandom(seed));
    try {
      for (let i = 0; i < BLOCKS_OF_CHAIN; i++) await economy.block();
      for (const rule of await economy.closeAll()) left.set(rule, (left.get(rule) ?? 0) + 1);
      await economy.takeBackAll();
    } catch (error) {
      const told = error instanceof Error ? causes(error) : String(error);
      throw new Error(`SEED=${progress.seed}, chain ${progress.chains}: ${told}`, { cause: error });
    }
    accepted += economy.tally.accepted;
    refused += economy.tally.refused;
    for (const [kind, count] of economy.tally.kinds) kinds.set(kind, (kinds.get(kind) ?? 0) + count);
  }
  console.log(
    `random economy, SEED=${progress.seed}: ${total * BLOCKS_OF_CHAIN} blocks, ${accepted} accepted, ${refused} refused, ` +
      `${JSON.stringify(Object.fromEntries(kinds))}, left ${JSON.stringify(Object.fromEntries(left))}`,
  );
  for (const kind of ['transfer', 'order', 'vote', 'stake', 'user', 'relay', 'lua'])
    assert.ok(kinds.has(kind), kind);
});

test.run();
