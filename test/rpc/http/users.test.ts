import { connect, type Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { makeRpcAuth } from '../../../src/cli/rpcauth.js';
import { configuredUsers } from '../../../src/rpc/http/users.js';
import { http, type ServedRpcNode, serveRpcNode } from '../../support/nodes/rpc-node.js';

interface Answer {
  readonly result: unknown;
  readonly error: { readonly code: number; readonly message: string } | null;
}

async function callAs(node: ServedRpcNode, credentials: string, method: string): Promise<Answer> {
  const reply = await http(node, { credentials, body: JSON.stringify({ id: 1, method, params: [] }) });
  return JSON.parse(reply.body) as Answer;
}

async function withUsers(
  { ownThread, lines }: { ownThread: boolean; lines: Partial<Parameters<typeof configuredUsers>[2]> },
  run: (node: ServedRpcNode) => Promise<void>,
): Promise<void> {
  const options = { rpcauth: [], rpcrole: [], rpcwhitelist: [], ...lines };
  const [, ...users] = configuredUsers('user:password', false, options);
  const node = await serveRpcNode({ ownThread, users });
  try {
    await run(node);
  } finally {
    await node.server.stop();
  }
}

/** What `coind rpcauth` makes: the line without the name of the option, and the credentials. */
function madeUser(name: string): { line: string; credentials: string } {
  let output = '';
  let errors = '';
  makeRpcAuth([name], { output: text => (output += text), errors: text => (errors += text) });
  const password = errors.trim().split('\n').at(-1)!;
  return { line: output.trim().slice('rpcauth='.length), credentials: `${name}:${password}` };
}

test('a user that coind rpcauth has made may do what its role says, whichever thread answers', async () => {
  const reader = madeUser('reader');
  const admin = madeUser('admin');
  const lines = { rpcauth: [reader.line, admin.line], rpcrole: ['reader:read', 'admin:admin'] };
  for (const ownThread of [false, true]) {
    await withUsers({ ownThread, lines }, async node => {
      assert.is((await callAs(node, reader.credentials, 'getblockcount')).result, 744);
      const { error } = await callAs(node, reader.credentials, 'stop');
      assert.equal(
        [error?.code, error?.message],
        [
          -2,
          'stop controls the process: its end, its peers, its tasks, what it measures: the role read of reader does not allow that, the role admin does (-rpcrole)',
        ],
      );
      assert.not(node.stopRequested());
      assert.is((await callAs(node, admin.credentials, 'stop')).error, null);
      assert.ok(node.stopRequested());
    });
  }
});

test('a user with a list of methods may call those and no others, by each of their names', async () => {
  const alice = madeUser('alice');
  const lines = { rpcauth: [alice.line], rpcwhitelist: ['alice:height'] };
  for (const ownThread of [false, true]) {
    await withUsers({ ownThread, lines }, async node => {
      assert.is((await callAs(node, alice.credentials, 'getblockcount')).result, 744);
      const { error } = await callAs(node, alice.credentials, 'help');
      assert.equal(
        [error?.code, error?.message],
        [-2, 'help is not among the methods that -rpcwhitelist allows alice'],
      );
      assert.is((await callAs(node, node.credentials, 'help')).error, null, 'others are not bound by it');
    });
  }
});

test('a wrong password is told to the node with its address, and a name that no user has is one', async () => {
  for (const ownThread of [false, true]) {
    await withUsers({ ownThread, lines: {} }, async node => {
      for (const credentials of ['user:wrong', 'nobody:password']) {
        assert.is((await http(node, { credentials, body: '{}' })).status, 401);
      }
      assert.equal(node.wrongPasswords, [
        { address: '127.0.0.1', inARow: 1 },
        { address: '127.0.0.1', inARow: 2 },
      ]);
    });
  }
});

test('who guesses from an address is sent away with status 429, while whoever was let in from there before is served', async () => {
  const guesses: Socket[] = [];
  const node = await serveRpcNode();
  try {
    const call = (credentials: string) =>
      http(node, { credentials, body: '{"id":1,"method":"getblockcount"}' });
    assert.is((await call(node.credentials)).status, 200);
    const refused = await new Promise<string>(resolve => {
      for (let i = 0; i < 40; i++) guesses.push(guess(node.port, `user:${i}`, resolve));
    });
    assert.match(refused, /^HTTP\/1\.1 429 [\s\S]*\r\nRetry-After: \d+\r\n/);
    assert.is((await call(node.credentials)).status, 200);
  } finally {
    for (const socket of guesses) socket.destroy();
    await node.server.stop();
  }
});

/** Sends a request with credentials, and calls back with the answer of one that is sent away. */
function guess(port: number, credentials: string, refused: (answer: string) => void): Socket {
  const authorization = Buffer.from(credentials).toString('base64');
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(
      `POST / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic ${authorization}\r\nContent-Length: 0\r\n\r\n`,
    ),
  );
  socket.on('error', () => undefined);
  socket.on('data', bytes => {
    const text = bytes.toString('latin1');
    if (text.startsWith('HTTP/1.1 429')) refused(text);
  });
  return socket;
}

test.run();
