import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../src/config/package-root.js';

/*
 * What docs/ARCHITECTURE.md says of the rooms of this program, held against its sources.
 */

const test = suite('architecture');
const ROOT = packageRoot();
const MAP = readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8');

interface Import {
  /** Path of the file, such as `src/tx/block.ts`. */
  readonly target: string;
  /** Whether nothing of it is left when the program runs. */
  readonly isTypeOnly: boolean;
}

/** By file, what it imports of our own. */
const IMPORTS: ReadonlyMap<string, readonly Import[]> = new Map(
  ['src', 'vm'].flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts') && !name.endsWith('.d.ts'))
      .map(name => join(folder, name))
      .map(file => [file, importsOf(file)] as const),
  ),
);

function importsOf(file: string): Import[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const declarations = source.matchAll(
    /^(?:import|export)\s+(type\s)?\s*(\{[^}]*\}|\*[^']*?)\s+from\s+'(\.[^']*)'/gms,
  );
  const loaded = source.matchAll(/\bimport\(\s*'(\.[^']*)'/g);
  const targetOf = (path: string) => normalize(join(dirname(file), path)).replace(/\.js$/, '.ts');
  return [
    ...[...declarations].map(([, type, names, path]) => ({
      target: targetOf(path!),
      isTypeOnly: type !== undefined || namesOnlyTypes(names!),
    })),
    // What is loaded when it is needed is a dependency, but closes no circle.
    ...[...loaded].map(([, path]) => ({ target: targetOf(path!), isTypeOnly: true })),
  ];
}

function namesOnlyTypes(names: string): boolean {
  const listed = names.replace(/[{}]/g, '').split(',');
  return listed.every(name => name.trim() === '' || name.trim().startsWith('type '));
}

/** The room of a file; the composition root belongs to the room of what it needs beside the others. */
function roomOf(file: string): string {
  if (file === 'src/node.ts') return 'node';
  const [first, second] = file.split('/');
  return first === 'vm' ? 'vm' : second!;
}

function roomsInOrder(): string[] {
  const row = /^`(cli -> .*)`$/m.exec(MAP);
  return row![1]!.split(' -> ');
}

test('every room is in the row and on the map of the house, and there are no others', () => {
  const rooms = new Set([...IMPORTS.keys()].map(roomOf));
  assert.equal([...rooms].sort(), roomsInOrder().sort());
  for (const room of rooms) assert.match(MAP, new RegExp(`^ *${room}/ `, 'm'), room);
});

test('a room imports only from rooms behind it', () => {
  const order = roomsInOrder();
  const wrong = [...IMPORTS].flatMap(([file, imports]) =>
    imports
      .filter(({ target }) => order.indexOf(roomOf(target)) < order.indexOf(roomOf(file)))
      .map(({ target }) => `${file} imports ${target}`),
  );
  assert.equal(wrong, []);
});

test('no files import each other in a circle', () => {
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (file: string): void => {
    if (done.has(file)) return;
    const from = way.indexOf(file);
    if (from !== -1) assert.unreachable([...way.slice(from), file].join(' -> '));
    way.push(file);
    for (const { target, isTypeOnly } of IMPORTS.get(file) ?? []) if (!isTypeOnly) visit(target);
    way.pop();
    done.add(file);
  };
  for (const file of IMPORTS.keys()) visit(file);
});

test('files that the map names exist', () => {
  const named = [...MAP.matchAll(/`([a-z][a-z-]*(?:\/[a-z-]+)+\.ts)`/g)].map(([, path]) => path!);
  assert.ok(named.length > 5);
  for (const path of named) assert.ok(IMPORTS.has(path) || IMPORTS.has(`src/${path}`), path);
});

test.run();
