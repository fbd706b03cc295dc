/*
 * Joins the compiled modules of the program into a few files, `dist/program/`: a process that loads some two
 * hundred modules one by one needs seven times as long before it does anything. What is loaded later (`import()`)
 * stays in files of its own. Packages stay packages, but for those that a node starts with.
 *
 * The files lie in one folder, so that a file that is named beside a module (`new URL('./x.js', import.meta.url)`:
 * programs of threads and of other processes) is beside it here, too.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';

const OUTPUT = 'dist/program';
/** Says of what the output was made: nothing is made anew of what has not changed. */
const MADE_OF = join(OUTPUT, 'made-of.txt');
/** What the output is made of: compiled modules, this file, and the packages that are installed. */
const INPUTS = [
  'dist/src',
  'dist/vm',
  'esbuild.config.mjs',
  'package.json',
  'node_modules/.package-lock.json',
];
/**
 * What users start and import: `bin` and `exports` of package.json. The files of a group share what they have in
 * common; groups are loaded by different processes, and the fewer files share something the fewer files there are.
 */
const GROUPS = [
  { coind: 'dist/src/cli/main.js' },
  { 'start-node': 'dist/src/cli/start-node.js' },
  { client: 'dist/src/client/index.js' },
  {
    testing: 'dist/src/cli/contract/test-runner/testing.js',
    sequences: 'dist/src/cli/contract/test-runner/sequences.js',
    'test-process': 'dist/src/cli/contract/test-runner/test-process.js',
    'repeating-process': 'dist/src/cli/contract/test-runner/repeating-process.js',
    debuggee: 'dist/src/cli/contract/debug/debuggee.js',
    'test-functions': 'dist/src/cli/contract/test-runner/test-functions.js',
  },
];
/** Load all areas of the interface when they start: each in files of its own would only cost time. */
const LOADS_ALL_AREAS = new Set(['start-node', 'reader-thread']);
/**
 * Have the packages in them that they start with, some two hundred files, which the package's user has anyway as
 * dependencies. Those that find files beside themselves, are loaded only by some, or may be absent, stay packages.
 */
const WITH_PACKAGES = new Set(['start-node', 'reader-thread', 'server-thread']);
const STAY_PACKAGES = [
  'rocksdb',
  'secp256k1',
  'classic-level',
  'fengari',
  'prom-client',
  'assemblyscript',
  'fast-check',
  '@swc/wasm-typescript',
  'bufferutil',
  'utf-8-validate',
];
/** What packages in the older form of modules call. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module';
const require = requireOf(import.meta.url);`;
const BESIDE = /new URL\('([^']*\.js)', import\.meta\.url\)/g;

/** The programs that modules name beside themselves. @returns paths by the names that they have in the output */
function programsBeside() {
  const programs = {};
  for (const room of ['dist/src', 'dist/vm']) {
    for (const file of readdirSync(room, { recursive: true }).filter(name => name.endsWith('.js'))) {
      for (const [, named] of readFileSync(join(room, file), 'utf8').matchAll(BESIDE)) {
        const path = join(room, dirname(file), named);
        const name = basename(path, '.js');
        if (named !== `./${name}.js` || (programs[name] ?? path) !== path) {
          throw new Error(
            `${file}: ${named} must be in the folder of the module that names it, under a name of its own`,
          );
        }
        programs[name] = path;
      }
    }
  }
  return programs;
}

/** What the entry of another group is, the command line loads from there: nothing is shared with it. */
const otherGroups = {
  name: 'other groups',
  setup({ onResolve, initialOptions }) {
    const entries = new Set(Object.keys(initialOptions.entryPoints));
    onResolve({ filter: /\/start-node\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' && !entries.has('start-node')
        ? { path: './start-node.js', external: true }
        : null,
    );
  },
};

/** Turns the handlers that the list of areas loads one by one into ones that are loaded with it. */
const areasAtOnce = {
  name: 'areas at once',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]rpc[\\/]areas\.js$/ }, async ({ path }) => {
      const imports = [];
      const text = (await readFile(path, 'utf8')).replace(/\bawait import\(('[^']+')\)/g, (_, module) => {
        imports.push(`import * as handlers${imports.length} from ${module};\n`);
        return `handlers${imports.length - 1}`;
      });
      if (imports.length === 0) throw new Error(`${path}: no area is loaded with "await import"`);
      return { contents: imports.join('') + text };
    });
  },
};

const inGroups = new Set(GROUPS.flatMap(Object.values));
const alone = Object.entries(programsBeside())
  .filter(([, path]) => !inGroups.has(path))
  .map(([name, path]) => ({ [name]: path }));
/** The licences of the packages that files belong to, which ask that their text goes with copies. */
function licensesOf(files) {
  const packages = new Set(files.map(file => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]));
  packages.delete(undefined);
  return [...packages]
    .sort()
    .map(folder => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const texts = readdirSync(folder).filter(file => /^licen[cs]e/i.test(file));
      const text = texts.map(file => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
      return `${name} ${version} (${license})\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** Whether a group, by the entries that it has, is in a set. */
const isIn = (set, entryPoints) => Object.keys(entryPoints).some(name => set.has(name));

/** Names, sizes and times of all inputs, as one hash: a compiler that changes nothing writes nothing. */
function stampOfInputs() {
  const files = INPUTS.flatMap(input => {
    if (!existsSync(input)) return [];
    if (!statSync(input).isDirectory()) return [input];
    const names = readdirSync(input, { recursive: true }).filter(name => name.endsWith('.js'));
    return names.sort().map(name => join(input, name));
  });
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

const stamp = stampOfInputs();
/** With how many files there are: one that somebody has removed is made anew. */
const madeOf = () => `${stamp} ${readdirSync(OUTPUT).filter(name => name !== basename(MADE_OF)).length}\n`;
if (existsSync(MADE_OF) && readFileSync(MADE_OF, 'utf8') === madeOf()) process.exit(0);

rmSync(OUTPUT, { recursive: true, force: true });
const results = await Promise.all(
  [...GROUPS, ...alone].map(entryPoints => {
    const withPackages = isIn(WITH_PACKAGES, entryPoints);
    return build({
      entryPoints,
      outdir: OUTPUT,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      packages: withPackages ? 'bundle' : 'external',
      external: STAY_PACKAGES,
      banner: withPackages ? { js: REQUIRE } : {},
      metafile: true,
      sourcemap: true,
      sourcesContent: false,
      logLevel: 'warning',
      plugins: isIn(LOADS_ALL_AREAS, entryPoints) ? [otherGroups, areasAtOnce] : [otherGroups],
    });
  }),
);
writeFileSync(
  join(OUTPUT, 'LICENSES.txt'),
  licensesOf(results.flatMap(({ metafile }) => Object.keys(metafile.inputs))),
);
// Last: what was interrupted is made anew.
writeFileSync(MADE_OF, madeOf());
