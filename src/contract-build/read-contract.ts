import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type CompletedSource, completeClasses } from './complete-classes.js';
import { contractAbi, contractViews } from './contract-abi.js';
import type { ContractInterface } from './contract-interface.js';
import { ContractBuildError, refuseSource } from './diagnostics.js';
import { type ParsedSource, parseSource } from './parse-source.js';
import { ValueTypes } from './value-types.js';

/** A source of a contract: what its author wrote. */
export interface ContractSource {
  readonly source: CompletedSource;
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
  /** The sources in which structs and rows are, by their names. */
  readonly structs: ReadonlyMap<string, CompletedSource>;
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
  const structs = new Map<string, CompletedSource>();
  for (const source of parsed) {
    for (const { name, mark } of source.classes) {
      if (mark.name === 'contract') continue;
      types.addStruct(name);
      structs.set(name, source);
    }
    for (const [name, { type, line }] of source.aliases) {
      if (!types.addAlias(name, type))
        refuseSource(source.file, line, `the type ${name} is another one elsewhere`);
    }
  }
  const contracts = parsed.flatMap(({ classes }) => classes.filter(({ mark }) => mark.name === 'contract'));
  if (contracts.length !== 1) {
    throw new ContractBuildError(
      `${file} and what it imports have ${contracts.length} classes marked @contract, one is expected`,
    );
  }
  // What views answer may need names for types, too, which are in the ABI.
  const views = contractViews(parsed, types);
  return { abi: contractAbi(parsed, types), views, sources, types, structs };
}

/** The contract's own sources by their paths from its folder: the one given and all that it imports. */
function readSources(
  directory: string,
  entry: string,
  replaced: ReplacedSources | undefined,
): Map<string, ContractSource> {
  const sources = new Map<string, { readonly source: ParsedSource; readonly text: string }>();
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
  const completed = completeClasses([...sources.values()].map(({ source }) => source));
  return new Map(
    completed.map(source => [source.path, { source, text: sources.get(source.path)?.text ?? '' }]),
  );
}
