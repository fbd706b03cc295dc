import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';
import { lintLua } from '../../../src/cli/contract/check/lint.js';
import { packageRoot } from '../../../src/config/package-root.js';
import { runCoind } from '../../support/nodes/command-line.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const TSC = join(packageRoot(), 'node_modules', 'typescript', 'bin', 'tsc');

/** A project that a user has just made. */
async function newProject(...options: string[]): Promise<string> {
  const directory = temporaryDirectory();
  const run = await runCoind(directory, ['contract', 'new', 'my-box', ...options]);
  assert.is(run.code, 0, run.errors);
  assert.match(run.output, /\nNext: cd my-box && coind contract test\n$/);
  return join(directory, 'my-box');
}

/** What the compiler of TypeScript says of a project. */
function compiled(project: string, settings: string): string[] {
  const { stdout } = spawnSync(process.execPath, [TSC, '--pretty', 'false', '-p', settings], {
    cwd: project,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter(line => line !== '');
}

/** The files of a project, without what is linked. */
function filesBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap(entry => {
    const path = join(directory, entry.name);
    if (entry.name === 'node_modules') return [];
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** Replaces a text that a file of a project has once. */
function edit(project: string, file: string, from: string, to: string): void {
  const path = join(project, file);
  const text = readFileSync(path, 'utf8');
  assert.is(text.split(from).length, 2, `${file} has "${from}" once`);
  writeFileSync(path, text.replace(from, to));
}

/** The rows of a table of the output by their first column, without the others' blanks. */
function rowsOf(output: string, title: string): string[][] {
  const lines = output.split('\n');
  const start = lines.findIndex(line => line.startsWith(title));
  assert.ok(start >= 0, `${title} is shown in:\n${output}`);
  const end = lines.indexOf('', start);
  return lines.slice(start + 1, end < 0 ? undefined : end).map(line => line.split(/ {2,}/));
}

for (const [language, options, contract] of [
  ['Lua', [], 'my-box.lua'],
  ['AssemblyScript', ['--wasm'], 'contract/my-box.ts'],
] as const) {
  const project = suite<{ directory: string }>(`a new project in ${language}`);

  project.before(async context => {
    context.directory = await newProject(...options);
  });

  project('passes its tests, and shows fuel and the lines that they reach', async ({ directory }) => {
    const { code, output, errors } = await runCoind(directory, ['contract', 'test']);
    assert.is(code, 0, output + errors);
    assert.match(output, /^test\/my-box\.test\.ts\n/);
    assert.match(output, /Passed: {4}\d\n/);
    const name = contract.replace('contract/', '');
    const [withdrawal] = rowsOf(output, 'Fuel').filter(
      row => row[0] === name && row[1]!.startsWith('withdraw'),
    );
    assert.ok(withdrawal, output);
    const [coverage] = rowsOf(output, 'Coverage');
    const [lines] = coverage![1]!.split(/ +/);
    assert.is(coverage![0], contract);
    assert.ok(Number(lines) > 20);
    assert.is(coverage!.at(-1), '100.0%');
  });

  project(
    'has settings with which its tests are free of errors in an editor, also where it is copied to',
    ({ directory }) => {
      const copy = join(temporaryDirectory(), 'copy');
      cpSync(directory, copy, { recursive: true, verbatimSymlinks: true });
      assert.equal(compiled(copy, 'tsconfig.json'), []);
      const method = language === 'Lua' ? 'methods.withdraw' : "call('withdraw'";
      const file = join('test', 'my-box.test.ts');
      const text = readFileSync(join(copy, file), 'utf8');
      writeFileSync(join(copy, file), text.replaceAll(method, method.replace('withdraw', 'withdrawal')));
      assert.match(compiled(copy, 'tsconfig.json').join('\n'), /withdrawal/);
    },
  );

  project('names no place of this machine, and has no placeholder anywhere', ({ directory }) => {
    const { name } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { name: string };
    assert.is(name, 'my-box');
    for (const file of filesBelow(directory)) {
      const text = readFileSync(file, 'utf8');
      assert.not.match(text, /__(name|coind)__/, file);
      assert.not.ok(text.includes(packageRoot()) || text.includes(directory), file);
    }
  });

  project(
    'finds the program again by coind contract link, where its links are gone',
    async ({ directory }) => {
      const linked = join(directory, 'node_modules', 'coind');
      rmSync(linked);
      const { code, output, errors } = await runCoind(directory, ['contract', 'link']);
      assert.is(code, 0, errors);
      assert.match(output, /^node_modules: coind, uvu/);
      assert.is(realpathSync(linked), realpathSync(packageRoot()));
      rmSync(linked);
      mkdirSync(linked);
      await runCoind(directory, ['contract', 'link']);
      assert.ok(lstatSync(linked).isDirectory(), 'what is installed stays');
      const nowhere = await runCoind(temporaryDirectory(), ['contract', 'link']);
      assert.equal(
        [nowhere.code, nowhere.errors],
        [1, 'error: there is no package.json here: link is called in a project\n'],
      );
    },
  );

  project.run();
}

test('an editor finds no errors in a new contract in AssemblyScript, and those that it has', async () => {
  const project = await newProject('--wasm');
  // Sources of the library are checked too, whose decorators on functions no editor is asked to show.
  const errors = (): string[] =>
    compiled(project, join('contract', 'tsconfig.json')).filter(line => line.startsWith('contract/'));
  assert.equal(errors(), []);
  edit(project, 'contract/my-box.ts', 'deposit.owner = from;', 'deposit.ower = from;');
  assert.match(
    errors().join('\n'),
    /contract\/my-box\.ts\(\d+,\d+\): error TS2551: Property 'ower' does not exist/,
  );
});

test('a contract in Lua that is broken makes a failure that names its file and line, and shows it', async () => {
  const project = await newProject();
  edit(project, 'my-box.lua', 'amount > 0 and rest >= 0', 'amount > 0 and rest < 0');
  const { code, output, errors } = await runCoind(project, ['contract', 'test']);
  assert.is(code, 1);
  assert.match(output, /FAIL {2}"what was paid in is paid out"\n/);
  assert.match(output, /my-box\.lua: withdraw failed: Not that much was paid in\nmy-box\.lua:38\n/);
  assert.match(output, /\n> 38 \| {3}assert\(amount > 0 and rest < 0, "Not that much was paid in"\)\n/);
  assert.match(output, /withdraw \(my-box\.lua:38\)\n {2}main chunk \(my-box\.lua:53\)/);
  assert.match(output, /test\/my-box\.test\.ts:\d+:\d+/);
  assert.match(errors, /Failed: test\/my-box\.test\.ts\n$/);
});

test('a contract in Lua that does not compile names the line too', async () => {
  const project = await newProject();
  edit(project, 'my-box.lua', 'local rest = saved() - amount', 'local rest = = saved() - amount');
  const { code, output } = await runCoind(project, ['contract', 'test']);
  assert.is(code, 1);
  assert.match(output, /my-box\.lua: compile failed: unexpected symbol near '='\nmy-box\.lua:37\n/);
});

test('a contract in AssemblyScript that is broken makes a failure that names its file and line, too', async () => {
  const project = await newProject('--wasm');
  edit(
    project,
    'contract/my-box.ts',
    'deposit.amount >= quantity.amount',
    'deposit.amount < quantity.amount',
  );
  const { code, output } = await runCoind(project, ['contract', 'test']);
  assert.is(code, 1);
  assert.match(output, /my-box\.ts: withdraw failed: more than was paid in\ncontract\/my-box\.ts:54\n/);
  assert.match(
    output,
    /\n> 54 \| {5}check\(deposit\.amount < quantity\.amount, "more than was paid in"\);\n/,
  );
});

test('a contract in AssemblyScript that does not compile names file, line and column', async () => {
  const project = await newProject('--wasm');
  edit(project, 'contract/my-box.ts', 'deposit.owner = from;', 'deposit.owner = form;');
  const { code, output } = await runCoind(project, ['contract', 'test']);
  assert.is(code, 1);
  assert.match(output, /contract\/my-box\.ts:\d+:\d+/);
});

test('the contract of a new project has nothing to look at', async () => {
  const project = await newProject();
  assert.equal(lintLua(readFileSync(join(project, 'my-box.lua'))), []);
});

test('a project can begin with a contract of the gallery and its tests, under its own name', async () => {
  const project = await newProject('--template', 'escrow');
  const contract = readFileSync(join(project, 'my-box.lua'), 'utf8');
  assert.is(contract, readFileSync(join(packageRoot(), 'contracts', 'gallery', 'escrow.lua'), 'utf8'));
  assert.match(
    readFileSync(join(project, 'test', 'my-box.test.ts'), 'utf8'),
    "deployLua({ file: 'my-box.lua' })",
  );
  assert.equal(compiled(project, '.'), []);
  const directory = temporaryDirectory();
  const unknown = await runCoind(directory, ['contract', 'new', 'my-box', '--template', 'bank']);
  assert.match(unknown.errors, /there is no template "bank"; there are auction, escrow, /);
  const other = await runCoind(directory, ['contract', 'new', 'my-box', '--wasm', '--template', 'escrow']);
  assert.match(other.errors, /the templates are contracts in Lua: --template or --wasm/);
  assert.equal([unknown.code, other.code, readdirSync(directory)], [1, 1, []]);
});

test('nothing that exists is overwritten, and names are checked', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'taken'), '');
  const taken = await runCoind(directory, ['contract', 'new', 'taken']);
  assert.equal([taken.code, taken.errors], [1, 'error: taken exists already\n']);
  const wrong = await runCoind(directory, ['contract', 'new', 'My Box']);
  assert.is(wrong.code, 1);
  assert.match(wrong.errors, /"My Box" cannot be a name: small letters.*\nUsage: coind contract new/);
  assert.not(existsSync(join(directory, 'My Box')));
});

test.run();
