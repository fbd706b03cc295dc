/*
 * Joins the compiled modules of the program into a few files, `dist/program/`: a process that loads some two
 * hundred modules one by one needs seven times as long before it does anything. What is loaded later (`import()`)
 * stays in files of its own, packages stay packages.
 *
 * The files lie in one folder, so that a file that is named beside a module (`new URL('./x.js', import.meta.url)`:
 * programs of threads and of other processes) is beside it here, too.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';

const OUTPUT = 'dist/program';
/**
 * What users start and import: `bin` and `exports` of package.json. The files of a group share what they have in
 * common; groups are loaded by different processes, and the fewer files share something the fewer files there are.
 */
const GROUPS = [
  { coind: 'dist/src/cli/main.js' },
  { client: 'dist/src/client/index.js' },
  {
    testing: 'dist/src/cli/contract/test-runner/testing.js',
    sequences: 'dist/src/cli/contract/test-runner/sequences.js',
    'test-process': 'dist/src/cli/contract/test-runner/test-process.js',
  },
];
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

const inGroups = new Set(GROUPS.flatMap(Object.values));
const alone = Object.entries(programsBeside())
  .filter(([, path]) => !inGroups.has(path))
  .map(([name, path]) => ({ [name]: path }));
rmSync(OUTPUT, { recursive: true, force: true });
await Promise.all(
  [...GROUPS, ...alone].map(entryPoints =>
    build({
      entryPoints,
      outdir: OUTPUT,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      packages: 'external',
      sourcemap: true,
      sourcesContent: false,
      logLevel: 'warning',
    }),
  ),
);
