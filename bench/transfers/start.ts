import { performance } from 'node:perf_hooks';
import { NodeProcess } from '../../test/support/nodes/node-process.js';
import { temporaryDirectory } from '../../test/support/temporary-directory.js';
import { percentile } from '../support/client.js';

const STARTS = 5;

/** Milliseconds from the start of the process to its first answer, the median of some starts. */
export async function measureColdStart(directory?: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const start = performance.now();
    const node = await NodeProcess.start({ directory: directory ?? temporaryDirectory() });
    await node.call('getblockcount');
    times.push(performance.now() - start);
    await node.stop();
  }
  return percentile(times, 0.5);
}
