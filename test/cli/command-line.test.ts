import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';
import { exitCodeOf } from '../../src/cli/exit-codes.js';
import { printError } from '../../src/cli/print.js';
import { runProgram } from '../../src/cli/program.js';
import { placeOf } from '../../src/cli/send.js';
import { tableOf } from '../../src/cli/table.js';
import { JsonReal } from '../../src/codec/json-value.js';
import { OPTIONS } from '../../src/config/options.js';
import { AREAS } from '../../src/rpc/areas.js';
import { RPC_ERRORS } from '../../src/rpc/declaration/errors.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const PROGRAM = fileURLToPath(new URL('../../program/coind.js', import.meta.url));

interface Run {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs the program. @param input - what stands on its standard input */
async function coind(words: readonly string[], input = ''): Promise<Run> {
  const child = spawn(process.execPath, [PROGRAM, ...words]);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk));
  child.stdin.on('error', () => undefined); // A program that fails at once reads nothing.
  child.stdin.end(input);
  await once(child, 'close');
  return { code: child.exitCode, output, errors };
}

/** As {@link coind}, without a process of its own. */
async function inProcess(words: readonly string[]): Promise<Run> {
  let output = '';
  let errors = '';
  const terminal = { output: (text: string) => (output += text), errors: (text: string) => (errors += text) };
  const code = await runProgram(words, {}, terminal);
  return { code, output, errors };
}

/** Options by which a server of a test is found. */
function at(server: Server): string[] {
  const { port } = server.address() as AddressInfo;
  return [`-datadir=${temporaryDirectory()}`, `-rpcport=${port}`, '-rpcuser=a', '-rpcpassword=b'];
}

async function serving(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise(resolve => server.close(() => resolve()));
}

/** A server that answers with the parameters that it was given. */
function echoing(): Promise<Server> {
  return serving((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk));
    request.on('end', () => {
      response.end(JSON.stringify({ result: JSON.parse(body).params, error: null, id: 1 }));
    });
  });
}

function answering(result: unknown): Promise<Server> {
  return serving((_request, response) => response.end(JSON.stringify({ result, error: null, id: 1 })));
}

test('help of the program, of a command and of a method are results', async () => {
  const all = await coind(['--help']);
  assert.is(all.code, 0);
  for (const text of [/coind completion bash\|zsh\|fish/, /coind <method> --help/, /-rpcclienttimeout=/]) {
    assert.match(all.output, text);
  }
  for (const word of ['--help', '-help', '-h', '-?']) {
    const run = await inProcess(['getnewaddr', word]);
    assert.equal([run.code, run.errors], [0, '']);
    assert.match(run.output, /^getnewaddr /);
  }
  assert.match((await inProcess(['--help', 'getnewaddr'])).output, /^getnewaddr /);
  assert.match(
    (await inProcess(['completion', '--help'])).output,
    /^Usage: coind completion bash\|zsh\|fish\n/,
  );
});

test('what does not exist fails on standard error, with the nearest name', async () => {
  const cases: [string[], RegExp][] = [
    [['help', 'nosuch'], /^error: help: unknown command: nosuch\n$/],
    [['help', 'getnewadr'], /did you mean getnewaddr\?/],
    [['getnewadr', '--help'], /did you mean getnewaddr\?/],
    [['help', 'replay'], /coind replay --help explains it/],
    [['help', 'stop', 'getinfo'], /help takes the name of one method/],
    [['completion'], /completion takes the name of a shell: bash, zsh, fish/],
    [['completion', 'csh'], /bash, zsh, fish/],
  ];
  for (const [words, errors] of cases) {
    const run = await inProcess(words);
    assert.equal([run.code, run.output], [1, ''], words.join(' '));
    assert.match(run.errors, errors);
  }
});

test('a flag with a value as the next word says how it is written', async () => {
  const run = await inProcess(['-genblock', '0']);
  assert.equal(run, {
    code: 1,
    output: '',
    errors: 'error: -genblock is on or off: write -genblock=0, not -genblock 0\n',
  });
});

test('an output that takes nothing is an error in one line', async () => {
  if (!existsSync('/dev/full')) return console.log('left out: there is no /dev/full');
  for (const words of [['help'], ['completion', 'bash']]) {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    assert.is(status, 74);
    assert.match(stderr, /^error: the output could not be written: .*ENOSPC.*\n$/);
  }
});

test('a reader that stops early is no error', async () => {
  const child = spawn(process.execPath, [PROGRAM, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk));
  child.stdout.destroy();
  await once(child, 'close');
  assert.equal([child.exitCode, errors], [0, '']);
});

test('no error ends with the exit code of success', () => {
  assert.is(exitCodeOf(-256), 1);
  assert.is(exitCodeOf(0), 1);
  assert.is(exitCodeOf(undefined), 1);
  assert.is(exitCodeOf(-8), 8);
});

test('docs/command-line.md has the exit code of every error', () => {
  const text = readFileSync('docs/command-line.md', 'utf8');
  for (const [name, { code }] of Object.entries(RPC_ERRORS)) {
    const row = `\`${code}\` ${name} | ${exitCodeOf(code)} |`;
    assert.ok(text.includes(row), row);
  }
});

test('an address to connect to may be of any form', () => {
  const cases: [string, string, number][] = [
    ['[::1]', '::1', 7],
    ['::1', '::1', 7],
    ['[fe80::1]:80', 'fe80::1', 80],
    ['example.org', 'example.org', 7],
    ['example.org:80', 'example.org', 80],
    ['127.0.0.1', '127.0.0.1', 7],
  ];
  for (const [rpcconnect, host, port] of cases) {
    assert.equal(placeOf({ rpcconnect, rpcport: 7 }), { host, port }, rpcconnect);
  }
});

test('a table has a column for each member, numbers to the right, and no control characters', () => {
  const rows = [
    { name: 'a', coins: 5, list: [1] },
    { name: 'b \u001b[31m', coins: new JsonReal(12.5), more: true },
  ];
  assert.equal(tableOf(rows).split('\n'), [
    'name                coins  list  more',
    'a                       5  [1]',
    'b \\u001b[31m  12.50000000        true',
    '',
  ]);
  assert.is(tableOf({ height: 5, errors: '' }), 'height  5\nerrors\n');
  assert.is(tableOf(['a', 1]), 'a\n1\n');
  assert.is(tableOf(null), '');
});

const client = suite('client');

client('parameters come from standard input where - stands, and from the line after --', async () => {
  const server = await echoing();
  try {
    const call = async (...words: string[]) =>
      (await coind([...at(server), '-output=json', ...words], 'from input\n')).output;
    assert.is(await call('verifymessage', 'a', '-', 'c'), '["a","from input","c"]\n');
    assert.is(await call('verifymessage', '--', 'a', '-', '--help'), '["a","-","--help"]\n');
    assert.is(await call('--', 'verifymessage', 'a'), '["a"]\n');
    assert.is(await call('signmessage', '--', '--help'), '["--help"]\n');
    const twice = await coind([...at(server), 'verifymessage', '-', '-']);
    assert.is(twice.code, 1);
    assert.match(twice.errors, /only one parameter can be read from/);
  } finally {
    await closed(server);
  }
});

client('the declared type counts for standard input too', async () => {
  const server = await echoing();
  try {
    const run = await coind([...at(server), '-output=json', 'submitsendmultitx', 'a', '-'], '[{"to":1}]\n');
    assert.is(run.output, '["a",[{"to":1}]]\n');
  } finally {
    await closed(server);
  }
});

client('a result is text, JSON, a line for each element, or a table', async () => {
  const server = await answering([{ name: 'a', coins: 1 }, { name: 'b' }]);
  try {
    const call = async (form: string) =>
      (await inProcess([...at(server), `--output=${form}`, 'listaddr'])).output;
    assert.match(await call('text'), /^\[\n {4}\{\n {8}"name" : "a",\n/);
    assert.is(await call('json'), '[{"name":"a","coins":1},{"name":"b"}]\n');
    assert.is(await call('jsonl'), '{"name":"a","coins":1}\n{"name":"b"}\n');
    assert.is(await call('table'), 'name  coins\na         1\nb\n');
    const wrong = await inProcess([...at(server), '--output=xml', 'listaddr']);
    assert.equal([wrong.code, wrong.output], [1, '']);
    assert.match(wrong.errors, /must be one of text, json, jsonl, table, not "xml"/);
  } finally {
    await closed(server);
  }
});

test('with results in JSON, so is an error', () => {
  let errors = '';
  const terminal = { output: () => undefined, errors: (text: string) => (errors += text) };
  assert.is(printError({ code: -8, message: 'a "b"\nc' }, terminal, 'json'), 8);
  assert.is(errors, '{"code":-8,"message":"a \\"b\\"\\nc"}\n');
});

client('an option behind the method is pointed out', async () => {
  const server = await serving((_request, response) => {
    response.statusCode = 500;
    response.end('{"result":null,"error":{"code":-1,"message":"listaddr"},"id":1}');
  });
  try {
    const run = await coind([...at(server), 'listaddr', '--output=table']);
    assert.is(run.code, 1);
    assert.match(run.errors, /--output=table is a parameter here: options stand in front of the method/);
  } finally {
    await closed(server);
  }
});

client('a call without an answer is given up in time', async () => {
  const silent = createTcpServer(() => undefined);
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const child = spawn(process.execPath, [
    ...[PROGRAM, ...at(silent as unknown as Server), '-rpcclienttimeout=1', 'getblockcount'],
  ]);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk));
  await once(child, 'close');
  silent.close();
  assert.is(child.exitCode, 124);
  assert.is(
    errors,
    'error: no answer within 1 s (-rpcclienttimeout); the node may still be executing the call\n',
  );
});

client('-rpcwait ends after -rpcwaittimeout', async () => {
  const run = await coind([
    ...['-rpcuser=a', '-rpcpassword=b', '-rpcport=1', '-rpcwait', '-rpcwaittimeout=1', 'getblockcount'],
  ]);
  assert.is(run.code, 124);
  assert.match(
    run.errors,
    /^error: couldn't connect to server.*\n.*\ngave up after 1 s \(-rpcwaittimeout\)\n$/,
  );
});

client('-rpcwait tries a busy server again, when that says', async () => {
  let asked = 0;
  const server = await serving((_request, response) => {
    asked++;
    if (asked < 3) response.writeHead(503, { 'Retry-After': '0.01' }).end();
    else response.end('{"result":5,"error":null,"id":1}');
  });
  try {
    assert.equal(await coind([...at(server), '-rpcwait', 'getblockcount']), {
      code: 0,
      output: '5\n',
      errors: '',
    });
    assert.is(asked, 3);
  } finally {
    await closed(server);
  }
});

client('an address in brackets is connected to', async () => {
  const server = createServer((_request, response) => response.end('{"result":5,"error":null,"id":1}'));
  server.listen(0, '::1');
  const ready = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ]);
  if (!ready) return console.log('left out: there is no ::1 on this machine');
  try {
    assert.is((await coind([...at(server), '-rpcconnect=[::1]', 'getblockcount'])).output, '5\n');
  } finally {
    await closed(server);
  }
});

const completion = suite('completion');

function hasShell(shell: string): boolean {
  const found = spawnSync(shell, ['-c', 'true']).status === 0;
  if (!found) console.log(`left out: there is no ${shell} on this machine`);
  return found;
}

async function script(shell: string): Promise<string> {
  const { code, output } = await inProcess(['completion', shell]);
  assert.is(code, 0);
  return output;
}

/** Lines to complete at their ends, with some of what every shell offers, and what it must not offer. */
const LINES: readonly (readonly [line: string, offered: readonly string[], notOffered: readonly string[]])[] =
  [
    ['coind getblockc', ['getblockcount'], ['getblock']],
    ['coind comp', ['completion'], []],
    ['coind -rpcclientt', ['-rpcclienttimeout'], ['-rpcport']],
    ['coind -datadir /tmp -regt', [], ['help']],
    ['coind -rpcport 5 getblockc', ['getblockcount'], []],
    ['coind completion ', ['bash', 'zsh', 'fish'], ['getblockcount']],
    ['coind contract ', ['new', 'test'], ['getblockcount']],
    ['coind help getblockc', ['getblockcount'], []],
    ['coind getnewaddr ', ['true', 'false'], ['getblockcount']],
  ];
const END = '-END-';

/**
 * Lets a shell complete all lines.
 * @param valueLine - ends with a part of a value of the option nettype
 * @param shown - the words of a script that prints what is offered for a line
 */
function completes(shell: string[], text: string, valueLine: string, shown: (line: string) => string): void {
  const lines = [...LINES, [valueLine, ['main'], ['replay']] as const];
  const asked = `${text}\n${lines.map(([line]) => `${shown(line)}\necho '${END}'`).join('\n')}`;
  const [program = '', ...words] = shell;
  const { stdout, stderr } = spawnSync(program, [...words, '-c', asked], {
    encoding: 'utf8',
    env: { ...process.env, HOME: temporaryDirectory() },
  });
  assert.is(stderr, '');
  const answers = stdout.split(`${END}\n`);
  for (const [index, [line, offered, notOffered]] of lines.entries()) {
    const found = answers[index]?.split('\n').map(row => row.split('\t', 1)[0]) ?? [];
    for (const word of offered) assert.ok(found.includes(word), `${line}: ${word} in ${found.slice(0, 9)}`);
    for (const word of notOffered) assert.not.ok(found.includes(word), `${line}: ${word}`);
  }
}

completion('bash offers what is declared', async () => {
  if (!hasShell('bash')) return;
  completes(['bash'], await script('bash'), 'coind --nettype=ma', line => {
    return `COMP_LINE='${line}' COMP_POINT=${line.length}; _coind; printf '%s\\n' "\${COMPREPLY[@]}"`;
  });
});

completion('fish offers what is declared', async () => {
  if (!hasShell('fish')) return;
  const shell = ['fish', '--no-config'];
  completes(shell, await script('fish'), 'coind -nettype ma', line => `complete -C '${line}'`);
});

completion('zsh offers what is declared', async () => {
  if (!hasShell('zsh')) return;
  // What is offered shows on a terminal only: functions of the same names stand in for those of the editor.
  const standIns = `compdef() { }
_files() { }
compset() { PREFIX=\${PREFIX#*=} }
offered() { for word in $@; do [[ $word != $PREFIX* ]] || print -r -- $word; done }
compadd() { shift; offered $@ }
_describe() { local name=$2; offered \${(P)name%%:*} }
`;
  completes(['zsh', '-f'], standIns + (await script('zsh')), 'coind --nettype=ma', line => {
    const words = line.split(' ');
    const quoted = words.map(word => `'${word}'`).join(' ');
    return `words=(${quoted}); CURRENT=${words.length}; PREFIX='${words.at(-1)}'; _coind`;
  });
});

completion('every method and every option is in each script', async () => {
  const names = AREAS.flatMap(({ methods }) => Object.keys(methods));
  for (const shell of ['bash', 'zsh', 'fish']) {
    const text = await script(shell);
    for (const name of [...names, ...OPTIONS.keys()]) assert.ok(text.includes(name), `${shell}: ${name}`);
  }
});

test.run();
client.run();
completion.run();
