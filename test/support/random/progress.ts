import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMPILED = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/**
 * How far a test with many seeds has come, in a file, so that several runs of the same build add up.
 * The file is in the directory that env PROGRESS names, by default that for temporary files; another
 * build starts from the beginning.
 */
export class Progress<T extends object> {
  readonly path: string;
  readonly #build: string;
  /** Seeds that are done: all below this one. */
  next = 1;

  /**
   * @param name - of the test
   * @param folders - of the compiled program whose content makes a build, such as `vm/lua`
   * @param tally - what is added up; filled with what the file has
   */
  constructor(
    name: string,
    folders: readonly string[],
    readonly tally: T,
  ) {
    this.path = join(process.env.PROGRESS || tmpdir(), `coind-${name}.json`);
    this.#build = fingerprint(folders);
    if (!existsSync(this.path)) return;
    const { build, next, tally: kept } = JSON.parse(readFileSync(this.path, 'utf8'));
    if (build !== this.#build) return;
    this.next = next;
    Object.assign(tally, kept);
  }

  /** Notes that all seeds below one are done. */
  save(next: number): void {
    this.next = next;
    writeFileSync(this.path, JSON.stringify({ build: this.#build, next, tally: this.tally }));
  }
}

function fingerprint(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const files = readdirSync(join(COMPILED, folder), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter(name => name.endsWith('.js')).sort()) {
      hash.update(file).update(readFileSync(join(COMPILED, folder, file)));
    }
  }
  return hash.digest('hex');
}
