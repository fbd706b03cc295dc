import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryDirectory } from '../support/temporary-directory.js';

/*
 * The section "A new transaction type" of CONTRIBUTING.md, followed to the letter: in a copy of the sources, so
 * that this program does not get the example's type.
 */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const BLOCK = /^```ts\n\/\/ (?<place>[^\n]*)\n(?<code>[^`]*?)^```$/gms;

interface Step {
  /** A new file, or additions to one that exists. */
  readonly kind: 'file' | 'addition';
  readonly path: string;
  readonly code: string;
}

function stepsOf(page: string): Step[] {
  const section = /^## A new transaction type$(.*?)^## /ms.exec(page)![1]!;
  return Array.from(section.matchAll(BLOCK), ({ groups }) => {
    const { place, code } = groups as { readonly place: string; readonly code: string };
    const addition = /^in ([^:]*):/.exec(place);
    return { kind: addition ? 'addition' : 'file', path: addition?.[1] ?? place, code };
  });
}

/** The file with what is added: imports before all others, elements at the end of its first list of names. */
function added(source: string, code: string): string {
  const lines = code.trimEnd().split('\n');
  const imports = lines.filter(line => line.startsWith('import '));
  const elements = lines.filter(line => !line.startsWith('import '));
  const end = /^\](?: as const)?;$/m.exec(source)!.index;
  return `${imports.join('\n')}\n${source.slice(0, end)}${elements.join('\n')}\n${source.slice(end)}`;
}

function run(directory: string, ...args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

test('a new transaction type is two files, a line in each of two lists, and a test', () => {
  const steps = stepsOf(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));
  const files = steps.filter(({ kind }) => kind === 'file').map(({ path }) => path);
  const additions = steps.filter(({ kind }) => kind === 'addition').map(({ path }) => path);
  assert.equal([files.length, additions], [3, ['src/tx/transactions.ts', 'vm/native/index.ts']]);

  const directory = temporaryDirectory();
  for (const folder of ['src', 'vm'])
    cpSync(join(ROOT, folder), join(directory, folder), { recursive: true });
  for (const name of ['node_modules', 'contracts', 'package.json']) {
    symlinkSync(join(ROOT, name), join(directory, name));
  }
  for (const { kind, path, code } of steps) {
    const target = join(directory, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, kind === 'file' ? code : added(readFileSync(target, 'utf8'), code));
  }
  const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')) as {
    readonly compilerOptions: object;
  };
  const include = ['src/**/*.d.ts', 'vm/**/*.d.ts'];
  const options = { ...compilerOptions, declaration: false, sourceMap: false };
  writeFileSync(
    join(directory, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files, include }),
  );

  const compiled = run(directory, join(ROOT, 'node_modules/typescript/bin/tsc'), '--pretty', 'false');
  assert.is(compiled.output, '');
  const example = files.at(-1)!.replace(/\.ts$/, '.js');
  const { status, output } = run(directory, join('dist', example));
  assert.is(status, 0, output);
  assert.match(output, /Passed:\s+1/);
});

test.run();
