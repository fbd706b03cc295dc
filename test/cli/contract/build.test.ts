import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runProgram } from '../../../src/cli/program.js';
import { PROGRAM } from '../../support/nodes/node-process.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const test = suite('coind contract build');

const SOURCE = `import { Contract } from "sdk";
@contract class Tiny extends Contract {
  @action go(n: u8): void {}
}
`;

interface Run {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

async function contract(...words: string[]): Promise<Run> {
  let [output, errors] = ['', ''];
  const code = await runProgram(
    ['contract', ...words],
    {},
    {
      output: text => {
        output += text;
      },
      errors: text => {
        errors += text;
      },
    },
  );
  return { code, output, errors };
}

function sourceFile(text = SOURCE): { directory: string; file: string } {
  const directory = temporaryDirectory();
  const file = join(directory, 'tiny.ts');
  writeFileSync(file, text);
  return { directory, file };
}

test('code, ABI and types are written beside the source, and the sizes on the chain are told', async () => {
  const { directory, file } = sourceFile();
  const { code, output, errors } = await contract('build', file);
  assert.equal([code, errors], [0, '']);
  const wasm = readFileSync(join(directory, 'tiny.wasm'));
  assert.ok(WebAssembly.validate(wasm));
  assert.is(JSON.parse(readFileSync(join(directory, 'tiny.abi.json'), 'utf8')).actions[0].name, 'go');
  assert.match(output, `${join(directory, 'tiny.wasm')}: ${wasm.length} bytes\n`);
  assert.match(output, /tiny\.abi\.json: \d+ bytes on the chain\n.*tiny\.types\.ts\n$/);
  assert.match(
    readFileSync(join(directory, 'tiny.types.ts'), 'utf8'),
    /^ {4}go: \{ n: number \} \| readonly \[n: number\];$/m,
  );
});

for (const form of ['-o', '--output']) {
  test(`${form} names another folder, which is made`, async () => {
    const { directory, file } = sourceFile();
    const target = join(directory, 'a', 'b');
    assert.is((await contract('build', form, target, file)).code, 0);
    assert.ok(existsSync(join(target, 'tiny.wasm')));
    assert.ok(existsSync(join(target, 'tiny.abi.json')));
    assert.not.ok(existsSync(join(directory, 'tiny.wasm')));
  });
}

test('what the compiler refuses is told as file:line:column, and nothing is written', async () => {
  const { directory, file } = sourceFile(SOURCE.replace('{}', '{ const x: string = 5; missing(); }'));
  const { code, output, errors } = await contract('build', file);
  assert.equal([code, output], [1, '']);
  assert.match(
    errors,
    `error: ${file}:3:47: Type 'i32' is not assignable to type '~lib/string/String'. (TS2322)`,
  );
  assert.match(errors, `${file}:3:50: Cannot find name 'missing'. (TS2304)`);
  assert.not.ok(existsSync(join(directory, 'tiny.wasm')));
});

test('what the compiler says of every contract is left out beside what is wrong with this one', async () => {
  const { file } = sourceFile(SOURCE.replace('class', 'export class').replace('{}', '{ missing(); }'));
  const { errors } = await contract('build', file);
  assert.match(errors, /^error: [^\n]+: Cannot find name 'missing'\. \(TS2304\)\n/);
  assert.not.match(errors, /AS235/);
});

test('messages are told the same where the environment says CI, in which the compiler colours its own', () => {
  const { file } = sourceFile(SOURCE.replace('{}', '{ missing(); }'));
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'contract', 'build', file], {
    encoding: 'utf8',
    env: { ...process.env, CI: 'true' },
  });
  assert.is(status, 1);
  assert.match(stderr, `error: ${file}:3:29: Cannot find name 'missing'. (TS2304)`);
});

test('what cannot be read is told as file:line:column', async () => {
  const { file } = sourceFile(SOURCE.replace('{}', '{ const = 1; }'));
  assert.match(
    (await contract('build', file)).errors,
    new RegExp(`^error: ${file}:3:\\d+: .+ \\(TS1\\d+\\)`),
  );
});

const WRONG_WORDS: readonly [words: string[], message: RegExp][] = [
  [['build'], /^error: one source file is expected, 0 are given\nUsage: coind contract build <file\.ts>/],
  [['build', 'a.ts', 'b.ts'], /^error: one source file is expected, 2 are given\n/],
  [['build', 'a.lua'], /^error: "a\.lua" is no source in AssemblyScript, whose name ends in \.ts\n/],
  [['build', 'nowhere.ts'], /^error: nowhere\.ts does not exist\n/],
  [['build', '-x', 'a.ts'], /^error: Unknown option '-x'.*\nUsage: coind contract build/],
  [['build', 'a.ts', '-o'], /^error: Option '-o, --output <value>' argument missing\n/],
  [['biuld'], /^error: "biuld" is no sub-command of contract; did you mean build\?\nUsage:\n/],
];

for (const [words, message] of WRONG_WORDS) {
  test(`"contract ${words.join(' ')}" is refused with what would be right`, async () => {
    const { code, output, errors } = await contract(...words);
    assert.equal([code, output], [1, '']);
    assert.match(errors, message);
  });
}

test('the sub-commands are listed, and each explains itself', async () => {
  for (const words of [[], ['help'], ['--help']]) {
    const { code, output } = await contract(...words);
    assert.is(code, 0);
    assert.match(
      output,
      /^Usage:\n[\s\S]*coind contract build <file\.ts> \[-o <directory>\] +compile a contract/,
    );
  }
  const { code, output } = await contract('build', '--help');
  assert.is(code, 0);
  assert.match(output, /^Usage: coind contract build/);
});

test.run();
