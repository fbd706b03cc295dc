import type { FileHandle } from 'node:fs/promises';
import { NotOrdinaryFile, openOrdinary } from '../../storage/ordinary-file.js';
import type { RpcError } from '../declaration/errors.js';
import { contractFailure } from '../submission/contract-errors.js';

/** Bytes of a module or ABI file (spec 02 §3.7). */
const MAX_FILE_SIZE = 1_048_576;

/**
 * Reads a module or an ABI, of 1 to 1,048,576 bytes, from an ordinary file.
 * @throws RpcError 3 where there is none, 3290001 for another size
 */
export async function readContractFile(path: string): Promise<Buffer> {
  const file = await opened(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_FILE_SIZE + 1), 0, MAX_FILE_SIZE + 1, 0);
    if (bytesRead === 0 || bytesRead > MAX_FILE_SIZE) {
      const { size } = await file.stat();
      throw badFile(`'${path}' has ${size} bytes, 1 to ${MAX_FILE_SIZE} are allowed`);
    }
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await openOrdinary(path);
  } catch (error) {
    if (error instanceof NotOrdinaryFile) throw badFile(error.message);
    throw contractFailure(
      'file_not_found_exception',
      `file '${path}' not found, it must be file name with full path`,
      'rpc/contract-file',
    );
  }
}

function badFile(message: string): RpcError {
  return contractFailure('file_read_exception', message, 'rpc/contract-file');
}
