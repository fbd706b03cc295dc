import type { GivenPath } from '../declaration/parameters/paths.js';
import { withFiles } from '../files/path-errors.js';
import type { PathGuard } from '../files/path-guard.js';
import { PathRefused } from '../files/path-refused.js';
import { readBounded } from '../files/read-bounded.js';
import { contractFailure } from '../submission/contract-errors.js';

/** Bytes of a module or ABI file (spec 02 §3.7). */
const MAX_FILE_SIZE = 1_048_576;

/**
 * Reads a module or an ABI, of 1 to 1,048,576 bytes, from an ordinary file.
 * @throws RpcError 3 where there is none, 3290001 for another size or no ordinary file, -2003 for one that the
 *   caller may not use
 */
export async function readContractFile(paths: PathGuard, given: GivenPath<'file'>): Promise<Buffer> {
  const { path, file } = await withFiles({ name: 'MISC_ERROR' }, () =>
    paths.open(given).catch(error => {
      throw error instanceof PathRefused ? contractError(error, given.text) : error;
    }),
  );
  const { size } = await file.stat();
  const content = await readBounded(file, MAX_FILE_SIZE);
  if (content !== undefined && content.length > 0) return content;
  throw badFile(`'${path}' has ${size} bytes, 1 to ${MAX_FILE_SIZE} are allowed`);
}

function contractError(error: PathRefused, text: string): Error {
  switch (error.code) {
    case 'missing':
      return contractFailure(
        'file_not_found_exception',
        `file '${text}' not found, it must be file name with full path`,
        'rpc/contract-file',
      );
    case 'unusable':
      return badFile(error.message);
    default:
      return error;
  }
}

function badFile(message: string): Error {
  return contractFailure('file_read_exception', message, 'rpc/contract-file');
}
