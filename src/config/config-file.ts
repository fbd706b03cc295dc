import { OptionError } from './option-types.js';
import { readSmallFile } from './small-file.js';

/** One `key=value` of a configuration file. */
export interface ConfigEntry {
  readonly key: string;
  readonly value: string;
  /** Its location, such as `coind.conf:12`. */
  readonly place: string;
}

/** Codes of the operating system for a file, or a directory on the way to it, that is not there. */
const NO_SUCH_FILE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR']);

/** The option whose value would be cut without anybody noticing it. */
const PASSWORD = 'rpcpassword';

/** What stands for no configuration file, although it is no ordinary one. */
const NO_FILE = '/dev/null';

/**
 * The entries of a configuration file: one `key=value` a line, blanks around both are ignored,
 * what follows a `#` at the start of a line or after a blank is a comment (spec 02 §1.8).
 *
 * @returns undefined when there is no such file
 * @throws OptionError for a line of another form, or a file that cannot be read
 */
export function readConfigFile(path: string): readonly ConfigEntry[] | undefined {
  if (path === NO_FILE) return [];
  let content: string;
  try {
    content = readSmallFile(path);
  } catch (error) {
    if (NO_SUCH_FILE.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw new OptionError(`cannot read ${path}: ${(error as Error).message}`);
  }
  return parseConfig(content, path);
}

/** @throws OptionError for a line that is not `key=value`, and for a comment behind a password */
export function parseConfig(content: string, path: string): readonly ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  for (const [index, line] of content.split(/\r?\n/).entries()) {
    const stripped = line.replace(/(^|\s)#.*$/, '').trim();
    if (stripped === '') continue;
    const place = `${path}:${index + 1}`;
    const equals = stripped.indexOf('=');
    if (equals <= 0) throw new OptionError(`${place}: expected key=value, got "${stripped}"`);
    const key = stripped.slice(0, equals).trim();
    if (key === PASSWORD && stripped.length < line.trim().length) {
      throw new OptionError(
        `${place}: a # after a blank begins a comment, which may be meant as a part of the password: put comments in ` +
          'lines of their own, or choose a password without " #"',
      );
    }
    entries.push({ key, value: stripped.slice(equals + 1).trim(), place });
  }
  return entries;
}
