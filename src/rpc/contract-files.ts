import { open } from 'node:fs/promises';
import { contractFailure } from './contract-errors.js';
import type { RpcError } from './errors.js';

/** Bytes of a module or ABI file (spec 02 §3.7). */
const MAX_FILE_SIZE = 1_048_576;

/**
 * Reads a module or an ABI, of 1 to 1,048,576 bytes, from an ordinary file.
 * @throws RpcError 3 where there is none, 3290001 for another size
 */
export async function readContractFile(path: string): Promise<Buffer> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) {
    throw contractFailure(
      'file_not_found_exception',
      `file '${path}' not found, it must be file name with full path`,
      'rpc/contract-file',
    );
  }
  try {
    const status = await file.stat();
    if (!status.isFile()) throw badFile(`'${path}' is not an ordinary file`);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_FILE_SIZE + 1), 0, MAX_FILE_SIZE + 1, 0);
    if (bytesRead === 0 || bytesRead > MAX_FILE_SIZE) {
      throw badFile(`'${path}' has ${status.size} bytes, 1 to ${MAX_FILE_SIZE} are allowed`);
    }
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function badFile(message: string): RpcError {
  return contractFailure('file_read_exception', message, 'rpc/contract-file');
}
