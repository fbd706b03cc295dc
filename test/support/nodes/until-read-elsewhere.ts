import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import type { RpcClient } from './rpc-client.js';

/** As many as make a node start that thread. */
const READS = 16;

/** Asks a node whose chain is on the disk until its thread for reading answers. */
export async function untilReadElsewhere(node: RpcClient): Promise<void> {
  const reads = Array.from({ length: READS }, () => node.call('getaccountinfo', EXAMPLE.alice));
  await Promise.all(reads);
  for (;;) {
    await node.call('getaccountinfo', EXAMPLE.alice);
    const metrics = await node.call<string>('getmetrics');
    if (/^coind_rpc_read_elsewhere_total [1-9]/m.test(metrics)) return;
  }
}
