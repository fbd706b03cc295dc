import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder of this package, where the SDK and asconfig.json are: the first above this module with
 * a package.json.
 */
export function packageRoot(): string {
  let directory = import.meta.dirname;
  while (!existsSync(join(directory, 'package.json'))) {
    const parent = dirname(directory);
    if (parent === directory) throw new Error(`no package.json above ${import.meta.dirname}`);
    directory = parent;
  }
  return directory;
}
