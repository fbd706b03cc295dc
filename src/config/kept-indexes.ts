import { INDEX_NAMES, type IndexName } from './index-names.js';
import type { Options } from './load-options.js';
import type { NetworkParameters } from './network.js';

/** The indexes that a node keeps: those of the option, by default all on a development network and none elsewhere. */
export function keptIndexNames(
  { index }: Pick<Options, 'index'>,
  { development }: Pick<NetworkParameters, 'development'>,
): readonly IndexName[] {
  if (index === undefined) return development === undefined ? [] : INDEX_NAMES;
  return INDEX_NAMES.filter(name => index.includes('all') || index.includes(name));
}
