import { resolve } from 'node:path';
import { backUpChain, type ChainFiles } from '../../chain/backup.js';
import { TaskCancelled } from '../../chain/tasks.js';
import { StorageError, type StorageErrorCode } from '../../storage/errors.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import type { methods } from './maintenance.methods.js';
import { isInside } from './operator-files.js';
import type { NodeServices } from './services.js';

const MEBIBYTE = 1 << 20;
/** What is wrong with the path that was given. */
const BAD_PATH: ReadonlySet<StorageErrorCode> = new Set(['exists', 'unwritable']);

export const handlers = implement<typeof methods, NodeServices>({
  async backupchain({ path }, services) {
    const files = requireFiles(services);
    await requireOutside(services, path);
    const { height } = services.chain.tip.header;
    const reserve = services.options.minfreespace * MEBIBYTE;
    const backup = await reported(() =>
      services.tasks.run('backupchain', 'bytes', task => backUpChain({ files, target: path, reserve, task })),
    );
    return { path: resolve(path), height, ...backup };
  },

  getprogress: (_args, { tasks }) => tasks.progress.map(progress => ({ ...progress })),

  canceltask: ({ id }, { tasks }) => ({ cancelled: tasks.cancel(id) }),
});

/** @throws RpcError -1 where nothing is on a disk */
function requireFiles({ files }: NodeServices): ChainFiles {
  if (files !== undefined) return files;
  throw new RpcError(
    'MISC_ERROR',
    'the chain of this node is in memory, there are no files to copy; dev_dumpState writes it to a file',
  );
}

/** @throws RpcError -2003, -8 */
async function requireOutside({ options }: NodeServices, path: string): Promise<void> {
  if (path === '' || path.includes('\0')) throw new RpcError('INVALID_PARAMETER', 'a path is expected');
  if (await isInside(options.dataDirectory, path)) {
    throw new RpcError(
      'FILEPATH_INVALID',
      `${path} is inside the data directory; name a directory outside of it`,
    );
  }
}

/** Runs a task; what it is refused for is told to the caller. */
async function reported<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TaskCancelled) throw new RpcError('MISC_ERROR', error.message, { cause: error });
    if (error instanceof StorageError) {
      throw new RpcError(BAD_PATH.has(error.code) ? 'INVALID_PARAMETER' : 'MISC_ERROR', error.message, {
        cause: error,
      });
    }
    throw error;
  }
}
