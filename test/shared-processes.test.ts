import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../src/config/package-root.js';
import { sharedProcesses, writeSharedProcess } from './support/shared-processes.js';

const FILES = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(file =>
  file.endsWith('.test.js'),
);

test('each test file is run once, alone or with others of its room', () => {
  for (const largest of [1, 5, undefined]) {
    const { alone, together } = sharedProcesses(FILES, largest);
    assert.equal([...alone, ...together.flatMap(({ files }) => files)].sort(), [...FILES].sort());
    assert.ok(together.every(({ files }) => files.length <= (largest ?? 16) && files.length > 0));
    assert.is(new Set(together.map(({ name }) => name)).size, together.length);
  }
});

test('what fails in a shared process is counted, and the files after it run', () => {
  const folder = mkdtempSync(join(packageRoot(), 'dist', 'shared-'));
  try {
    const file = (name: string, body: string): string => {
      const text = `import { test } from 'uvu';\ntest('one', () => {});\ntest('two', () => {${body}});\ntest.run();\n`;
      writeFileSync(join(folder, name), text);
      return name;
    };
    const names = [file('a.test.mjs', "throw new Error('broken');"), file('b.test.mjs', '')];
    const program = writeSharedProcess(folder, 'some (2 files)', names);
    const { status, stdout } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
    assert.is(status, 1);
    assert.match(stdout, /a\.test\.mjs.*broken.*b\.test\.mjs.*Total: {5}4\n {2}Passed: {4}3\n/s);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.run();
