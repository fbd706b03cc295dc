import fs, { type Stats } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { temporaryDirectory } from '../temporary-directory.js';

/*
 * What a loss of power leaves of the files of a directory: data that was synced and names whose directory was synced
 * are there; of everything else as much as the system happened to write. Between any two changes that are made, and at
 * each sync, the possible remains are noted, and put into directories afterwards.
 */

/** Names of files by path, and the directories; a file is told by its inode. */
interface Names {
  readonly files: ReadonlyMap<string, number>;
  readonly directories: ReadonlySet<string>;
}

/** The files at one moment, and what of them is on the disk for certain. */
interface Moment {
  readonly names: Names;
  readonly lasting: Names;
  readonly content: ReadonlyMap<number, Buffer>;
  readonly synced: ReadonlyMap<number, Buffer>;
  /** What had been acknowledged. */
  readonly known: number;
}

/** Which part of what was not synced has got to the disk. */
export const LOSSES = ['nothing more', 'names only', 'data only', 'half of the data', 'everything'] as const;
export type Loss = (typeof LOSSES)[number];

type AnyFunction = (this: unknown, ...words: unknown[]) => unknown;

const CHANGES = [
  'rename',
  'unlink',
  'rm',
  'mkdir',
  'link',
  'writeFile',
  'appendFile',
  'copyFile',
  'truncate',
  'open',
];
const CHANGES_OF_HANDLES = ['write', 'writev', 'writeFile', 'appendFile', 'truncate'];

/** Notes what a loss of power could leave while something is done with the files of a directory. */
export class PowerLossRecorder {
  readonly #root: string;
  readonly #moments: Moment[] = [];
  readonly #undo: (() => void)[] = [];
  #lasting: Names = { files: new Map(), directories: new Set() };
  readonly #synced = new Map<number, Buffer>();
  #known = 0;
  #isNoting = false;

  private constructor(root: string) {
    this.#root = root;
  }

  /** Begins with the files that a directory has, all of which are on the disk. */
  static async begin(root: string): Promise<PowerLossRecorder> {
    const recorder = new PowerLossRecorder(root);
    const names = recorder.#names();
    recorder.#lasting = names;
    for (const inode of names.files.values())
      recorder.#synced.set(inode, recorder.#content(names).get(inode)!);
    await recorder.#watch();
    return recorder;
  }

  /** Something was acknowledged: from now on it has to survive. */
  acknowledge(): void {
    this.#known++;
  }

  /** Ends noting. */
  end(): void {
    this.#note();
    for (const undo of this.#undo.splice(0)) undo();
    syncBuiltinESMExports();
  }

  /** @yields each of what could be left, as a directory, and how much had been acknowledged by then */
  *remains(): Generator<{ readonly directory: string; readonly known: number; readonly about: string }> {
    const seen = new Set<string>();
    for (const [i, moment] of this.#moments.entries()) {
      for (const loss of LOSSES) {
        const left = remainsOf(moment, loss);
        const key =
          [...left].map(([path, bytes]) => `${path} ${bytes?.toString('base64')}`).join('\n') + moment.known;
        if (seen.has(key)) continue;
        seen.add(key);
        const directory = temporaryDirectory();
        for (const [path, bytes] of left) {
          const target = join(directory, path);
          fs.mkdirSync(bytes === undefined ? target : dirname(target), { recursive: true });
          if (bytes !== undefined) fs.writeFileSync(target, bytes);
        }
        yield { directory, known: moment.known, about: `moment ${i}, ${loss}` };
        fs.rmSync(directory, { recursive: true });
      }
    }
  }

  #names(): Names {
    const files = new Map<string, number>();
    const directories = new Set<string>();
    for (const name of readTree(this.#root)) {
      const found = statIfThere(join(this.#root, name));
      if (found?.isDirectory() === true) directories.add(name);
      else if (found?.isFile() === true) files.set(name, found.ino);
    }
    return { files, directories };
  }

  #content({ files }: Names): Map<number, Buffer> {
    const content = new Map<number, Buffer>();
    for (const [name, inode] of files) content.set(inode, fs.readFileSync(join(this.#root, name)));
    return content;
  }

  #note(): void {
    // Reading the files opens them.
    if (this.#isNoting) return;
    this.#isNoting = true;
    try {
      this.#noteMoment();
    } finally {
      this.#isNoting = false;
    }
  }

  #noteMoment(): void {
    const names = this.#names();
    const content = this.#content(names);
    const inodes = new Set([...names.files.values(), ...this.#lasting.files.values()]);
    for (const inode of this.#synced.keys()) if (!inodes.has(inode)) this.#synced.delete(inode);
    this.#moments.push({
      names,
      lasting: this.#lasting,
      content,
      synced: new Map(this.#synced),
      known: this.#known,
    });
  }

  /** A file or directory is on the disk as it is now. */
  #syncedNow(found: Stats): void {
    const names = this.#names();
    if (found.isFile()) {
      const bytes = this.#content(names).get(found.ino);
      if (bytes !== undefined) this.#synced.set(found.ino, bytes);
      return;
    }
    const directory = ['', ...names.directories].find(
      name => statIfThere(join(this.#root, name))?.ino === found.ino,
    );
    if (directory === undefined) return;
    const isIn = (path: string): boolean => (dirname(path) === '.' ? '' : dirname(path)) === directory;
    this.#lasting = {
      files: new Map([
        ...[...this.#lasting.files].filter(([path]) => !isIn(path)),
        ...[...names.files].filter(([path]) => isIn(path)),
      ]),
      directories: new Set([
        ...[...this.#lasting.directories].filter(path => !isIn(path)),
        ...[...names.directories].filter(isIn),
      ]),
    };
  }

  async #watch(): Promise<void> {
    const before = (): void => this.#note();
    const synced = (found: Stats | undefined): void => {
      if (found !== undefined) {
        this.#isNoting = true;
        this.#syncedNow(found);
        this.#isNoting = false;
      }
      this.#note();
    };
    const path = join(temporaryDirectory(), 'file');
    const handle = await fs.promises.open(path, 'w');
    const handles = Object.getPrototypeOf(handle) as object;
    await handle.close();
    for (const name of CHANGES) this.#replace(fs.promises, name, wrapped => noting(before, wrapped));
    for (const name of [...CHANGES.map(each => `${each}Sync`), 'writeSync', 'write', 'ftruncateSync'])
      this.#replace(fs, name, wrapped => noting(before, wrapped));
    for (const name of CHANGES_OF_HANDLES) this.#replace(handles, name, wrapped => noting(before, wrapped));
    for (const name of ['sync', 'datasync']) {
      this.#replace(
        handles,
        name,
        wrapped =>
          async function (this: unknown, ...words) {
            const found = await (this as fs.promises.FileHandle).stat();
            await wrapped.apply(this, words);
            synced(found);
          },
      );
    }
    for (const name of ['fsyncSync', 'fdatasyncSync']) {
      this.#replace(fs, name, wrapped => (file, ...words) => {
        wrapped.call(undefined, file, ...words);
        synced(fs.fstatSync(file as number));
      });
    }
    for (const name of ['fsync', 'fdatasync']) {
      this.#replace(fs, name, wrapped => (file, done) => {
        wrapped.call(undefined, file, (error: Error | null) => {
          synced(fs.fstatSync(file as number));
          (done as (error: Error | null) => void)(error);
        });
      });
    }
    syncBuiltinESMExports();
  }

  #replace(target: object, name: string, by: (original: AnyFunction) => AnyFunction): void {
    const functions = target as Record<string, AnyFunction | undefined>;
    const original = functions[name];
    if (original === undefined) throw new Error(`there is no function ${name} to watch`);
    functions[name] = by(original);
    this.#undo.push(() => {
      functions[name] = original;
    });
  }
}

function noting(before: () => void, original: AnyFunction): AnyFunction {
  return function (this: unknown, ...words) {
    before();
    return original.apply(this, words);
  };
}

function statIfThere(path: string): Stats | undefined {
  return fs.statSync(path, { throwIfNoEntry: false });
}

function readTree(root: string): string[] {
  const names: string[] = [];
  const walk = (directory: string): void => {
    for (const name of fs.readdirSync(directory)) {
      const path = join(directory, name);
      names.push(relative(root, path));
      if (statIfThere(path)?.isDirectory() === true) walk(path);
    }
  };
  walk(root);
  return names.sort();
}

/** Content by path; undefined for a directory. */
function remainsOf({ names, lasting, content, synced }: Moment, loss: Loss): Map<string, Buffer | undefined> {
  const hasNames = loss === 'names only' || loss === 'half of the data' || loss === 'everything';
  const { files, directories } = hasNames ? names : lasting;
  const left = new Map<string, Buffer | undefined>();
  const isThere = (path: string): boolean =>
    dirname(path) === '.' || (directories.has(dirname(path)) && isThere(dirname(path)));
  for (const path of directories) if (isThere(path)) left.set(path, undefined);
  for (const [path, inode] of files) {
    if (!isThere(path)) continue;
    const certain = synced.get(inode) ?? Buffer.alloc(0);
    const whole = content.get(inode) ?? certain;
    left.set(path, dataOf(certain, whole, loss));
  }
  return left;
}

function dataOf(certain: Buffer, whole: Buffer, loss: Loss): Buffer {
  if (loss === 'everything' || loss === 'data only') return whole;
  if (loss !== 'half of the data' || whole.length <= certain.length) return certain;
  return whole.subarray(0, certain.length + ((whole.length - certain.length) >> 1));
}
