import { join } from 'node:path';
import { cookiePath } from '../../config/cookie.js';
import type { Options } from '../../config/load-options.js';
import { pathsOfOptions } from '../../config/option-paths.js';
import type { OptionPathUse } from '../../config/option-types.js';
import { type Caller, isLocal } from '../declaration/caller.js';
import { roleAllows } from '../declaration/touches.js';

/** Where contracts are read from (spec 02 §3.7): everybody may read there. */
export const LUA_DIRECTORY = '/tmp/lua';

/** Which paths methods may use. All are absolute. */
export interface PathRules {
  /** Where relative paths begin: the first directory of callers that may not name any file. */
  readonly filesDirectory: string;
  /** Directories that those callers may use besides. */
  readonly otherDirectories: readonly string[];
  /** Directories of the node; only those for files may be in one. */
  readonly ownDirectories: readonly string[];
  /** Files of the node, wherever they are. With them go the names of what is unfinished, of locks and of older logs. */
  readonly ownFiles: readonly string[];
}

/** The rules that follow from the options of a node. */
export function pathRulesOf(options: Options): PathRules {
  const named = pathsOfOptions(options);
  const pathsFor = (use: OptionPathUse): string[] =>
    named.filter(path => path.use === use).map(({ path }) => path);
  const [filesDirectory = join(options.dataDirectory, 'files'), ...otherDirectories] = pathsFor('files');
  return {
    filesDirectory,
    otherDirectories,
    ownDirectories: [...pathsFor('own-directory'), options.networkDirectory],
    // What is read, such as the configuration, must not be made by somebody else either.
    ownFiles: [...pathsFor('own-file'), ...pathsFor('read'), cookiePath(options.networkDirectory)],
  };
}

/**
 * Whether a caller may name any file that is not the node's own, instead of those in the directories for files: whoever
 * has the node itself in his hands, at this machine.
 */
export function mayNameAnyFile(caller: Caller | undefined): boolean {
  return caller === undefined || (isLocal(caller) && roleAllows(caller.role, ['node']));
}
