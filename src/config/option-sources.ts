import { leadingOptions } from './command-line.js';
import type { ConfigEntry } from './config-file.js';
import { nearestName } from './nearest.js';
import { flag, OptionError } from './option-types.js';
import { OPTION_ALIASES, OPTIONS, OPTIONS_WITHOUT_EFFECT } from './options.js';

const ENVIRONMENT_PREFIX = 'COIND_';

/** A text given for an option, and where. */
export interface GivenText {
  readonly text: string;
  /** For errors, such as `-rpcport` or `coind.conf:3: rpcport`. */
  readonly place: string;
}

/** The options that one source sets. */
export interface OptionSource {
  readonly given: ReadonlyMap<string, readonly GivenText[]>;
  /** Notes for the operator. */
  readonly notes: readonly string[];
}

class SourceBuilder {
  readonly given = new Map<string, GivenText[]>();
  readonly notes: string[] = [];

  /**
   * @param text - undefined for an option without a value
   * @returns false for an unknown name
   */
  add(name: string, text: string | undefined, place: string): boolean {
    if (OPTIONS_WITHOUT_EFFECT.has(name)) {
      this.notes.push(`${place} has no effect on this node`);
      return true;
    }
    const alias = OPTION_ALIASES.get(name);
    if (alias?.value !== undefined) {
      if (flag.parse([text ?? '1'])) this.#give(alias.option, alias.value, place);
      return true;
    }
    const option = alias?.option ?? name;
    const declaration = OPTIONS.get(option);
    if (declaration === undefined) return false;
    if (text === undefined && !declaration.type.isFlag) {
      throw new OptionError(`${place} needs a value: ${place}=${declaration.type.form}`);
    }
    this.#give(option, text ?? '1', place);
    return true;
  }

  #give(option: string, text: string, place: string): void {
    const texts = this.given.get(option);
    if (texts === undefined) this.given.set(option, [{ text, place }]);
    else texts.push({ text, place });
  }
}

/**
 * Options of the command line: `-key=value`, `--key=value`, `-key value`, `-key` and `-nokey` for flags.
 *
 * @throws OptionError for an unknown option, and for a word that is neither an option nor the value of one
 */
export function commandLineSource(switches: readonly string[]): OptionSource {
  const source = new SourceBuilder();
  const { options, words } = leadingOptions(switches);
  if (words < switches.length) throw new OptionError(`"${switches[words]}" is no option and no value of one`);
  for (const { name, text } of options) {
    const place = `-${name}`;
    if (source.add(name, text, place)) continue;
    if (text === undefined && isNegatedFlag(name)) source.add(name.slice(2), '0', place);
    else throw unknownOption(name, place);
  }
  return source;
}

/** Options of the environment: `COIND_RPCPORT=18901`. Lists are separated by commas. */
export function environmentSource(environment: Readonly<Record<string, string | undefined>>): OptionSource {
  const source = new SourceBuilder();
  for (const [variable, value] of Object.entries(environment)) {
    if (!variable.startsWith(ENVIRONMENT_PREFIX) || value === undefined) continue;
    const name = variable.slice(ENVIRONMENT_PREFIX.length).toLowerCase();
    const texts = OPTIONS.get(name)?.type.isList === true ? value.split(',') : [value];
    for (const text of texts) {
      // Not an error: container systems set variables of this form, too (COIND_SERVICE_HOST).
      if (!source.add(name, text.trim(), variable))
        source.notes.push(`${variable} is no option of this node`);
    }
  }
  return source;
}

/**
 * Options of a configuration file.
 *
 * @throws OptionError for an unknown option
 */
export function configFileSource(entries: readonly ConfigEntry[]): OptionSource {
  const source = new SourceBuilder();
  for (const { key, value, place } of entries) {
    const where = `${place}: ${key}`;
    if (!source.add(key, value, where)) throw unknownOption(key, where);
  }
  return source;
}

function isNegatedFlag(name: string): boolean {
  if (!name.startsWith('no')) return false;
  const option = OPTION_ALIASES.get(name.slice(2))?.option ?? name.slice(2);
  return OPTIONS_WITHOUT_EFFECT.has(option) || OPTIONS.get(option)?.type.isFlag === true;
}

function unknownOption(name: string, place: string): OptionError {
  const nearest = nearestName(name, [...OPTIONS.keys(), ...OPTION_ALIASES.keys()]);
  const advice = nearest === undefined ? 'coind --help lists all options' : `did you mean ${nearest}?`;
  return new OptionError(`${place} is no option of this node; ${advice}`);
}
