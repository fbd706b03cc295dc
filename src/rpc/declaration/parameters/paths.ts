import type { Json } from '../../../codec/json-value.js';
import type { Caller } from '../caller.js';
import type { DeclaredError } from '../errors.js';
import type { ParameterType } from './parameter-type.js';
import { string, text, WRONG_TYPE } from './scalars.js';

/** What a path is for; the rules that hold for it follow from that (`rpc/files/path-guard.ts`). */
export type PathUse =
  /** A file that is made. */
  | 'new-file'
  /** A file that is made, or a directory in which one is made. */
  | 'new-file-or-directory'
  /** How the paths of files begin that are made. */
  | 'prefix-of-new-files'
  /** A directory that is made. */
  | 'new-directory'
  /** A file that is read. */
  | 'file'
  /** A file that is read, of those that contracts are deployed from. */
  | 'lua-file';

/**
 * A path as a caller has given it. Nothing can be done with it but to give it to the guard of paths, which checks
 * it for this caller and says where it leads.
 */
export class GivenPath<U extends PathUse = PathUse> {
  constructor(
    readonly use: U,
    readonly text: string,
    /** Without one, the node itself. */
    readonly caller: Caller | undefined,
  ) {}
}

/** The type of a parameter that is a path. */
export interface PathParameter<U extends PathUse> extends ParameterType<GivenPath<U>> {
  readonly path: U;
}

const NOT_ALLOWED: DeclaredError = [
  'FILEPATH_INVALID',
  "the path is one of the node's own, or outside of the directories that the caller may use",
];

function path<U extends PathUse>(use: U, label: string, errors: readonly DeclaredError[]): PathParameter<U> {
  return {
    ...string,
    label,
    path: use,
    errors,
    convert: (value: Json, { caller }) => new GivenPath(use, text(value), caller),
  };
}

const CHECKED = [WRONG_TYPE, NOT_ALLOWED] as const;

/** A file that is made, and read by its owner only. */
export const newFile = path('new-file', 'path of a new file', CHECKED);
/** A file that is made, or a directory in which it is made. */
export const newFileOrDirectory = path(
  'new-file-or-directory',
  'path of a new file, or of a directory',
  CHECKED,
);
/** How the paths of files begin that are made later. */
export const prefixOfNewFiles = path('prefix-of-new-files', 'beginning of the paths of new files', CHECKED);
/** A directory that is made. */
export const newDirectory = path('new-directory', 'path of a new directory', CHECKED);
/** A file that is read. */
export const file = path('file', 'path of a file', CHECKED);
/** A Lua file below `/tmp/lua/`. Its errors are those of the methods that deploy one (spec 02 §3.7). */
export const luaFile = path('lua-file', 'path of a file below /tmp/lua/', [WRONG_TYPE]);
