import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The version of this program as `package.json` states it. */
export function packageVersion(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    try {
      const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
        version: string;
      };
      return version;
    } catch (error) {
      const parent = dirname(directory);
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === directory) throw error;
      directory = parent;
    }
  }
}
