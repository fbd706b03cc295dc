import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BenchUsageError, benchRequest } from '../../bench/runner/arguments.js';

const test = suite('arguments of npm run bench');
const BENCHMARKS = ['dex', 'lua', 'transfers', 'wasm'];
const read = (words: string, environment: Record<string, string> = {}) =>
  benchRequest(words.split(' ').filter(Boolean), environment, BENCHMARKS);

test('benchmarks are run in the order in which they are named, each once', () => {
  assert.equal(read('lua'), { names: ['lua'], against: undefined, rounds: 1, json: false, volumes: [] });
  assert.equal(read('wasm lua wasm').names, ['wasm', 'lua']);
  assert.equal(read('all').names, BENCHMARKS);
  assert.equal(read('lua all').names, BENCHMARKS);
});

test('options stand anywhere, with their value behind a space or a sign', () => {
  const expected = { names: ['lua', 'dex'], against: 'main~2', rounds: 5, json: true, volumes: [] };
  assert.equal(read('lua --against main~2 dex --rounds 5 --json'), expected);
  assert.equal(read('--json --against=main~2 --rounds=5 lua dex'), expected);
});

test('volumes are passed on to the benchmarks', () => {
  assert.equal(read('transfers --transfers=1000 --json --accounts=50').volumes, [
    '--transfers=1000',
    '--accounts=50',
  ]);
});

test('beside another commit there are three rounds', () => {
  assert.is(read('lua --against abc').rounds, 3);
  assert.is(read('lua --against abc --rounds 1').rounds, 1);
});

test('an option that npm has taken is understood: its value is in the environment, or among the names', () => {
  assert.equal(read('lua dex', { npm_config_against: 'main~2' }).against, 'main~2');
  // What npm 11 makes of `lua --against abc1234 dex`.
  const { names, against } = read('lua abc1234 dex', { npm_config_against: 'true' });
  assert.equal([names, against], [['lua', 'dex'], 'abc1234']);
  assert.is(read('lua', { npm_config_json: 'true' }).json, true);
  assert.is(read('lua', { npm_config_rounds: '4' }).rounds, 4);
  // What follows -- comes before what npm has taken.
  assert.is(read('lua --against abc', { npm_config_against: 'main' }).against, 'abc');
});

for (const [words, environment, reason] of [
  ['', {}, /no benchmark is named/],
  ['--json', {}, /no benchmark is named/],
  ['luna', {}, /there is no benchmark luna/],
  ['lua --againts abc', {}, /no option --againts; there are --against, --rounds and --json/],
  ['lua --transfers', {}, /no option --transfers; .*--transfers=, .* with a number/],
  ['lua --json=yes', {}, /no option --json=yes/],
  ['lua --against', {}, /--against needs a value: a commit/],
  ['lua --against --json', {}, /--against needs a value: a commit/],
  ['lua --rounds', {}, /--rounds needs a value: a number/],
  ['lua --rounds 0', {}, /--rounds is a number from 1 to 999, not 0/],
  ['lua --rounds 1.5', {}, /--rounds is a number from 1 to 999, not 1.5/],
  ['lua', { npm_config_against: 'true' }, /which commit is meant is not clear; put the option behind --/],
  ['lua a b', { npm_config_against: 'true' }, /not clear: a or b; put/],
] as const) {
  test(`a call that cannot be understood says why: ${words} ${JSON.stringify(environment)}`, () => {
    assert.throws(
      () => read(words, environment),
      (error: Error) => error instanceof BenchUsageError && reason.test(error.message),
    );
  });
}

test.run();
