import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryDirectory } from '../support/temporary-directory.js';

const service = suite('service');

/** Runs systemd-analyze on the unit, with a program that exists. @returns undefined where there is no such command */
function analyzed(...words: string[]): { status: number | null; output: string } | undefined {
  const file = join(temporaryDirectory(), 'coind.service');
  const unit = readFileSync('docs/operating/coind.service', 'utf8');
  writeFileSync(file, unit.replace('/usr/bin/coind', process.execPath));
  const run = spawnSync('systemd-analyze', [...words, file], { encoding: 'utf8' });
  if (run.error === undefined) return { status: run.status, output: run.stdout + run.stderr };
  console.log('left out: systemd is not installed');
  return undefined;
}

service('the unit of systemd has no fault', () => {
  const run = analyzed('verify', '--man=no');
  if (run === undefined) return;
  assert.is(run.output, '');
  assert.is(run.status, 0);
});

service('the sandbox of the unit leaves little open: an exposure of at most 2 of 10', () => {
  const run = analyzed('security', '--offline=true', '--threshold=20');
  if (run === undefined) return;
  assert.is(run.status, 0, run.output);
});

/** What a checkout has besides what the program is made from. */
const NOT_BUILT_FROM = ['CHANGELOG.md', 'CONTRIBUTING.md', 'Dockerfile', 'biome.json'];

service('the Dockerfile copies all that the program is made from, and runs as another user than root', () => {
  const lines = readFileSync('Dockerfile', 'utf8').split('\n');
  const copied = lines
    .filter(line => line.startsWith('COPY ') && !line.includes('--from'))
    .flatMap(line => line.split(' ').slice(1, -1));
  const ignored = readFileSync('.gitignore', 'utf8').split('\n');
  const isOfCheckout = (name: string): boolean =>
    !name.startsWith('.') &&
    !NOT_BUILT_FROM.includes(name) &&
    !ignored.some(line => line.split('/').includes(name));
  assert.equal(
    copied.sort(),
    readdirSync('.')
      .filter(name => isOfCheckout(name) && !/^dist-|\.log$/.test(name))
      .sort(),
  );
  assert.ok(lines.indexOf('USER node') > lines.lastIndexOf('FROM node:20-bookworm-slim'));
});

service.run();
