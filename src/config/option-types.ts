/** The value of an option is missing or invalid; the message names the right form. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/**
 * What a path is for:
 * - `own-file`: a file that the node makes and replaces, and nobody else writes;
 * - `own-directory`: a directory of which the same holds;
 * - `read`: a file or directory that is read;
 * - `files`: a directory in which methods may read and make files for their callers.
 */
export type OptionPathUse = 'own-file' | 'own-directory' | 'read' | 'files';

/** What a path is for, and where one that is relative begins. */
export interface OptionPath {
  readonly use: OptionPathUse;
  readonly relativeTo: 'working directory' | 'data directory' | 'directory of the network';
}

/** How the text of an option becomes a value. */
export interface OptionType<T> {
  /** The form of the value in help and errors, such as `<number>`. */
  readonly form: string;
  /** Whether the option may be given without a value, which means true. */
  readonly isFlag: boolean;
  /** Whether the option may be given several times. */
  readonly isList: boolean;
  /** What a command line can be completed with: some values, or the names of files. */
  readonly completion?: readonly string[] | 'path';
  /** For an option that is a path, or several. */
  readonly path?: OptionPath;
  /**
   * @param texts - the values in the order in which they were given; only lists have more than one
   * @throws OptionError that says what would be right
   */
  parse(texts: readonly string[]): T;
}

/** The value type of an option type. */
export type OptionValue<O> = O extends OptionType<infer T> ? T : never;

const TRUE = new Set(['1', 'true', 'yes', 'on']);
const FALSE = new Set(['0', 'false', 'no', 'off']);

/** True or false; without a value, true. */
export const flag: OptionType<boolean> = {
  form: '0 or 1',
  isFlag: true,
  isList: false,
  parse(texts) {
    const text = last(texts).toLowerCase();
    if (TRUE.has(text)) return true;
    if (FALSE.has(text)) return false;
    throw new OptionError(`must be 0 or 1, not "${text}"`);
  },
};

/** True, false, or nothing, which leaves the choice to something else. */
export const optionalFlag: OptionType<boolean | undefined> = flag;

/**
 * Nothing, everything, or some of several parts.
 * @param parts - their names; `all` stands for the whole, as the option without a value does
 */
export function partsOf<const P extends string>(parts: readonly P[]): OptionType<readonly (P | 'all')[]> {
  return {
    form: `0, 1 or ${parts.join(', ')}`,
    isFlag: true,
    isList: false,
    completion: parts,
    parse(texts) {
      const text = last(texts).toLowerCase();
      if (TRUE.has(text)) return ['all'];
      if (FALSE.has(text)) return [];
      const names = text.split(',');
      const unknown = names.find(name => !parts.some(part => part === name));
      if (unknown === undefined) return names as P[];
      throw new OptionError(`must be 0, 1 or some of ${parts.join(', ')} with commas between, not "${text}"`);
    },
  };
}

/** As {@link partsOf}, or undefined, which leaves the choice to something else. */
export function optionalParts<const P extends string>(
  parts: readonly P[],
): OptionType<readonly (P | 'all')[] | undefined> {
  return partsOf(parts);
}

/** Any text. */
export const text: OptionType<string> = { form: '<text>', isFlag: false, isList: false, parse: last };

/** A path. */
export function path(use: OptionPathUse, relativeTo: OptionPath['relativeTo']): OptionType<string> {
  const given = optionalPath(use, relativeTo);
  return {
    ...given,
    parse(texts) {
      const value = given.parse(texts);
      if (value === '') throw new OptionError('must be a path');
      return value;
    },
  };
}

/** A path; an empty text means none. */
export function optionalPath(use: OptionPathUse, relativeTo: OptionPath['relativeTo']): OptionType<string> {
  return {
    form: '<path>',
    isFlag: false,
    isList: false,
    completion: 'path',
    path: { use, relativeTo },
    parse(texts) {
      const value = last(texts);
      if (value.includes('\0')) throw new OptionError('must be a path');
      return value;
    },
  };
}

/** Paths, one for each time the option is given. */
export function paths(
  use: OptionPathUse,
  relativeTo: OptionPath['relativeTo'],
): OptionType<readonly string[]> {
  const one = path(use, relativeTo);
  return {
    ...one,
    form: '<path>, several times if needed',
    isList: true,
    parse: texts => texts.map(value => one.parse([value])),
  };
}

/** Texts, one for each time the option is given. */
export const list: OptionType<readonly string[]> = {
  form: '<text>, several times if needed',
  isFlag: false,
  isList: true,
  parse: texts => texts.filter(value => value !== ''),
};

/** A whole number within bounds, both included. */
export function integer(min: number, max: number): OptionType<number> {
  return {
    form: `<${min}..${max}>`,
    isFlag: false,
    isList: false,
    parse(texts) {
      const value = last(texts);
      const number = Number(value);
      if (!/^-?\d{1,15}$/.test(value) || number < min || number > max) {
        throw new OptionError(`must be a whole number from ${min} to ${max}, not "${value}"`);
      }
      return number;
    },
  };
}

/** Whole numbers within bounds, one for each time the option is given. */
export function integers(min: number, max: number): OptionType<readonly number[]> {
  const one = integer(min, max);
  return {
    form: `${one.form}, several times if needed`,
    isFlag: false,
    isList: true,
    parse: texts => texts.filter(value => value !== '').map(value => one.parse([value])),
  };
}

/** A whole number within bounds, or nothing, which leaves the choice to something else. */
export function optionalInteger(min: number, max: number): OptionType<number | undefined> {
  return integer(min, max);
}

/** One of a few words. */
export function choice<const W extends string>(words: readonly W[]): OptionType<W> {
  return {
    form: words.join(' | '),
    isFlag: false,
    isList: false,
    completion: words,
    parse(texts) {
      const value = last(texts);
      const word = words.find(candidate => candidate === value);
      if (word === undefined) throw new OptionError(`must be one of ${words.join(', ')}, not "${value}"`);
      return word;
    },
  };
}

function last(texts: readonly string[]): string {
  return texts.at(-1) ?? '';
}
