import { setTimeout as delay } from 'node:timers/promises';
import type { LastingNode } from '../nodes/lasting-node.js';
import type { SeededRandom } from '../random/seeded-random.js';
import type { GuideProgram } from './guide-program.js';

/** Milliseconds up to which a kill waits. */
const LATEST_KILL = 300;

/** How often the program and the node were killed. */
export interface Kills {
  program: number;
  node: number;
}

/**
 * Takes back blocks, kills the program, or kills the node, or nothing of these.
 * @param confirmations - of the program: fewer blocks are taken back
 */
export async function disturb(
  { node, program, random }: { node: LastingNode; program: GuideProgram; random: SeededRandom },
  confirmations: number,
  kills: Kills,
): Promise<void> {
  const what = random.integer(0, 9);
  if (what < 2) await node.reorganize(random.integer(1, confirmations - 2));
  if (what > 1 && what < 6) {
    await delay(random.integer(0, LATEST_KILL));
    await program.kill();
    program.start();
    kills.program++;
  }
  if (what === 9) {
    await node.kill();
    await node.start();
    kills.node++;
  }
}
