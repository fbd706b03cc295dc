import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { contractAbi, contractViews } from './contract-abi.js';
import type { ContractInterface } from './contract-interface.js';
import { ContractBuildError } from './diagnostics.js';
import { type ParsedSource, parseSource } from './parse-source.js';
import { ValueTypes } from './value-types.js';

/** A source of a contract: what its author wrote. */
export interface ContractSource {
  readonly source: ParsedSource;
  readonly text: string;
}

/** Sources that stand in the place of those in files, by absolute path. */
export type ReplacedSources = ReadonlyMap<string, Uint8Array>;

/** What the sources of a contract say, before anything is compiled. */
export interface ReadContract extends ContractInterface {
  readonly views: ReadonlyMap<string, string>;
  /** The contract's own sources by their paths from its folder. */
  readonly sources: ReadonlyMap<string, ContractSource>;
  readonly types: ValueTypes;
}

/**
 * Reads the sources of a contract in AssemblyScript: the one given and all that it imports.
 *
 * @param file - the source with the class marked `@contract`
 * @throws ContractBuildError for sources that cannot be read, and types that an ABI cannot hold
 */
export function readContract(file: string, replaced?: ReplacedSources): ReadContract {
  const sources = readSources(dirname(file), basename(file, '.ts'), replaced);
  const parsed = [...sources.values()].map(({ source }) => source);
  const types = new ValueTypes();
  for (const { classes } of parsed) {
    for (const { name, mark } of classes) if (mark.name !== 'contract') types.addStruct(name);
  }
  const contracts = parsed.flatMap(({ classes }) => classes.filter(({ mark }) => mark.name === 'contract'));
  if (contracts.length !== 1) {
    throw new ContractBuildError(
      `${file} and what it imports have ${contracts.length} classes marked @contract, one is expected`,
    );
  }
  return { abi: contractAbi(parsed, types), views: contractViews(parsed, types), sources, types };
}

/** The contract's own sources by their paths from its folder: the one given and all that it imports. */
function readSources(
  directory: string,
  entry: string,
  replaced: ReplacedSources | undefined,
): Map<string, ContractSource> {
  const sources = new Map<string, ContractSource>();
  const pending = [entry];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const path = [`${next}.ts`, `${next}/index.ts`].find(each => existsSync(join(directory, each)));
    if (path === undefined) throw new ContractBuildError(`${join(directory, next)}.ts does not exist`);
    if (sources.has(path)) continue;
    const file = join(directory, path);
    const text = Buffer.from(replaced?.get(resolve(file)) ?? readFileSync(file)).toString('utf8');
    const source = parseSource(text, path, file);
    sources.set(path, { source, text });
    pending.push(...source.imports.flatMap(({ file: imported }) => imported ?? []));
  }
  return sources;
}
