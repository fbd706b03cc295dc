import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RPC_LIMITS } from '../../../src/config/rpc-limits.js';
import { BlockWaits } from '../../../src/rpc/chain/block-waits.js';
import { Presence } from '../../../src/rpc/dispatch/presence.js';
import { HttpConnection, postRequest } from '../../support/nodes/http-connection.js';
import { NodeProcess } from '../../support/nodes/node-process.js';

const SECONDS = 600;

test('a client that goes gives the place back on which it waited for a block', async () => {
  const waits = new BlockWaits({ subscribe: () => () => undefined });
  const clients = Array.from({ length: RPC_LIMITS.waitingForBlocks.most }, () => new Presence());
  const waiting = clients.map(client => waits.until(() => false, SECONDS, client));
  const refused = await waits.until(() => false, SECONDS, new Presence()).catch((error: Error) => error);
  assert.match((refused as Error).message, /calls wait for blocks already/);
  for (const client of clients) client.leave();
  assert.equal([...new Set(await Promise.all(waiting))], [false]);
  const next = new Presence();
  const again = waits.until(() => false, SECONDS, next);
  next.leave();
  assert.is(await again, false);
});

test('clients that ask for the next block and go keep nobody from asking for it', async () => {
  const node = await NodeProcess.start({ switches: ['-mining=manual', '-ephemeral'] });
  const request = postRequest(
    node.credentials,
    JSON.stringify({ id: 1, method: 'waitfornewblock', params: [SECONDS] }),
  );
  for (let round = 0; round < 3; round++) {
    const connections = await Promise.all(Array.from({ length: 60 }, () => HttpConnection.open(node.port)));
    for (const connection of connections) connection.exchange(request).catch(() => undefined);
    await node.call('getinfo');
    for (const connection of connections) connection.close();
  }
  const next = node.call<{ is_new: boolean }>('waitfornewblock', SECONDS);
  await node.call('getinfo');
  await node.call('generate', 1);
  assert.is((await next).is_new, true);
  await node.stop();
});

test.run();
