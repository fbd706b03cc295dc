import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { leadingOptions } from '../../src/config/command-line.js';
import { parseConfig } from '../../src/config/config-file.js';
import { loadOptions } from '../../src/config/load-options.js';
import { nearestName } from '../../src/config/nearest.js';
import { OptionError } from '../../src/config/option-types.js';
import { OPTION_ALIASES, OPTIONS, OPTIONS_WITHOUT_EFFECT } from '../../src/config/options.js';
import { optionsHelp } from '../../src/config/options-help.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/** Options of an empty data directory, or of one with the given files. */
function load(
  switches: string[] = [],
  environment: Record<string, string> = {},
  files: Record<string, string> = {},
) {
  const directory = temporaryDirectory();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  return loadOptions([`-datadir=${directory}`, ...switches], environment);
}

function failure(
  switches: string[],
  environment: Record<string, string> = {},
  files: Record<string, string> = {},
) {
  try {
    load(switches, environment, files);
  } catch (error) {
    if (error instanceof OptionError) return error.message;
    throw error;
  }
  throw new Error(`${switches.join(' ')} was accepted`);
}

test('without options the node runs the development chain (decision D1)', () => {
  const { options, notes } = load();
  assert.is(options.nettype, 'regtest');
  assert.is(options.rpcport, 18901);
  assert.is(options.networkDirectory, join(options.dataDirectory, 'regtest'));
  assert.is(options.disablesafemode, true);
  assert.is(options.mining, 'instant');
  assert.equal(options.rpcallowip, []);
  assert.equal(notes, []);
});

test('the data directory is ~/.coind unless told otherwise', () => {
  const directory = (...switches: string[]) =>
    loadOptions([...switches, '-conf=/dev/null'], {}).options.dataDirectory;
  assert.is(directory(), join(homedir(), '.coind'));
  assert.is(directory('-datadir=~/elsewhere'), join(homedir(), 'elsewhere'));
  assert.is(directory('-datadir=cur'), process.cwd());
});

test('the network decides directory and port', () => {
  const of = (nettype: string) => load([`-nettype=${nettype}`]).options;
  assert.is(of('main').rpcport, 18900);
  assert.match(of('test').networkDirectory, /\/testnet$/);
  assert.is(load(['-nettype=main', '-rpcport=6968']).options.rpcport, 6968);
});

test('the command line wins over the environment, that over the file, that over the reference file', () => {
  const files = {
    'coind.conf': 'rpcport=3\nrpcuser=file\nrpcworkqueue=33\ndbcache=30\n',
    'WaykiChain.conf': 'rpcport=4\nrpcuser=old\nrpcworkqueue=44\ndbcache=40\nrpcthreads=8\n',
  };
  const environment = { COIND_RPCPORT: '2', COIND_RPCUSER: 'environment' };
  const { options } = load(['-rpcport=1'], environment, files);
  assert.equal(
    [options.rpcport, options.rpcuser, options.rpcworkqueue, options.dbcache, options.rpcthreads],
    [1, 'environment', 33, 30, 8],
  );
});

test('one or two dashes, a bare flag, -no and the last of several values', () => {
  assert.is(load(['--rpcport=5']).options.rpcport, 5);
  assert.is(load(['-ephemeral']).options.ephemeral, true);
  assert.is(load(['-ephemeral=0']).options.ephemeral, false);
  assert.is(load(['-notxindex']).options.txindex, false);
  assert.is(load(['-noserver']).options.rpcserver, false);
  assert.is(load(['-rpcport=5', '-rpcport=6']).options.rpcport, 6);
});

test('lists grow with each mention, and with commas in the environment', () => {
  assert.equal(load(['-rpcallowip=10.0.0.1', '-rpcallowip=10.0.0.2']).options.rpcallowip, [
    '10.0.0.1',
    '10.0.0.2',
  ]);
  assert.equal(load([], { COIND_RPCALLOWIP: '10.0.0.1, 10.0.0.2' }).options.rpcallowip, [
    '10.0.0.1',
    '10.0.0.2',
  ]);
  assert.equal(load([], {}, { 'coind.conf': 'rpcbind=a\nrpcbind=b' }).options.rpcbind, ['a', 'b']);
});

test('the value of an option may be the next word, up to the method that is called', () => {
  const options = [
    { name: 'rpcport', text: '1' },
    { name: 'price', text: 'WICC:USD=0.2' },
    { name: 'regtest', text: undefined },
    { name: 'mining', text: 'manual' },
  ];
  assert.equal(leadingOptions(['-rpcport', '1', '--price', 'WICC:USD=0.2', '-regtest', '-mining=manual']), {
    options,
    words: 6,
    flagBefore: undefined,
  });
  assert.is(leadingOptions(['-rpcport', '1', 'help', '-rpcport', '2']).words, 2);
  assert.equal(leadingOptions(['-genblocklimit', '-1', 'help']).options, [
    { name: 'genblocklimit', text: '-1' },
  ]);
  for (const flag of ['-ephemeral', '-server', '-nogenblock', '-nonsense', '-rpcport=3']) {
    assert.is(leadingOptions([flag, 'getblockcount']).words, 1);
  }
  assert.is(leadingOptions(['-ephemeral', '0']).flagBefore, 'ephemeral');
  assert.match(
    failure(['-rpcport', '-mining=manual']),
    /^-rpcport needs a value; .* -rpcport=-mining=manual$/,
  );
});

test('-- ends the options', () => {
  assert.is(leadingOptions(['-regtest', '--', 'getblockcount']).words, 2);
  assert.is(leadingOptions(['--', '-rpcport']).words, 1);
  assert.match(failure(['-regtest', 'getblockcount']), /"getblockcount" is no option and no value of one/);
});

test("older names and the reference's options without effect are accepted", () => {
  assert.is(load(['-testnet=1']).options.nettype, 'test');
  assert.is(load(['-testnet=0']).options.nettype, 'regtest');
  assert.is(load(['-regtest']).options.nettype, 'regtest');
  assert.is(load(['-server=0']).options.rpcserver, false);
  const { notes } = load(['-listen=1', '-nodnsseed'], {}, { 'WaykiChain.conf': 'addnode=1.2.3.4:8920' });
  assert.is(notes.length, 3);
  assert.match(notes[0]!, /^-listen has no effect/);
});

test('the published configuration of the reference is accepted', () => {
  const published =
    'nettype=main\nrpcserver=1\nrpcallowip=0.0.0.0/0\nrpcport=6968\ndisablesafemode=1\nrpcthreads=8\nlisten=1\ngenblock=0\n';
  const { options } = load([], {}, { 'WaykiChain.conf': published });
  assert.equal([options.nettype, options.rpcport, options.genblock], ['main', 6968, false]);
});

test('an unknown option is an error that names the nearest one', () => {
  assert.is(failure(['-rpcprot=1']), '-rpcprot is no option of this node; did you mean rpcport?');
  assert.is(failure(['-xyzzy']), '-xyzzy is no option of this node; coind --help lists all options');
  assert.match(
    failure([], {}, { 'coind.conf': '\nrcpuser=a' }),
    /coind\.conf:2: rcpuser is no option .* rpcuser\?/,
  );
  assert.match(failure(['-norpcport']), /-norpcport is no option/);
});

test('an unknown variable of the environment is only told, since others put theirs next to ours', () => {
  const { notes } = load([], {
    COIND_SERVICE_HOST: '10.0.0.1',
    HOME: '/',
    COIND_PORT: 'tcp://10.0.0.1:6968',
  });
  assert.equal(notes, [
    'COIND_SERVICE_HOST is no option of this node',
    'COIND_PORT has no effect on this node',
  ]);
});

test('a bad value is an error that says what would be right', () => {
  const cases: [string, RegExp][] = [
    ['-rpcport=65536', /^-rpcport must be a whole number from 0 to 65535, not "65536"$/],
    ['-rpcport=1e3', /whole number/],
    ['-rpcport=-1', /whole number/],
    ['-rpcport=', /whole number/],
    ['-rpcport=99999999999999999999', /whole number/],
    ['-rpcport', /^-rpcport needs a value: -rpcport=<0\.\.65535>$/],
    ['-rpcworkqueue=0', /from 1 to 65536/],
    ['-blockmaxsize=4000001', /from 1000 to 4000000/],
    ['-nettype=prod', /^-nettype must be one of main, test, regtest.*, not "prod"$/],
    ['-txindex=maybe', /^-txindex must be 0 or 1, not "maybe"$/],
    ['-testnet=maybe', /must be 0 or 1/],
    ['-wallet=', /must be a path/],
    ['-wallet=a\0b', /must be a path/],
    ['-engine=sqlite', /auto, rocksdb, leveldb, memory/],
  ];
  for (const [word, message] of cases) assert.match(failure([word]), message);
  assert.match(failure([], { COIND_RPCPORT: 'x' }), /^COIND_RPCPORT must be/);
  assert.match(failure([], {}, { 'coind.conf': 'rpcport=x' }), /coind\.conf:1: rpcport must be/);
});

test('a configuration file that is named must exist', () => {
  assert.match(failure(['-conf=other.conf']), /other\.conf does not exist/);
  assert.is(load(['-conf=other.conf'], {}, { 'other.conf': 'rpcport=7' }).options.rpcport, 7);
});

test('a configuration file cannot say where it is', () => {
  assert.match(
    failure([], {}, { 'coind.conf': 'datadir=/tmp' }),
    /coind\.conf:1: datadir belongs on the command line/,
  );
});

test('a comment behind a password is refused, since it may be a part of it', () => {
  const message = failure([], {}, { 'coind.conf': 'rpcuser=a # the exchange\nrpcpassword=a b#c #d' });
  assert.match(message, /coind\.conf:2: a # after a blank begins a comment/);
  assert.not.match(message, /a b#c/);
  assert.is(load([], {}, { 'coind.conf': '# secret\nrpcpassword=a#b' }).options.rpcpassword, 'a#b');
});

test('a configuration file has comments, blanks and values with = and # in them', () => {
  const entries = parseConfig('# all\n\n a = b=c # note\r\npassword=x#y\n', 'f').map(
    ({ key, value, place }) => [key, value, place],
  );
  assert.equal(entries, [
    ['a', 'b=c', 'f:3'],
    ['password', 'x#y', 'f:4'],
  ]);
  for (const line of ['[main]', 'justaword', '=5'])
    assert.throws(() => parseConfig(line, 'f'), /^f:1: expected key=value/);
});

test('help shows every option with its default', () => {
  const text = optionsHelp();
  for (const name of OPTIONS.keys()) assert.match(text, `  -${name}`);
  assert.match(text, '(default regtest)');
});

test('every default is a value that its option would accept, and no name means two things', () => {
  for (const [name, { type, default: value }] of OPTIONS) {
    if (value === undefined) continue;
    const texts = type.isList ? (value as string[]) : [type.isFlag ? String(Number(value)) : String(value)];
    assert.equal(type.parse(texts), value, name);
    assert.not(OPTIONS_WITHOUT_EFFECT.has(name), name);
    assert.not(OPTION_ALIASES.has(name), name);
  }
});

test('the nearest name is one with few differences', () => {
  assert.is(nearestName('datdir', ['datadir', 'dbcache']), 'datadir');
  assert.is(nearestName('q', ['datadir']), undefined);
  assert.is(nearestName('completelydifferent', ['datadir']), undefined);
});

test.run();
