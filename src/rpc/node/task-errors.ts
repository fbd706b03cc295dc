import { ChainError } from '../../chain/errors.js';
import { TaskCancelled } from '../../chain/tasks.js';
import { StorageError, type StorageErrorCode } from '../../storage/errors.js';
import { RpcError } from '../declaration/errors.js';

/** What is wrong with the path that was given. */
const BAD_PATH: ReadonlySet<StorageErrorCode> = new Set(['exists', 'unwritable']);

/** Runs a task; what it is refused for, or that it was cancelled, is told to the caller. @throws RpcError -1, -8 */
export async function reported<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TaskCancelled) throw new RpcError('MISC_ERROR', error.message, { cause: error });
    if (error instanceof ChainError && (error.code === 'not-found' || error.code === 'pruned')) {
      throw new RpcError('INVALID_PARAMETER', error.message, { cause: error });
    }
    if (error instanceof StorageError) {
      const name = BAD_PATH.has(error.code) ? 'INVALID_PARAMETER' : 'MISC_ERROR';
      throw new RpcError(name, error.message, { cause: error });
    }
    throw error;
  }
}
