import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runCoind } from '../../support/nodes/command-line.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const test = suite('coind contract types');

const LUA = `mylib = require "mylib"
-- @methods
--   pay   f0 11 <to: address> <amount: u64>   pays */ somebody
`;
const WASM = `import { Contract } from "sdk";
@contract class Tiny extends Contract {
  @action go(n: u64): void {}
  @view gone(): u64 { return 0; }
}
`;

function project(): string {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'pay-out.lua'), LUA);
  writeFileSync(join(directory, 'tiny.ts'), WASM);
  return directory;
}

test('each contract gets a file of its own beside it, or in another folder', async () => {
  const directory = project();
  const { code, output, errors } = await runCoind(directory, ['contract', 'types', 'pay-out.lua', 'tiny.ts']);
  assert.equal([code, output, errors], [0, 'pay-out.types.ts\ntiny.types.ts\n', '']);
  const lua = readFileSync(join(directory, 'pay-out.types.ts'), 'utf8');
  assert.match(lua, 'readonly pay: (to: AccountLike, amount: bigint) => Arguments;');
  assert.match(lua, '/** pays * / somebody. Bytes: f0 11 <to: address> <amount: u64> */');
  const wasm = readFileSync(join(directory, 'tiny.types.ts'), 'utf8');
  assert.match(wasm, 'go: { n: bigint } | readonly [n: bigint];');
  assert.match(wasm, 'gone: View<NoArguments, bigint>;');
  const other = await runCoind(directory, ['contract', 'types', 'tiny.ts', '-o', 'a/b']);
  assert.is(other.output, 'a/b/tiny.types.ts\n');
  assert.is(readFileSync(join(directory, 'a', 'b', 'tiny.types.ts'), 'utf8'), wasm);
});

test('an ABI gives the same as the source that it was built of', async () => {
  const directory = project();
  assert.is((await runCoind(directory, ['contract', 'build', 'tiny.ts', '-o', 'built'])).code, 0);
  const built = readFileSync(join(directory, 'built', 'tiny.types.ts'), 'utf8');
  assert.is((await runCoind(directory, ['contract', 'types', 'built/tiny.abi.json', '-o', 'again'])).code, 0);
  const again = readFileSync(join(directory, 'again', 'tiny.types.ts'), 'utf8');
  assert.is(again.replace('from tiny.abi.json', 'from tiny.ts'), built);
});

test('--check writes nothing, and names what is missing or of an earlier contract', async () => {
  const directory = project();
  const check = ['contract', 'types', '--check', 'pay-out.lua'];
  const missing = await runCoind(directory, check);
  assert.is(missing.code, 1);
  assert.match(
    missing.errors,
    'pay-out.types.ts is not what pay-out.lua gives; coind contract types pay-out.lua',
  );
  assert.not.ok(existsSync(join(directory, 'pay-out.types.ts')));
  await runCoind(directory, ['contract', 'types', 'pay-out.lua']);
  assert.is((await runCoind(directory, check)).code, 0);
  writeFileSync(join(directory, 'pay-out.lua'), LUA.replace('f0 11', 'f0 12'));
  assert.is((await runCoind(directory, check)).code, 1);
});

test('a contract with faults is refused with file and line', async () => {
  const directory = project();
  writeFileSync(join(directory, 'plain.lua'), 'mylib = require "mylib"\n');
  writeFileSync(join(directory, 'wrong.lua'), LUA.replace('u64', 'u63'));
  writeFileSync(join(directory, 'wrong.ts'), WASM.replace('(n: u64)', '(n: Map<u8, u8>)'));
  writeFileSync(join(directory, 'wrong.abi.json'), '{"version":"wasm::abi/1.0","views":[{"name":"x"}]}');
  for (const [file, message] of [
    ['plain.lua', /plain\.lua declares no methods: a comment "-- @methods"/],
    ['wrong.lua', /wrong\.lua:3: "<amount: u63>": the types of arguments are/],
    ['wrong.ts', /wrong\.ts:3: "n" of go has the type "Map<u8,u8>"/],
    ['wrong.abi.json', /views\[0\] of the ABI must have a name and a result/],
    ['tiny.types.ts', /"tiny\.types\.ts" is no contract/],
    ['nowhere.lua', /nowhere\.lua does not exist/],
  ] as const) {
    const { code, errors } = await runCoind(directory, ['contract', 'types', file]);
    assert.is(code, 1, file);
    assert.match(errors, message);
  }
});

test.run();
