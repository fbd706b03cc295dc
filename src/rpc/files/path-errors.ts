import { FileExists } from '../../storage/whole-file.js';
import { RpcError, type RpcErrorName } from '../declaration/errors.js';
import { PathRefused } from './path-refused.js';

/** How a method words the errors of files. */
export interface FileErrorTexts {
  /** The error of everything but a path that may not be used. */
  readonly name: RpcErrorName;
  /** The sentence of the reference, which then is the message; what is wrong is in `data.detail`. */
  readonly sentence?: string;
  /** The same for the node's own files. */
  readonly ownFiles?: string;
  /** In front of the message, where the reference has no sentence. */
  readonly prefix?: string;
}

/**
 * Works with files that a caller has named. What the guard of paths and the file system refuse is the caller's error.
 * @throws RpcError -2003 for a path that may not be used, otherwise that of the texts
 */
export async function withFiles<T>(
  { name, sentence, ownFiles, prefix }: FileErrorTexts,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isOfFiles(error)) throw error;
    if (error instanceof PathRefused && error.code === 'own') {
      throw fileError('FILEPATH_INVALID', ownFiles, undefined, error);
    }
    if (error instanceof PathRefused && error.code === 'outside') {
      throw new RpcError('FILEPATH_INVALID', error.message, { cause: error });
    }
    throw fileError(name, sentence, prefix, error);
  }
}

function fileError(
  name: RpcErrorName,
  sentence: string | undefined,
  prefix: string | undefined,
  cause: Error,
): RpcError {
  const { message } = cause;
  if (sentence !== undefined) return new RpcError(name, sentence, { cause, data: { detail: message } });
  return new RpcError(name, prefix === undefined ? message : `${prefix} ${message}`, { cause });
}

/** Errors of the file system have the call that failed. */
function isOfFiles(error: unknown): error is Error {
  return (
    error instanceof PathRefused ||
    error instanceof FileExists ||
    (error instanceof Error && 'syscall' in error)
  );
}
