import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runProgram } from '../../src/cli/program.js';
import { promptSecret } from '../../src/cli/secret-prompt.js';
import { LinesOfInput, type SecretSources, withSecrets } from '../../src/cli/secrets.js';
import { loadOptions } from '../../src/config/load-options.js';
import { AREAS } from '../../src/rpc/areas.js';
import { MethodRegistry } from '../../src/rpc/declaration/registry.js';
import { startTestNode } from '../support/nodes/node.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const registry = new MethodRegistry(AREAS);
const NOTHING: SecretSources = { passphraseFile: '', passphrase: undefined };
const directory = temporaryDirectory();

function file(name: string, content: string, mode = 0o600): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

async function refusal(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'nothing',
    (error: Error) => error.message,
  );
}

test('every parameter that is a passphrase, a password, a key or a mnemonic is declared as a secret', () => {
  const names = /pass(phrase|word)|privkey|mnemonic/i;
  for (const { methods } of AREAS) {
    for (const [method, { params }] of Object.entries(methods)) {
      for (const { name, type } of params as readonly (typeof params)[number][]) {
        assert.is(type.secret === true, names.test(name), `${method} ${name}`);
      }
    }
  }
});

test('secrets that the command line leaves out come from a line, a file, the environment or a prompt', async () => {
  const passphraseFile = file('passphrase', 'from a file\r\nmore\n');
  const prompted: string[] = [];
  const prompt = async (question: string): Promise<string> => {
    prompted.push(question);
    return 'typed';
  };
  const rows: [string, string[], Partial<SecretSources>, string[]][] = [
    ['walletpassphrase', ['60'], { lines: new LinesOfInput('a line\n') }, ['a line', '60']],
    ['walletpassphrase', ['60'], { passphraseFile }, ['from a file', '60']],
    ['walletpassphrase', ['60'], { passphrase: 'from outside' }, ['from outside', '60']],
    ['walletpassphrase', ['60'], { prompt }, ['typed', '60']],
    ['walletpassphrase', ['60'], {}, ['60']],
    ['walletpassphrase', ['given', '60'], { passphraseFile }, ['given', '60']],
    ['walletpassphrasechange', [], { lines: new LinesOfInput('old\nnew') }, ['old', 'new']],
    ['walletpassphrasechange', [], { passphraseFile, prompt }, ['from a file', 'typed']],
    ['encryptwallet', [], { prompt }, ['typed']],
    ['importprivkey', [], { lines: new LinesOfInput('key') }, ['key']],
    ['restorewallet', [], { lines: new LinesOfInput('some words') }, ['some words']],
    // The passphrase of the wallet is no private key.
    ['importprivkey', [], { passphraseFile }, []],
    ['getblockcount', [], { prompt }, []],
    ['nosuch', ['x'], { prompt }, ['x']],
  ];
  for (const [method, words, sources, complete] of rows) {
    assert.equal(await withSecrets(method, words, registry, { ...NOTHING, ...sources }), complete, method);
  }
  // What is chosen is asked for twice.
  assert.equal(prompted, [
    'passphrase: ',
    'newpassphrase: ',
    'newpassphrase again: ',
    'passphrase: ',
    'passphrase again: ',
  ]);
  let answers = 0;
  const differing = async (): Promise<string> => `answer ${answers++}`;
  const sources = { ...NOTHING, prompt: differing };
  assert.match(await refusal(withSecrets('encryptwallet', [], registry, sources)), /not the same/);
  const empty = { ...NOTHING, lines: new LinesOfInput('one') };
  assert.match(await refusal(withSecrets('walletpassphrasechange', [], registry, empty)), /no line left/);
});

test('a prompt shows nothing of what is typed, and the keys of a terminal mean what they do', async () => {
  const typed = async (...chunks: string[]) => {
    const input = Object.assign(new PassThrough(), { setRawMode: () => input }) as unknown as ReadStream &
      PassThrough;
    let shown = '';
    const answer = promptSecret(input, text => (shown += text), 'passphrase: ');
    for (const chunk of chunks) input.write(chunk);
    return { answer: await answer.catch((error: Error) => error.message), shown };
  };
  assert.equal(await typed('sec', 'ret\r'), { answer: 'secret', shown: 'passphrase: \n' });
  assert.is((await typed('sx\u007fecret\n')).answer, 'secret');
  assert.is((await typed('sec\u0003')).answer, 'no answer was given');
});

test('the password may be in a file of its own, and files that others can read are named', () => {
  const load = (...switches: string[]) => loadOptions([`-datadir=${directory}`, ...switches], {});
  const secret = file('rpcpassword', 'from a file\n');
  const open = file('open', 'from a file\n', 0o644);
  assert.is(load(`-rpcpasswordfile=${secret}`).options.rpcpassword, 'from a file');
  assert.equal(load(`-rpcpasswordfile=${secret}`).notes, []);
  assert.match(load(`-rpcpasswordfile=${open}`).notes.join(), /can be read by other users .* chmod 600/);
  assert.throws(() => load(`-rpcpasswordfile=${secret}`, '-rpcpassword=x'), /both given/);
  assert.throws(() => load(`-rpcpasswordfile=${file('empty', '\n')}`), /is empty/);
  assert.throws(() => load(`-rpcpasswordfile=${join(directory, 'none')}`), /ENOENT/);
  const conf = (name: string, mode: number) =>
    load(`-conf=${file(name, 'rpcuser=u\nrpcpassword=p\n', mode)}`);
  assert.equal(conf('own.conf', 0o600).notes, []);
  assert.match(conf('others.conf', 0o644).notes.join(), /others\.conf has a password and can be read/);
});

test('no secret has to stand on a command line, and none is in an error', async () => {
  const node = await startTestNode({ switches: ['-rpcuser=u', '-rpcpassword=p q'] });
  const run = async (words: string[], input: string, environment: Record<string, string> = {}) => {
    let [output, errors] = ['', ''];
    const port = new URL(node.endpoint).port;
    const code = await runProgram(['-rpcuser=u', `-rpcport=${port}`, ...words], environment, {
      output: text => (output += text),
      errors: text => (errors += text),
      input: async () => input,
    });
    return { code, output, errors };
  };
  try {
    const both = ['-stdinrpcpass', '-stdinwalletpassphrase'];
    assert.is((await run([...both, 'encryptwallet'], 'p q\nthe passphrase\n')).code, 0);
    assert.match((await run([...both, 'walletpassphrase', '60'], 'p q\nthe passphrase\n')).output, /true/);
    const environment = { COIND_RPCPASSWORD: 'p q', COIND_WALLETPASSPHRASE: 'the passphrase' };
    assert.match((await run(['walletpassphrase', '60'], '', environment)).output, /true/);
    const stdin = await run(['-stdin', 'getblockhash'], '0\n', environment);
    assert.match(stdin.output, /hash/);
    const swapped = await run(['walletpassphrase', '60', 'the passphrase'], '', environment);
    assert.is.not(swapped.code, 0);
    assert.not.match(swapped.errors + swapped.output, /the passphrase/);
  } finally {
    await node.stop();
  }
});

test.run();
