import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** What a module says of its own place is said by the names of these constants. */
const META = /\bimport\.meta\.(url|dirname|filename)\b/g;

/**
 * Joined modules keep the places that they were compiled to: what they find beside themselves (programs of threads
 * and processes, vectors, the compiled tree) is found as before.
 */
const keepPlaces: Plugin = {
  name: 'keep places',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]dist[\\/].*\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const places = { url: pathToFileURL(path).href, dirname: dirname(path), filename: path };
      const contents = text.replace(META, (_, member: keyof typeof places) => JSON.stringify(places[member]));
      return { contents, loader: 'js', resolveDir: dirname(path) };
    });
  },
};

/**
 * Joins compiled test files with all modules that they import into files of a folder. What several import stands in
 * files that they share. A process that loads some two hundred modules one by one needs most of a second for that
 * alone; packages stay packages.
 * @param root the folder of the compiled tests
 * @param files test files, relative to it
 * @param output the folder that is written
 * @returns the path of the joined form of a test file
 * @throws Error when a file cannot be joined
 */
export async function joinTests(
  root: string,
  files: readonly string[],
  output: string,
): Promise<(file: string) => string> {
  await build({
    entryPoints: files.map(file => join(root, file)),
    outbase: root,
    outdir: output,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [keepPlaces],
  });
  return file => join(output, file);
}
