import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { monotonicSeconds, whyNotReady } from '../../../src/rpc/http/health.js';
import { startTestNode } from '../../support/nodes/node.js';

const NOT_STOPPING = (): boolean => false;

/** The figures of a node whose thread told so many seconds ago that it lives. */
function silentFor(seconds: number) {
  return { get: (): number => monotonicSeconds() - seconds };
}

test('a node is ready while its thread tells that it lives', () => {
  assert.equal(whyNotReady({ stopping: NOT_STOPPING, figures: silentFor(0) }), []);
  assert.equal(whyNotReady({ stopping: NOT_STOPPING, figures: { get: () => 0 } }), ['the node is starting']);
  assert.equal(whyNotReady({ stopping: () => true, figures: silentFor(0) }), ['the node is stopping']);
  assert.match(
    String(whyNotReady({ stopping: NOT_STOPPING, figures: silentFor(60) })),
    /^the node has been busy for 6[01] s$/,
  );
});

for (const ownThread of ['0', '1']) {
  test(`health needs no password, and tells nothing else (rpcownthread=${ownThread})`, async () => {
    const node = await startTestNode({ switches: [`-rpcownthread=${ownThread}`] });
    try {
      const ask = (path: string, method = 'GET') => fetch(new URL(path, node.endpoint), { method });
      for (const path of ['/health/live', '/health/ready']) {
        const response = await ask(path);
        assert.is(response.status, 200);
        assert.equal(await response.json(), { status: 'ok' });
        assert.is((await ask(path, 'HEAD')).status, 200);
        assert.is((await ask(path, 'POST')).status, 405);
      }
      for (const path of ['/health', '/health/', '/health/ready/']) assert.is((await ask(path)).status, 404);
    } finally {
      await node.stop();
    }
  });
}

test.run();
