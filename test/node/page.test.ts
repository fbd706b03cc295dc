import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startTestNode, type TestNode } from '../support/nodes/node.js';
import { NodeProcess } from '../support/nodes/node-process.js';

/** The path of a page that signs in with a token, as a node that has started tells it. */
const LINK = /^Page: (http:\/\/127\.0\.0\.1:\d+\/)#\/sign-in\/([\w-]{43}) \(signs in once\)$/m;

/** Whether a browser is served, and whether the node tells a link. */
async function isServed(node: TestNode): Promise<boolean> {
  const { endpoints, page } = node.node.served!;
  const { status } = await fetch(endpoints[0]!, { headers: { accept: 'text/html' } });
  assert.is(status === 200, page !== undefined);
  return status === 200;
}

test('the page is served to this machine alone, unless it is asked for or off', async () => {
  for (const [switches, expected] of [
    [[], true],
    [['-web=0'], false],
    [['-rpcallowip=10.0.0.0/8'], false],
    [['-rpcallowip=10.0.0.0/8', '-web=1'], true],
  ] as const) {
    const node = await startTestNode({ switches });
    assert.is(await isServed(node), expected, switches.join(' '));
    await node.stop();
  }
});

test('a node that starts prints a link that signs in, and sessions outlive it', async () => {
  const node = await NodeProcess.start();
  const [, place = '', token = ''] = LINK.exec(node.printed) ?? [];
  assert.is.not(token, '', node.printed);
  const origin = place.slice(0, -1);
  const post = (path: string, headers: Readonly<Record<string, string>>, body: string) =>
    fetch(`${place}${path}`, { method: 'POST', headers: { origin, ...headers }, body });
  const signedIn = await post('page/session', {}, `token=${token}`);
  assert.equal(await signedIn.json(), { user: '__cookie__', role: 'dev' });
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
  await node.stop();
  const next = await NodeProcess.start({
    directory: node.directory,
    switches: [`-rpcbind=127.0.0.1:${node.port}`, `-rpcport=${node.port}`],
  });
  const again = await post('', { cookie }, '{"method":"getblockcount","params":[],"id":1}');
  assert.is(again.status, 200);
  await next.stop();
});

test.run();
