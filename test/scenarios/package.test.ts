import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../../src/config/package-root.js';
import { freePort } from '../support/nodes/free-port.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/*
 * The package as `npm pack` makes it, installed in another project. What that project's other packages are comes from
 * the cache of npm where it has them, as after `npm ci`.
 */

const NPM_OPTIONS = ['--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=5', '--loglevel=error'];
const TSC = join(packageRoot(), 'node_modules', 'typescript', 'bin', 'tsc');

const packages = suite<{ project: string }>('package');

packages.before(context => {
  const directory = temporaryDirectory();
  // The modules are compiled: scripts of the package would make them anew while other tests run.
  const packed = ['pack', '--ignore-scripts', '--pack-destination', directory, '--loglevel=error'];
  execFileSync('npm', packed, { cwd: packageRoot(), stdio: 'pipe' });
  const [tarball] = readdirSync(directory);
  context.project = temporaryDirectory();
  writeFileSync(
    join(context.project, 'package.json'),
    JSON.stringify({ name: 'app', private: true, type: 'module' }),
  );
  const install = ['install', ...NPM_OPTIONS, join(directory, tarball!)];
  execFileSync('npm', install, { cwd: context.project, stdio: 'pipe' });
});

/** Runs a program of a project. @returns what it prints */
function run(project: string, ...words: string[]): string {
  const { stdout, stderr, status } = spawnSync(words[0]!, words.slice(1), {
    cwd: project,
    encoding: 'utf8',
  });
  assert.is(status, 0, stdout + stderr);
  return stdout;
}

packages('has the program, which npx finds', ({ project }) => {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    version: string;
  };
  assert.is(run(project, 'npx', '--no-install', 'coind', '--version'), `coind ${version}\n`);
  assert.match(run(project, 'npx', '--no-install', 'coind', 'help', 'getinfo'), /^getinfo/);
});

const PROGRAM = `
const { coins, Devnet } = await import('coind/testing');
const { createClient } = await import('coind/client');
const chain = Devnet.start();
const { alice, bob } = chain.accounts;
const before = chain.balance(bob);
chain.transfer(alice, bob, coins(1));
if (chain.balance(bob) - before !== coins(1)) throw new Error('nothing was paid');
console.log(typeof createClient({ url: 'http://127.0.0.1:1', credentials: 'a:b' }).getblockcount);
`;

packages('runs contracts and makes clients in an ECMAScript and in a CommonJS module', ({ project }) => {
  writeFileSync(join(project, 'program.mjs'), PROGRAM);
  assert.is(run(project, process.execPath, 'program.mjs'), 'function\n');
  writeFileSync(join(project, 'program.cjs'), `(async () => {${PROGRAM}})();`);
  assert.is(run(project, process.execPath, 'program.cjs'), 'function\n');
});

const SOURCE = `
import { type Client, createClient } from 'coind/client';
import { Devnet } from 'coind/testing';
import * as sequences from 'coind/testing/sequences';

export const client: Client = createClient({ url: 'http://127.0.0.1:1', credentials: 'a:b' });
export const height: Promise<number | bigint> = client.getblockcount();
export const chain: Devnet = Devnet.start();
export const names: string[] = Object.keys(sequences);
`;

const STRICT = ['--strict', '--skipLibCheck', 'false', '--noEmit', '--target', 'es2022'];
const EXACT = ['--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noImplicitOverride'];

/** How projects are compiled, and whether the file is one of CommonJS. */
const CONFIGURATIONS: readonly (readonly [string, file: string, options: readonly string[]])[] = [
  ['ECMAScript modules of Node.js', 'app.mts', ['--module', 'nodenext', '--types', 'node']],
  ['exact optional properties', 'app.mts', ['--module', 'nodenext', '--types', 'node', ...EXACT]],
  ['no types of Node.js of its own', 'app.mts', ['--module', 'nodenext', '--types', '']],
  ['a bundler, with the types of browsers', 'app.ts', ['--module', 'preserve', '--lib', 'es2022,dom']],
  ['CommonJS with imports of ECMAScript modules', 'app.cts', ['--module', 'node20', '--types', 'node']],
];

for (const [name, file, options] of CONFIGURATIONS) {
  packages(`its types are without errors for ${name}`, ({ project }) => {
    writeFileSync(join(project, file), SOURCE);
    const arguments_ = [TSC, '--pretty', 'false', ...STRICT, ...options, file];
    const { stdout, status } = spawnSync(process.execPath, arguments_, { cwd: project, encoding: 'utf8' });
    assert.is(stdout, '');
    assert.is(status, 0);
  });
}

packages('its types say what is wrong', ({ project }) => {
  writeFileSync(join(project, 'wrong.mts'), `${SOURCE}\nclient.getblockcuont();\n`);
  const options = [TSC, '--pretty', 'false', ...STRICT, '--module', 'nodenext', 'wrong.mts'];
  const { stdout } = spawnSync(process.execPath, options, { cwd: project, encoding: 'utf8' });
  assert.match(stdout, /Property 'getblockcuont' does not exist on type 'Client'/);
});

packages('makes projects in which an editor finds no errors', ({ project }) => {
  const compiled = (folder: string): string[] => {
    const { stdout } = spawnSync(process.execPath, [TSC, '--pretty', 'false', '-p', folder], {
      cwd: project,
      encoding: 'utf8',
    });
    // Sources of the compiler's library are looked at too, whose decorators on functions no editor is asked to show.
    return stdout.split('\n').filter(line => /^\w+-box\//.test(line));
  };
  run(project, 'npx', '--no-install', 'coind', 'contract', 'new', 'lua-box');
  run(project, 'npx', '--no-install', 'coind', 'contract', 'new', 'wasm-box', '--wasm');
  assert.equal(['lua-box', 'wasm-box', 'wasm-box/contract'].flatMap(compiled), []);
  const source = join(project, 'wasm-box', 'test', 'wasm-box.test.ts');
  writeFileSync(source, readFileSync(source, 'utf8').replace("call('withdraw'", "call('withdrawal'"));
  assert.match(compiled('wasm-box').join('\n'), /withdrawal/);
});

packages('leads from a new project to a traced call on a node, in one script', async ({ project }) => {
  const script = join(packageRoot(), 'test', 'support', 'files', 'new-project.sh');
  const { stdout, stderr, status } = spawnSync('bash', [script, 'day-box', String(await freePort())], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, TSC },
  });
  assert.is(status, 0, stdout + stderr);
  const steps = [...stdout.matchAll(/^--- (\w+)$/gm)].map(([, step]) => step);
  const all = 'new lint types tests coverage mutate node deploy call trace done';
  assert.is(steps.join(' '), all);
  const of = (step: string): string => stdout.split(`--- ${step}\n`)[1]?.split('--- ')[0] ?? '';
  assert.match(of('tests'), /Passed: +5\n/);
  assert.match(of('mutate'), /\d+ mutants: .*\n +score \d+\.\d %/);
  assert.match(of('deploy'), /verified: the code on the chain is what the source gives/);
  assert.match(of('trace'), /called with f011/);
});

packages.run();
