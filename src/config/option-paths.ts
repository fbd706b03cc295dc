import { resolve } from 'node:path';
import type { Options } from './load-options.js';
import type { OptionPath, OptionPathUse } from './option-types.js';
import { OPTIONS } from './options.js';

/** A path that an option names. */
export interface PathOfOption {
  readonly option: string;
  readonly use: OptionPathUse;
  /** Absolute. */
  readonly path: string;
}

/** All paths that the options of a node name, by their declarations. */
export function pathsOfOptions(options: Options): PathOfOption[] {
  const values: Readonly<Record<string, unknown>> = { ...options, datadir: options.dataDirectory };
  return [...OPTIONS].flatMap(([option, { type }]) => {
    const declared = type.path;
    if (declared === undefined) return [];
    const texts = [values[option]].flat().filter(text => typeof text === 'string' && text !== '') as string[];
    const base = baseOf(declared, options);
    return texts.map(text => ({ option, use: declared.use, path: resolve(base, text) }));
  });
}

function baseOf({ relativeTo }: OptionPath, { dataDirectory, networkDirectory }: Options): string {
  switch (relativeTo) {
    case 'working directory':
      return process.cwd();
    case 'data directory':
      return dataDirectory;
    case 'directory of the network':
      return networkDirectory;
  }
}
