import { parseArgs } from 'node:util';
import { OptionError } from './option-types.js';
import { OPTION_ALIASES, OPTIONS } from './options.js';

/** An option of the command line: `text` is undefined for one without a value. */
export interface GivenOption {
  readonly name: string;
  readonly text: string | undefined;
}

/** The options at the beginning of a command line, and where they end. */
export interface LeadingOptions {
  readonly options: readonly GivenOption[];
  /** How many words they take, with `--` if that ends them. */
  readonly words: number;
  /** The last option if it has no value and is on or off, for an error about the word after it. */
  readonly flagBefore: string | undefined;
}

type Described = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

/**
 * The options of a command line up to the first word that is neither an option nor the value of one, or to `--`:
 * `-key=value`, `--key=value`, `-key value`, and `-key` and `-nokey` for those that are on or off (spec 02 §2.1).
 * Names that no option has are among them.
 *
 * @throws OptionError for an option that is followed by another one instead of its value
 */
export function leadingOptions(words: readonly string[]): LeadingOptions {
  const { tokens } = parseArgs({
    args: words.map(withTwoDashes),
    options: DESCRIBED,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const options: GivenOption[] = [];
  let flagBefore: string | undefined;
  for (const token of tokens) {
    if (token.kind === 'positional') return { options, words: token.index, flagBefore };
    if (token.kind === 'option-terminator') return { options, words: token.index + 1, flagBefore: undefined };
    const { name } = token;
    const text = token.inlineValue === false ? nextWord(name, words[token.index + 1]) : token.value;
    options.push({ name, text });
    flagBefore =
      text === undefined && OPTIONS.has(OPTION_ALIASES.get(name)?.option ?? name) ? name : undefined;
  }
  return { options, words: words.length, flagBefore: undefined };
}

/** The word after an option, as its value. @throws OptionError where that may be an option of its own */
function nextWord(name: string, word = ''): string {
  if (/^-[^\d]/.test(word)) {
    throw new OptionError(`-${name} needs a value; one that begins with a dash is written -${name}=${word}`);
  }
  return word;
}

/** The library takes `-key` for three options of one letter each. */
function withTwoDashes(word: string): string {
  return /^-[^-]/.test(word) ? `-${word}` : word;
}

/** Which options take the next word as their value. */
const DESCRIBED: Described = Object.fromEntries([
  ...[...OPTIONS].map(([name, { type }]) => described(name, type.isFlag)),
  ...[...OPTION_ALIASES].map(([name, { option, value }]) =>
    described(name, value !== undefined || OPTIONS.get(option)?.type.isFlag === true),
  ),
]);

function described(name: string, isFlag: boolean): [string, Described[string]] {
  return [name, { type: isFlag ? 'boolean' : 'string' }];
}
