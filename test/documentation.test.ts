import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseJson } from '../src/codec/json.js';
import type { JsonObject } from '../src/codec/json-value.js';
import { OPTIONS } from '../src/config/options.js';
import { rpcLimitRows } from '../src/config/rpc-limits.js';
import { type Shape, shapeOf } from './support/answers/answer-shape.js';
import { NodeProcess } from './support/nodes/node-process.js';
import { temporaryDirectory } from './support/temporary-directory.js';

/*
 * The documents are run. Blocks that are fenced as `sh` go through a shell in their order, with a
 * home of their own and a node that was started there; a `json` block after one is what it has to
 * print, compared by members and types, a `text` block has lines that it has to print. Of blocks that are fenced as `sh no-test` the things that
 * they name have to exist. See docs/testing.md.
 */

const COMPILED = fileURLToPath(new URL('..', import.meta.url));
/** Documents in which `sh` blocks are run: those for people who use the program. */
const RUN = [
  'README.md',
  'docs/testing.md',
  'docs/running.md',
  'docs/command-line.md',
  'docs/events.md',
  'docs/contract-commands.md',
] as const;
const DEFAULT_PORT = 18901;
/** Printed between blocks by the shell; no command here prints it. */
const END_OF_BLOCK = '--- end of block ---';

interface Block {
  /** The text after the opening fence, such as `sh no-test`. */
  readonly kind: string;
  readonly text: string;
  readonly line: number;
}

function blocksOf(document: string): Block[] {
  const blocks: Block[] = [];
  let open: { readonly kind: string; readonly line: number; readonly lines: string[] } | undefined;
  for (const [i, line] of readFileSync(document, 'utf8').split('\n').entries()) {
    if (!line.startsWith('```')) open?.lines.push(line);
    else if (open) {
      blocks.push({ kind: open.kind, line: open.line, text: open.lines.join('\n') });
      open = undefined;
    } else open = { kind: line.slice(3).trim(), line: i + 1, lines: [] };
  }
  if (open) throw new Error(`${document}:${open.line}: the block is not closed`);
  return blocks;
}

/** An `sh` block and the answer that is shown for it, if any. */
interface Example {
  readonly command: Block;
  readonly answer: Block | undefined;
}

function examplesOf(document: string): Example[] {
  const blocks = blocksOf(document);
  return blocks.flatMap((command, i) => {
    if (command.kind !== 'sh') return [];
    const next = blocks[i + 1];
    return [{ command, answer: next?.kind === 'json' || next?.kind === 'text' ? next : undefined }];
  });
}

const documentation = suite('documentation');

for (const document of RUN) {
  const examples = examplesOf(document);
  if (examples.length === 0) continue;
  documentation(`${examples.length} commands of ${document} do what it says`, async () => {
    const home = temporaryDirectory();
    mkdirSync(join(home, '.coind'));
    const node = await NodeProcess.start({ directory: join(home, '.coind') });
    const outputs = await runInShell(
      examples.map(({ command }) =>
        command.text.replaceAll(`127.0.0.1:${DEFAULT_PORT}`, `127.0.0.1:${node.port}`),
      ),
      { HOME: home, COIND_RPCPORT: String(node.port) },
    );
    for (const [i, { command, answer }] of examples.entries()) {
      if (!answer) continue;
      const place = `${document}:${answer.line}`;
      if (answer.kind === 'text') {
        showsLines(answer.text, outputs[i]!, place);
        continue;
      }
      assert.equal(
        shapeText(outputs[i]!),
        shapeText(answer.text),
        `${place} is not what line ${command.line} prints`,
      );
    }
    if (examples.at(-1)!.command.text.endsWith('coind stop')) assert.is(await node.ended(), 0);
    else await node.stop();
  });
}

documentation('what README.md shows of a new network is what it answers', async () => {
  const shown = blocksOf('README.md').find(({ text }) => text.includes('"tipblock_hash"'));
  const node = await NodeProcess.start({ directory: temporaryDirectory() });
  const answered = await node.call<JsonObject>('getinfo');
  await node.stop();
  const placeless = { conf_dir: '', data_dir: '' };
  assert.equal({ ...(parseJson(shown!.text) as JsonObject), ...placeless }, { ...answered, ...placeless });
});

/** Every line of a text must be printed, in its order; `...` matches any others, and times are not compared. */
function showsLines(text: string, output: string, place: string): void {
  const printed = output.split('\n').map(line => line.trimEnd());
  let from = 0;
  for (const line of text.split('\n')) {
    if (line === '...' || /Duration: /.test(line)) continue;
    const at = printed.indexOf(line.trimEnd(), from);
    assert.ok(at >= 0, `${place}: "${line}" is not printed, but:\n${printed.slice(from).join('\n')}`);
    from = at + 1;
  }
}

/** Runs blocks in one shell, in a directory in which the program is compiled. @returns what each has printed */
async function runInShell(blocks: readonly string[], environment: Record<string, string>): Promise<string[]> {
  const workingDirectory = temporaryDirectory();
  symlinkSync(COMPILED, join(workingDirectory, 'dist'));
  const script = ['set -e', ...blocks.flatMap(block => [block, `echo '${END_OF_BLOCK}'`])].join('\n');
  const shell = spawn('sh', ['-s'], {
    cwd: workingDirectory,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  shell.stdout.on('data', (chunk: Buffer) => (output += chunk));
  shell.stderr.on('data', (chunk: Buffer) => (errors += chunk));
  shell.stdin.end(script);
  const [code] = (await once(shell, 'close')) as [number];
  assert.is(code, 0, `the commands end with code ${code}:\n${output}${errors}`);
  return output.split(`${END_OF_BLOCK}\n`);
}

/** One line a member, so that a difference is easy to see. */
function shapeText(text: string): string {
  const lines = (shape: Shape, indent: string): string[] => {
    if (typeof shape === 'string') return [`${indent}${shape}`];
    if (!('members' in shape)) return shape.flatMap(element => lines(element, `${indent}- `));
    return shape.members.flatMap(([key, member]) => [`${indent}${key}`, ...lines(member, `${indent}  `)]);
  };
  return lines(shapeOf(parseJson(text)), '').join('\n');
}

const markdown = [
  ...readdirSync('.').filter(name => name.endsWith('.md')),
  ...readdirSync('docs')
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
];

documentation('npm scripts that are named exist', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const builtIn = new Set(['ci', 'link', 'install', 'pack']);
  for (const document of markdown) {
    for (const [, run, name] of readFileSync(document, 'utf8').matchAll(
      /(?<=^|`|&& )npm (run )?([a-z][\w:-]*)/g,
    )) {
      assert.ok(
        name! in scripts || (!run && builtIn.has(name!)),
        `${document} names npm ${run ?? ''}${name}`,
      );
    }
  }
});

documentation('test files that are named exist', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter(f =>
    f.endsWith('.test.ts'),
  );
  const commands = blocksOf('docs/testing.md').filter(({ kind }) => kind === 'sh no-test');
  const named = commands.flatMap(({ text }) =>
    [...text.matchAll(/node dist\/test\/run\.js([^#\n]*)/g)].map(match => match[1]!.trim()),
  );
  const lastColumn = /^\|.*\| ((?:`[^`]+` ?)+)\|$/gm;
  const inTable = [...readFileSync('docs/testing.md', 'utf8').matchAll(lastColumn)].map(match =>
    match[1]!.replaceAll('`', '').trim(),
  );
  assert.ok(named.length > 0 && inTable.length > 20);
  for (const filter of [...named, ...inTable].flatMap(filters => filters.split(/\s+/).filter(Boolean))) {
    assert.ok(
      files.some(file => file.includes(filter)),
      `no test file has ${filter} in its path`,
    );
  }
});

documentation('benchmarks that are named exist', () => {
  for (const document of markdown) {
    const calls = readFileSync(document, 'utf8').matchAll(/npm run bench ([a-z][\w-]*(?: [a-z][\w-]*)*)/g);
    for (const name of [...calls].flatMap(([, names]) => names!.split(' '))) {
      assert.ok(name === 'all' || existsSync(`bench/${name}.ts`), `${document} names the benchmark ${name}`);
    }
  }
});

documentation('links lead to files', () => {
  for (const document of markdown) {
    const directory = join(document, '..');
    for (const [, target] of readFileSync(document, 'utf8').matchAll(
      /\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g,
    )) {
      assert.ok(existsSync(join(directory, target!)), `${document} links to ${target}`);
    }
  }
});

documentation('docs/running.md has the limits of the interface as the server enforces them', () => {
  const text = readFileSync('docs/running.md', 'utf8');
  for (const row of rpcLimitRows()) assert.ok(text.includes(`| ${row.join(' | ')} |\n`), row.join(' | '));
});

documentation('every option is explained in docs/running.md, and no other', () => {
  const text = readFileSync('docs/running.md', 'utf8');
  const named = new Set([...text.matchAll(/`-(\w+)(?:=[^`]*)?`/g)].map(match => match[1]!));
  named.delete('key');
  named.delete('nokey');
  assert.equal([...named].toSorted(), [...OPTIONS.keys()].toSorted());
});

documentation.run();
