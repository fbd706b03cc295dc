import { VOLUMES } from '../support/volumes.js';

/** What a call of the runner of benchmarks asks for. */
export interface BenchRequest {
  /** Names of benchmarks in the order in which they are run, each once. */
  readonly names: readonly string[];
  /** A commit, branch or tag whose benchmarks are run beside those of this checkout. */
  readonly against: string | undefined;
  /** How often each benchmark is run on each side. */
  readonly rounds: number;
  /** Whether the figures are printed as one JSON object on the last line. */
  readonly json: boolean;
  /** What the benchmarks are given, such as `--transfers=1000`. */
  readonly volumes: readonly string[];
}

/** The call cannot be understood; the message says why, and what would be right. */
export class BenchUsageError extends Error {
  override readonly name = 'BenchUsageError';
}

/** Every benchmark. */
const ALL = 'all';
const ROUNDS_BESIDE_ANOTHER = 3;

/**
 * Reads the arguments of the runner: `NAME… | all [--against COMMIT] [--rounds N] [--json] [--VOLUME=N…]`. An option
 * can be `--option value` or `--option=value`.
 *
 * npm takes options that do not follow `--` as its own and passes them on in the environment: the
 * value where it is written with `=`; otherwise `true`, and the value is left among the names. Then the
 * one word that names no benchmark is the commit.
 *
 * @param words - the arguments of the program
 * @param environment - where npm puts its options, such as `npm_config_against`
 * @param benchmarks - the names that there are
 * @throws BenchUsageError
 */
export function benchRequest(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  benchmarks: readonly string[],
): BenchRequest {
  const { names, options, volumes } = separated(words);
  const fromNpm = environment.npm_config_against;
  if (!options.has('against') && fromNpm !== undefined && fromNpm !== '') {
    options.set('against', fromNpm === 'true' ? takeStranger(names, benchmarks) : fromNpm);
  }
  const roundsFromNpm = environment.npm_config_rounds;
  if (!options.has('rounds') && roundsFromNpm !== undefined) options.set('rounds', roundsFromNpm);
  const against = options.get('against');
  return {
    names: chosen(names, benchmarks),
    against,
    rounds: roundsOf(options.get('rounds'), against === undefined ? 1 : ROUNDS_BESIDE_ANOTHER),
    json: options.has('json') || environment.npm_config_json === 'true',
    volumes,
  };
}

/** How the runner is called, for messages. */
export function benchUsage(benchmarks: readonly string[]): string {
  return [
    `usage: npm run bench NAME… [-- [--against COMMIT] [--rounds N] [--json] [--VOLUME=N…]]`,
    `benchmarks: ${benchmarks.join(', ')}; ${ALL} for all of them`,
  ].join('\n');
}

function separated(words: readonly string[]) {
  const names: string[] = [];
  const volumes: string[] = [];
  const options = new Map<string, string>();
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const option = /^--([^=]+)(?:=(.*))?$/s.exec(word);
    if (option === null) {
      names.push(word);
      continue;
    }
    const [, name = '', value] = option;
    if (name === 'json' && value === undefined) options.set(name, '');
    else if (name === 'against' || name === 'rounds') options.set(name, value ?? valueAfter(name, rest));
    else if (isVolume(name) && value !== undefined) volumes.push(word);
    else {
      const known = VOLUMES.map(volume => `--${volume}=`).join(', ');
      throw new BenchUsageError(
        `there is no option ${word}; there are --against, --rounds and --json, and ${known} with a number`,
      );
    }
  }
  return { names, options, volumes };
}

function isVolume(name: string): boolean {
  return (VOLUMES as readonly string[]).includes(name);
}

function valueAfter(name: string, rest: string[]): string {
  const value = rest.shift();
  if (value !== undefined && !value.startsWith('--')) return value;
  throw new BenchUsageError(`--${name} needs a value: ${name === 'against' ? 'a commit' : 'a number'}`);
}

/** Takes the only word that names no benchmark out of the names. */
function takeStranger(names: string[], benchmarks: readonly string[]): string {
  const strangers = names.filter(name => name !== ALL && !benchmarks.includes(name));
  const [commit] = strangers;
  if (commit === undefined || strangers.length > 1) {
    throw new BenchUsageError(
      `which commit is meant is not clear${strangers.length > 1 ? `: ${strangers.join(' or ')}` : ''}; ` +
        'put the option behind --, as in npm run bench lua -- --against COMMIT',
    );
  }
  names.splice(names.indexOf(commit), 1);
  return commit;
}

function chosen(names: readonly string[], benchmarks: readonly string[]): readonly string[] {
  if (names.length === 0) throw new BenchUsageError('no benchmark is named');
  const unknown = names.find(name => name !== ALL && !benchmarks.includes(name));
  if (unknown !== undefined) throw new BenchUsageError(`there is no benchmark ${unknown}`);
  return names.includes(ALL) ? benchmarks : [...new Set(names)];
}

function roundsOf(text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new BenchUsageError(`--rounds is a number from 1 to 999, not ${text}`);
}
