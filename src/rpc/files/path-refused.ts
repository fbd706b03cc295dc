/**
 * Why a path is refused:
 * - `own`: the node's own files, and what their names may become;
 * - `outside`: not in a directory that the caller may use;
 * - `exists`: something is where a file or directory is to be made;
 * - `missing`: there is nothing, or no directory to make it in;
 * - `unusable`: it is no path, or what is there is no ordinary file.
 */
export type PathRefusal = 'own' | 'outside' | 'exists' | 'missing' | 'unusable';

/** A path that is refused. The message names it, and what would be right. */
export class PathRefused extends Error {
  override readonly name = 'PathRefused';

  constructor(
    readonly code: PathRefusal,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
