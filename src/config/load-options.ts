import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { required } from '../codec/required.js';
import { readConfigFile } from './config-file.js';
import type { NetworkParameters } from './network.js';
import { NETWORKS } from './networks/index.js';
import {
  commandLineSource,
  configFileSource,
  environmentSource,
  type GivenText,
  type OptionSource,
} from './option-sources.js';
import { OptionError } from './option-types.js';
import { OPTIONS, type OptionName, type OptionValues } from './options.js';
import { readSmallFile } from './small-file.js';

/** The configuration file of the reference, read after this node's own. */
const REFERENCE_CONFIG = 'WaykiChain.conf';
/** Options that decide which configuration file is read, so that they cannot be set in one. */
const BEFORE_FILE: readonly OptionName[] = ['datadir', 'conf'];

/** Rights of the group and of everybody to read. */
const READABLE_BY_OTHERS = 0o044;

/** The options of a run, with what follows from them. */
export interface Options extends Omit<OptionValues, 'rpcport'> {
  readonly rpcport: number;
  readonly network: NetworkParameters;
  /** The data directory as an absolute path. */
  readonly dataDirectory: string;
  /** The directory of the network in it: chain, wallet, cookie. */
  readonly networkDirectory: string;
  /** The configuration file, whether it exists or not. */
  readonly configFile: string;
}

export interface LoadedOptions {
  readonly options: Options;
  /** Notes for the operator, such as options without effect. */
  readonly notes: readonly string[];
}

/**
 * Reads the options: the command line wins over the environment, that over the configuration file,
 * that over the defaults. A list is taken as a whole from one source.
 *
 * @param switches - words of the command line that begin with `-`
 * @throws OptionError with a message for the operator
 */
export function loadOptions(
  switches: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): LoadedOptions {
  const sources = [commandLineSource(switches), environmentSource(environment)];
  const dataDirectory = directoryOf(value('datadir', sources) as string);
  const configFile = resolve(dataDirectory, value('conf', sources) as string);
  for (const source of fileSources(dataDirectory, configFile, find('conf', sources) !== undefined)) {
    for (const name of BEFORE_FILE) {
      const place = source.given.get(name)?.[0]?.place;
      if (place !== undefined)
        throw new OptionError(`${place} belongs on the command line: it decides which file is read`);
    }
    sources.push(source);
  }
  const values = Object.fromEntries(
    [...OPTIONS.keys()].map(name => [name, value(name, sources)]),
  ) as unknown as OptionValues;
  const network = required(NETWORKS.get(values.nettype), 'the declaration, or the place, of the option');
  return {
    options: {
      ...values,
      rpcport: values.rpcport ?? network.rpcPort,
      rpcpassword: passwordOf(values),
      network,
      dataDirectory,
      networkDirectory: join(dataDirectory, network.directory),
      configFile,
    },
    notes: [
      ...sources.flatMap(source => source.notes),
      ...secretsThatOthersRead(configFile, sources, values),
    ],
  };
}

/** The password, from its file where one is named. @throws OptionError */
function passwordOf({ rpcpassword, rpcpasswordfile: path }: OptionValues): string {
  if (path === '') return rpcpassword;
  if (rpcpassword !== '')
    throw new OptionError('rpcpassword and rpcpasswordfile are both given: give one of them');
  try {
    const [password = ''] = readSmallFile(path).split(/\r?\n/, 1);
    if (password !== '') return password;
  } catch (error) {
    throw new OptionError(`rpcpasswordfile: ${(error as Error).message}`);
  }
  throw new OptionError(`rpcpasswordfile: the first line of ${path} is empty`);
}

/** Notes about files with secrets that other users of this machine can read. */
function secretsThatOthersRead(
  configFile: string,
  sources: readonly OptionSource[],
  { rpcpasswordfile }: OptionValues,
): string[] {
  const isInFile =
    find('rpcpassword', sources)?.some(({ place }) => place.startsWith(`${configFile}:`)) === true;
  const files = [...(isInFile ? [configFile] : []), ...(rpcpasswordfile === '' ? [] : [rpcpasswordfile])];
  return files
    .filter(path => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & READABLE_BY_OTHERS) !== 0)
    .map(path => `${path} has a password and can be read by other users of this machine: chmod 600 ${path}`);
}

function fileSources(dataDirectory: string, configFile: string, isGiven: boolean): OptionSource[] {
  const own = readConfigFile(configFile);
  if (own === undefined && isGiven)
    throw new OptionError(`the configuration file ${configFile} does not exist`);
  const reference = isGiven ? undefined : readConfigFile(join(dataDirectory, REFERENCE_CONFIG));
  return [own, reference].filter(entries => entries !== undefined).map(configFileSource);
}

function find(name: string, sources: readonly OptionSource[]): readonly GivenText[] | undefined {
  return sources.find(source => source.given.has(name))?.given.get(name);
}

/** The value of an option from the first source that has it. */
function value(name: string, sources: readonly OptionSource[]): unknown {
  const declaration = required(OPTIONS.get(name), 'the declaration, or the place, of the option');
  const given = find(name, sources);
  if (given === undefined) return declaration.default;
  try {
    return declaration.type.parse(given.map(({ text }) => text));
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new OptionError(
      `${required(given.at(-1), 'the declaration, or the place, of the option').place} ${error.message}`,
    );
  }
}

function directoryOf(datadir: string): string {
  if (datadir === 'cur') return process.cwd();
  return resolve(datadir.replace(/^~(?=$|\/)/, homedir()));
}
