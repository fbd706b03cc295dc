import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OPTIONS } from '../../../src/config/options.js';
import { packageRoot } from '../../../src/config/package-root.js';
import { AREAS } from '../../../src/rpc/areas.js';

/** Words that stand where something of a file system is meant. */
const OF_FILES = /\b(paths?|files?|filename|filepath|director(y|ies)|folder|destination)\b|_(path|file)$/i;
/** In the summary of an option, for which the file is the value. */
const A_FILE = /\b(path|file|directory|folder)\b/i;
/** Parameters and options that speak of files and are none. */
const OTHERS: ReadonlySet<string> = new Set([
  'rpcuser',
  'rpcpassword',
  'minfreespace',
  'engine',
  'ephemeral',
  'reindex',
  'snapshotid',
  'salvage',
  'logjson',
  'cometbft',
  'abci',
]);

test('every parameter of a method that is a path is declared as one, with what it is for', () => {
  for (const { title, methods } of AREAS) {
    for (const [method, { params }] of Object.entries(methods)) {
      for (const { name, summary, type } of params as readonly (typeof params)[number][]) {
        const speaksOfFiles = OF_FILES.test(name) || OF_FILES.test(summary);
        assert.is(type.path !== undefined, speaksOfFiles, `${title}: ${method} ${name}: ${summary}`);
      }
    }
  }
});

test('every option that is a path is declared as one, with what it is for and where relative ones begin', () => {
  for (const [name, { summary, type }] of OPTIONS) {
    if (OTHERS.has(name)) continue;
    const speaksOfFiles = /(dir|file)$/.test(name) || A_FILE.test(summary);
    assert.is(type.path !== undefined, speaksOfFiles, `${name}: ${summary}`);
  }
});

test('methods reach files through the guard of paths only', () => {
  const root = join(packageRoot(), 'src', 'rpc');
  /**
   * The room of files; what writes the documents is a program of its own; the page's files are those of this program,
   * chosen from a list of their directory, and no request names the place where its sessions are kept.
   */
  const allowed = /^(files|documents)\/|^page\/(page-files|sessions)\.ts$/;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = relative(root, join(entry.parentPath, entry.name));
    if (!entry.isFile() || !path.endsWith('.ts') || allowed.test(path)) continue;
    const source = readFileSync(join(root, path), 'utf8');
    for (const [, module] of source.matchAll(
      /^import (?!type).*from '(node:fs[^']*|.*ordinary-file\.js)'/gm,
    )) {
      assert.is(path, 'contracts/lua-file.ts', `${path} imports ${module}`);
    }
  }
});

test.run();
