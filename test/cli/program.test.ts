import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';
import { printError, printResult } from '../../src/cli/print.js';
import { runProgram } from '../../src/cli/program.js';
import { type Json, JsonReal } from '../../src/codec/json-value.js';
import { cookiePath, madeUpCredentials, writeCookie } from '../../src/config/cookie.js';
import { type ServedRpcNode, serveRpcNode } from '../support/nodes/rpc-node.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

interface Run {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

async function coind(...words: string[]): Promise<Run> {
  let output = '';
  let errors = '';
  const terminal = { output: (text: string) => (output += text), errors: (text: string) => (errors += text) };
  const code = await runProgram(words, {}, terminal);
  return { code, output, errors };
}

function printed(
  print: (terminal: { output(text: string): void; errors(text: string): void }) => number,
): Run {
  let output = '';
  let errors = '';
  const code = print({ output: text => (output += text), errors: text => (errors += text) });
  return { code, output, errors };
}

/** What a running node leaves for its clients. @returns `user:password` */
function cookieIn(directory: string): string {
  const credentials = madeUpCredentials();
  writeCookie(directory, credentials);
  return credentials;
}

test('a null result and an empty string print nothing', () => {
  for (const result of [null, '']) {
    assert.equal(
      printed(t => printResult(result, t)),
      { code: 0, output: '', errors: '' },
    );
  }
});

test('a string prints without quotes, anything else indented', () => {
  const cases: [Json, string][] = [
    ['say "hi"\nthere', 'say "hi"\nthere\n'],
    [744, '744\n'],
    [true, 'true\n'],
    [new JsonReal(1.5), '1.50000000\n'],
    [[], '[\n]\n'],
    [{ a: [1] }, '{\n    "a" : [\n        1\n    ]\n}\n'],
  ];
  for (const [result, output] of cases) assert.is(printed(t => printResult(result, t)).output, output);
});

test('an error prints compact, line breaks become lines, and backslashes go', () => {
  const run = printed(t => printError({ code: -1, message: 'use "x"\nlike this' }, t));
  assert.is(run.errors, 'error: {"code":-1,"message":"use "x"\n        like this"}\n');
});

test('the exit code is the absolute value of the error code in eight bits', () => {
  const codes: [number, number][] = [
    [-1, 1],
    [-2, 2],
    [-3, 3],
    [-5, 5],
    [-8, 8],
    [-2001, 209],
    [-2002, 210],
    [-2003, 211],
    [-2006, 214],
    [-2007, 215],
    [-2008, 216],
    [-2009, 217],
    [-3001, 185],
    [-3002, 186],
    [-4003, 163],
    [-32600, 88],
    [-32601, 89],
    [-32602, 90],
    [-32603, 91],
    [-32700, 188],
    [16, 16],
  ];
  for (const [code, exit] of codes) assert.is(printed(t => printError({ code, message: '' }, t)).code, exit);
});

test('help needs no node', async () => {
  const list = await coind('help');
  assert.is(list.code, 0);
  assert.match(list.output, /^help \( "command" \)$/m);
  assert.match((await coind('-rpcport=1', 'help', 'stop')).output, /^stop \( detach \)\n/);
});

test('the program itself shows options and version', () => {
  const main = fileURLToPath(new URL('../../program/coind.js', import.meta.url));
  const run = (...words: string[]) => spawnSync(process.execPath, [main, ...words], { encoding: 'utf8' });
  for (const word of ['-?', '-h', '--help']) assert.match(run(word).stdout, /-rpcport=<0\.\.65535>/);
  assert.match(run('--version').stdout, /^coind \d+\.\d+\.\d+\n$/);
  const wrong = run('-rpcprot=1', 'stop');
  assert.equal([wrong.status, wrong.stdout], [1, '']);
  assert.is(wrong.stderr, 'error: -rpcprot is no option of this node; did you mean rpcport?\n');
});

test('replay names what it needs, and what a recording consists of', async () => {
  const missing = await coind('replay');
  assert.is(missing.code, 1);
  assert.match(missing.errors, /needs one parameter: the directory of a recorded chain/);
  const empty = await coind('replay', temporaryDirectory());
  assert.is(empty.code, 1);
  assert.match(empty.errors, /blocks\.jsonl cannot be read: .*the files blocks, receipts and state/);
});

test('the value of an option may be the next word', async () => {
  const { errors } = await coind('-datadir', temporaryDirectory(), '-rpcport', 'x', 'getblockcount');
  assert.match(errors, /^error: -rpcport must be a whole number .*, not "x"/);
});

test('without credentials the client says where they would be', async () => {
  const { code, errors } = await coind(`-datadir=${temporaryDirectory()}`, 'getblockcount');
  assert.is(code, 1);
  assert.match(
    errors,
    /^error: no user and password: .*\/regtest\/\.cookie, which does not exist; .* set rpcuser and rpcpassword/,
  );
});

const client = suite<{ node: ServedRpcNode; switches: string[] }>('client');

client.before(async context => {
  context.node = await serveRpcNode();
  context.switches = [
    `-datadir=${temporaryDirectory()}`,
    `-rpcport=${context.node.port}`,
    '-rpcuser=user',
    '-rpcpassword=password',
  ];
});

client.after(async ({ node }) => {
  await node.server.stop();
});

client('a result goes to the output, with exit code 0', async ({ switches }) => {
  assert.equal(await coind(...switches, 'getblockcount'), { code: 0, output: '744\n', errors: '' });
});

client(
  'a parameter may begin with a dash, and is text where the method is not known here',
  async ({ switches }) => {
    assert.is((await coind(...switches, 'echo', '-5')).output, '-5\n');
  },
);

client('big integers come through without loss', async ({ switches }) => {
  assert.is((await coind(...switches, 'echo', '18446744073709551615')).output, '18446744073709551615\n');
});

client('an error goes to the errors, with its exit code', async ({ switches }) => {
  const run = await coind(...switches, 'nosuch');
  assert.equal(run, {
    code: 89,
    output: '',
    errors: 'error: {"code":-32601,"message":"Method not found"}\n',
  });
});

client('a misspelt method is told with the nearest one', async ({ switches }) => {
  const run = await coind(...switches, 'getblockcoun');
  assert.is(run.code, 89);
  assert.is(run.errors, 'error: {"code":-32601,"message":"Method not found"}\ndid you mean getblockcount?\n');
});

client('a parameter of the wrong type is refused before anything is sent', async () => {
  const run = await coind('-rpcuser=a', '-rpcpassword=b', '-rpcport=1', 'stop', 'maybe');
  assert.equal(run, { code: 1, output: '', errors: 'error: Error parsing JSON:maybe\n' });
});

client('a wrong password is told', async ({ switches }) => {
  const run = await coind(...switches, '-rpcpassword=wrong', 'getblockcount');
  assert.equal(run, {
    code: 1,
    output: '',
    errors: 'error: incorrect rpcuser or rpcpassword (authorization failed)\n',
  });
});

client('no server is told', async ({ switches }) => {
  const run = await coind(...switches, '-rpcport=1', 'getblockcount');
  assert.is(run.code, 1);
  assert.is(
    run.errors,
    `error: couldn't connect to server... pls wait for a while or check "rpcserver=1" setting.\n` +
      'nothing answers at 127.0.0.1 port 1; -rpcconnect and -rpcport choose another place\n',
  );
});

client('the cookie of a running node is found', async () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'regtest'));
  const node = await serveRpcNode({ credentials: cookieIn(join(directory, 'regtest')) });
  try {
    assert.match(cookiePath(join(directory, 'regtest')), directory);
    assert.is(
      (await coind(`-datadir=${directory}`, `-rpcport=${node.port}`, 'getblockcount')).output,
      '744\n',
    );
  } finally {
    await node.server.stop();
  }
});

client('-rpcwait waits for the cookie and the server', async () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'regtest'));
  const reserved = await serveRpcNode();
  const { port } = reserved;
  await reserved.server.stop();
  const waiting = coind(`-datadir=${directory}`, `-rpcport=${port}`, '-rpcwait', 'getblockcount');
  const credentials = cookieIn(join(directory, 'regtest'));
  const server = await answering(200, '{"result":1,"error":null,"id":1}', port);
  try {
    assert.match(credentials, '__cookie__:');
    assert.is((await waiting).output, '1\n');
  } finally {
    await closed(server);
  }
});

const BROKEN: [status: number, body: string, message: string][] = [
  [403, '', 'server returned HTTP error 403'],
  [503, '', 'server returned HTTP error 503'],
  [413, 'too large', 'server returned HTTP error 413'],
  [404, '', 'no response from server'],
  [200, '', 'no response from server'],
  [200, '<html>', "couldn't parse reply from server"],
  [200, '[1]', 'expected reply to have result, error and id properties'],
  [200, '{"result":1,"error":null}', 'expected reply to have result, error and id properties'],
];

for (const [status, body, message] of BROKEN) {
  client(`a reply of status ${status} with body "${body}" is told as: ${message}`, async ({ switches }) => {
    const server = await answering(status, body);
    try {
      const port = (server.address() as AddressInfo).port;
      const run = await coind(...switches, `-rpcport=${port}`, 'getblockcount');
      assert.equal(run, { code: 1, output: '', errors: `error: ${message}\n` });
    } finally {
      await closed(server);
    }
  });
}

client('a connection that breaks off is told as no response', async ({ switches }) => {
  const server = createServer(request => request.socket.destroy());
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  try {
    const run = await coind(
      ...switches,
      `-rpcport=${(server.address() as AddressInfo).port}`,
      'getblockcount',
    );
    assert.equal(run, { code: 1, output: '', errors: 'error: no response from server\n' });
  } finally {
    await closed(server);
  }
});

client('the request has method, params and id, and closes the connection', async ({ switches }) => {
  let received: unknown;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received = [request.method, request.url, request.headers.connection, body];
      response.end('{"result":null,"error":null,"id":1}');
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  try {
    const run = await coind(
      ...switches,
      `-rpcport=${(server.address() as AddressInfo).port}`,
      'stop',
      'true',
    );
    assert.equal(run, { code: 0, output: '', errors: '' });
    assert.equal(received, ['POST', '/', 'close', '{"method":"stop","params":[true],"id":1}']);
  } finally {
    await closed(server);
  }
});

async function answering(status: number, body: string, port = 0): Promise<Server> {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  return server;
}

function closed(server: Server): Promise<void> {
  return new Promise(resolve => server.close(() => resolve()));
}

test.run();
client.run();
