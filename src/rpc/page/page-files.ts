import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the page as it is sent. */
export interface PageFile {
  readonly type: string;
  /** The name of its packing for Content-Encoding; undefined for a file that is not packed. */
  readonly encoding: 'br' | 'gzip' | undefined;
  readonly bytes: Buffer;
  /** Whether its name has a hash of its content, so that it never changes. */
  readonly isFixed: boolean;
  readonly etag: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** Packed forms beside a file, the smallest first. */
const PACKED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
const HASHED_NAME = /-[0-9A-Z]{8}\.[a-z]+$/;

/** The files that `web/build.mjs` has made. They are looked for and read when a browser first asks. */
export class PageFiles {
  readonly #directory: string;
  #names: ReadonlySet<string> | undefined;
  readonly #read = new Map<string, PageFile>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /**
   * @param name - without a directory; only what lies in the directory of the page is there
   * @param accepted - the header Accept-Encoding
   * @returns undefined where there is no such file
   */
  file(name: string, accepted: string): PageFile | undefined {
    this.#names ??= new Set(namesIn(this.#directory));
    const type = TYPES[extname(name)];
    if (type === undefined || !this.#names.has(name)) return undefined;
    const [encoding, ending = ''] =
      PACKED.find(([form, end]) => accepts(accepted, form) && this.#names?.has(name + end)) ?? [];
    const key = name + ending;
    let file = this.#read.get(key);
    if (file === undefined) {
      const bytes = readFileSync(join(this.#directory, key));
      const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
      file = { type, encoding, bytes, isFixed: HASHED_NAME.test(name), etag };
      this.#read.set(key, file);
    }
    return file;
  }
}

/** None where the page was not built, as in a checkout that was only compiled. */
function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Whether a list of encodings has one that is not weighed with 0. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some(entry => {
    const [name = '', weight = ''] = entry.split(';');
    return name.trim().toLowerCase() === encoding && !/^\s*q=0(\.0*)?\s*$/i.test(weight);
  });
}
