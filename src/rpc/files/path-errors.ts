import { FileExists } from '../../storage/whole-file.js';
import { RpcError, type RpcErrorName } from '../declaration/errors.js';
import { PathRefused } from './path-refused.js';

/** How a method words the errors of files. */
export interface FileErrorTexts {
  /** The error of everything but a path that may not be used. */
  readonly name: RpcErrorName;
  /** In front of its message, such as the sentence of the reference. */
  readonly prefix?: string;
  /** In front of the message for a path that may not be used. */
  readonly notAllowed?: string;
}

/**
 * Works with files that a caller has named. What the guard of paths and the file system refuse is the caller's error.
 * @throws RpcError -2003 for a path that may not be used, otherwise that of the texts
 */
export async function withFiles<T>(
  { name, prefix = '', notAllowed = '' }: FileErrorTexts,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isOfFiles(error)) throw error;
    const isForbidden = error instanceof PathRefused && (error.code === 'own' || error.code === 'outside');
    if (isForbidden) throw new RpcError('FILEPATH_INVALID', joined(notAllowed, error), { cause: error });
    throw new RpcError(name, joined(prefix, error), { cause: error });
  }
}

function joined(prefix: string, { message }: Error): string {
  return prefix === '' ? message : `${prefix} ${message}`;
}

/** Errors of the file system have the call that failed. */
function isOfFiles(error: unknown): error is Error {
  return (
    error instanceof PathRefused ||
    error instanceof FileExists ||
    (error instanceof Error && 'syscall' in error)
  );
}
