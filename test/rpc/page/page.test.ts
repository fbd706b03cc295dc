import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { madeUpToken } from '../../../src/rpc/page/sessions.js';
import {
  type HttpResult,
  http,
  type RpcNodeOptions,
  type ServedRpcNode,
  serveRpcNode,
} from '../../support/nodes/rpc-node.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** A node with a page, and what is known of it. */
interface World {
  readonly node: ServedRpcNode;
  readonly token: string;
  readonly sessionsFile: string;
}

const test = suite<{ worlds: World[] }>('page');

/** Files as `npm run build:page` makes them, with other content. */
function builtPage(): string {
  const directory = join(temporaryDirectory(), 'page');
  mkdirSync(directory);
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>coind</title>');
  writeFileSync(join(directory, 'page-0AB1CD2E.js'), 'plain');
  writeFileSync(join(directory, 'page-0AB1CD2E.js.br'), 'brotli');
  writeFileSync(join(directory, 'page-0AB1CD2E.js.gz'), 'gzip');
  writeFileSync(join(directory, '..', 'secret.js'), 'secret');
  return directory;
}

async function withPage(options: RpcNodeOptions = {}, sessionsFile?: string): Promise<World> {
  const token = madeUpToken();
  const file = sessionsFile ?? join(temporaryDirectory(), 'sessions.json');
  const page = { directory: builtPage(), token, sessionsFile: file };
  return { node: await serveRpcNode({ ...options, page }), token, sessionsFile: file };
}

const NAVIGATION = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

function originOf({ port }: ServedRpcNode): { readonly Origin: string } {
  return { Origin: `http://127.0.0.1:${port}` };
}

function ask(node: ServedRpcNode, path: string, headers: Readonly<Record<string, string>>, body = '') {
  return http(node, { path, headers, credentials: null, body });
}

function signIn({ node, token }: World, headers: Readonly<Record<string, string>> = {}): Promise<HttpResult> {
  return ask(node, '/page/session', { ...originOf(node), ...headers }, `token=${token}`);
}

/** The cookie of an answer, as browsers send it back. */
function cookieOf({ headers }: HttpResult): string {
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

const CALL = '{"method":"echo","params":["x"],"id":1}';

function call(node: ServedRpcNode, headers: Readonly<Record<string, string>>, body = CALL) {
  return ask(node, '/', { 'Content-Type': 'application/json', ...headers }, body);
}

test.before(async context => {
  context.worlds = [await withPage(), await withPage({ ownThread: true })];
});

test.after(async ({ worlds }) => {
  for (const { node } of worlds) await node.server.stop();
});

test('a browser gets the page at /, without a password; a program does not', async ({ worlds }) => {
  for (const { node } of worlds) {
    const page = await http(node, { method: 'GET', headers: NAVIGATION, credentials: null });
    assert.is(page.status, 200);
    assert.is(page.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(page.body, /<title>coind/);
    const same = { ...NAVIGATION, 'If-None-Match': page.headers.etag! };
    assert.is((await http(node, { method: 'GET', headers: same, credentials: null })).status, 304);
    for (const Accept of ['', '*/*', 'application/json']) {
      const program = await http(node, { method: 'GET', headers: { Accept }, credentials: null });
      assert.is(program.status, 401);
      assert.is(program.headers['www-authenticate'], 'Basic realm="jsonrpc"');
    }
  }
});

test('nothing may be framed, and only scripts of the node run', async ({ worlds: [world] }) => {
  const { node } = world!;
  for (const path of ['/', '/page/page-0AB1CD2E.js', '/page/nothing.js']) {
    const { headers } = await http(node, { method: 'GET', path, headers: NAVIGATION, credentials: null });
    assert.match(headers['content-security-policy'] as string, /default-src 'none'; script-src 'self'/);
    assert.match(headers['content-security-policy'] as string, /frame-ancestors 'none'/);
    assert.is(headers['x-frame-options'], 'DENY');
    assert.is(headers['x-content-type-options'], 'nosniff');
    assert.is(headers['referrer-policy'], 'no-referrer');
  }
});

test('files with a hash in their names are kept by browsers, packed as they ask', async ({
  worlds: [world],
}) => {
  const get = (encoding: string) =>
    http(world!.node, {
      method: 'GET',
      path: '/page/page-0AB1CD2E.js',
      headers: { 'Accept-Encoding': encoding },
      credentials: null,
    });
  for (const [encoding, body] of [
    ['gzip, deflate, br', 'brotli'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', 'plain'],
  ]) {
    const answer = await get(encoding!);
    assert.is(answer.body, body);
    assert.is(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.is(answer.headers['content-type'], 'text/javascript; charset=utf-8');
  }
});

test('only files of the page are sent', async ({ worlds: [world] }) => {
  for (const path of [
    '/page/../secret.js',
    '/page/%2e%2e/secret.js',
    '/page/..%2fsecret.js',
    '/page/',
    '/page/index.html/',
    '/page/page-0AB1CD2E.js.br',
    '/page/page-0AB1CD2E.js?x',
    '/page/constructor',
  ]) {
    const { status, body } = await http(world!.node, { method: 'GET', path, credentials: null });
    assert.is(status, 404, path);
    assert.is(body, '', path);
  }
  assert.is((await http(world!.node, { method: 'PUT', path: '/page/index.html' })).status, 405);
});

test('the token of the link signs in once, with a cookie that scripts and other sites do not get', async () => {
  for (const ownThread of [false, true]) {
    const world = await withPage({ ownThread });
    const { node } = world;
    assert.is((await ask(node, '/page/session', originOf(node), 'token=wrong')).status, 403);
    const signedIn = await signIn(world);
    assert.equal(JSON.parse(signedIn.body), { user: 'user', role: 'dev' });
    const [cookie] = signedIn.headers['set-cookie']!;
    assert.match(cookie!, new RegExp(`^coind-${node.port}=[\\w-]{43}; Path=/; .*HttpOnly; SameSite=Strict$`));
    const again = await signIn(world);
    assert.is(again.status, 403);
    assert.is(again.headers['set-cookie'], undefined);
    const answer = await call(node, { ...originOf(node), Cookie: cookieOf(signedIn) });
    assert.is(JSON.parse(answer.body).result, 'x');
    await node.server.stop();
  }
});

test('a cookie counts only for the page itself', async () => {
  const world = await withPage();
  const { node } = world;
  const Cookie = cookieOf(await signIn(world));
  const other = `http://127.0.0.1:${node.port === 1 ? 2 : node.port - 1}`;
  for (const [headers, status] of [
    [{ Cookie }, 401],
    [{ Cookie, Origin: 'null' }, 403],
    [{ Cookie, Origin: 'http://evil.example' }, 403],
    [{ Cookie, Origin: other, 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ Cookie, ...originOf(node), 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ Cookie, ...originOf(node), 'Content-Type': 'text/html' }, 200],
    [{ Cookie, ...originOf(node), 'Content-Type': 'application/x-www-form-urlencoded' }, 415],
    [{ Cookie, Origin: 'http://evil.example', Host: 'evil.example' }, 403],
    [{ Cookie: `${Cookie}x`, ...originOf(node) }, 401],
    [{ Cookie: 'coind-1=x', ...originOf(node) }, 401],
  ] as const) {
    assert.is((await call(node, headers)).status, status, JSON.stringify(headers));
  }
  for (const path of ['/page/session', '/page/session/end']) {
    assert.is((await ask(node, path, { Cookie })).status, 403);
    assert.is((await ask(node, path, { Cookie, Origin: other })).status, 403);
  }
  assert.is((await call(node, { Cookie, ...originOf(node) })).status, 200);
  await node.server.stop();
});

test('errors of calls are answers with status 200 for the page, which no browser counts as failures of it', async () => {
  const world = await withPage();
  const { node } = world;
  const Cookie = cookieOf(await signIn(world));
  const unknown = '{"method":"nothing","params":[],"id":1}';
  const answer = await call(node, { ...originOf(node), Cookie }, unknown);
  assert.is(answer.status, 200);
  assert.is(JSON.parse(answer.body).error.code, -32601);
  assert.is((await http(node, { body: unknown })).status, 404);
  await node.server.stop();
});

test('a page of the node that is not signed in gets no dialog of the browser', async ({
  worlds: [world],
}) => {
  const { node } = world!;
  const answer = await call(node, originOf(node));
  assert.is(answer.status, 401);
  assert.is(answer.headers['www-authenticate'], undefined);
});

test('an id that the browser brings along is never signed in (session fixation)', async () => {
  const world = await withPage();
  const { node } = world;
  const planted = `coind-${node.port}=${madeUpToken()}`;
  const signedIn = await signIn(world, { Cookie: planted });
  assert.is.not(cookieOf(signedIn), planted);
  assert.is((await call(node, { ...originOf(node), Cookie: planted })).status, 401);
  const basic = `Basic ${Buffer.from(node.credentials).toString('base64')}`;
  const first = cookieOf(signedIn);
  const second = await ask(node, '/page/session', { ...originOf(node), Authorization: basic, Cookie: first });
  assert.is.not(cookieOf(second), first);
  assert.is((await call(node, { ...originOf(node), Cookie: first })).status, 401);
  await node.server.stop();
});

test('user and password sign in, with the rights of the user, and wrong ones take their time', async () => {
  const reader = { user: 'reader', role: 'read', secret: { password: 'pw' } } as const;
  const { node } = await withPage({ users: [reader] });
  const sign = (credentials: string) =>
    ask(node, '/page/session', {
      ...originOf(node),
      Authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    });
  assert.is((await sign('reader:wrong')).status, 403);
  assert.is(node.wrongPasswords.length, 1);
  const signedIn = await sign('reader:pw');
  assert.equal(JSON.parse(signedIn.body), { user: 'reader', role: 'read' });
  const refused = await call(
    node,
    { ...originOf(node), Cookie: cookieOf(signedIn) },
    '{"method":"typedecho","params":["x",1],"id":1}',
  );
  assert.match(JSON.parse(refused.body).error.message, /the role read of reader does not allow that/);
  await node.server.stop();
});

test('who has signed out is not known any more', async () => {
  const world = await withPage();
  const { node } = world;
  const Cookie = cookieOf(await signIn(world));
  const who = await ask(node, '/page/session', { ...originOf(node), Cookie });
  assert.equal(JSON.parse(who.body), { user: 'user', role: 'dev' });
  const ended = await ask(node, '/page/session/end', { ...originOf(node), Cookie });
  assert.match(ended.headers['set-cookie']![0]!, /=; Path=\/; Max-Age=0/);
  assert.is((await call(node, { ...originOf(node), Cookie })).status, 401);
  assert.is((await ask(node, '/page/session', { ...originOf(node), Cookie })).body, '{}');
  await node.server.stop();
});

test('sessions outlive the node where it keeps files, but not another password; the file signs nobody in', async () => {
  const world = await withPage();
  const Cookie = cookieOf(await signIn(world));
  const [, id] = Cookie.split('=');
  const { port } = world.node;
  await world.node.server.stop();
  const text = readFileSync(world.sessionsFile, 'utf8');
  assert.not.match(text, new RegExp(id!));
  assert.is(statSync(world.sessionsFile).mode & 0o777, 0o600);
  for (const [credentials, status] of [
    ['user:password', 200],
    ['user:another', 401],
  ] as const) {
    const { node } = await withPage({ credentials }, world.sessionsFile);
    const renamed = Cookie.replace(`coind-${port}`, `coind-${node.port}`);
    assert.is((await call(node, { ...originOf(node), Cookie: renamed })).status, status);
    await node.server.stop();
  }
});

test('a node without the page answers as before', async () => {
  const node = await serveRpcNode();
  assert.is((await http(node, { method: 'GET', headers: NAVIGATION, credentials: null })).status, 401);
  assert.is((await http(node, { method: 'GET', path: '/page/page.js' })).status, 404);
  assert.is((await ask(node, '/page/session', originOf(node))).status, 404);
  await node.server.stop();
});

test('a long body is not read', async ({ worlds: [world] }) => {
  const { node } = world!;
  const answer = await ask(node, '/page/session', originOf(node), `token=${'x'.repeat(100_000)}`);
  assert.is(answer.status, 413);
});

test.run();
