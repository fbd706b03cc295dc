import { resolve } from 'node:path';
import { backUpChain, type ChainFiles } from '../../chain/backup.js';
import { dumpSnapshot } from '../../chain/snapshot/dump-snapshot.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import type { methods } from './maintenance.methods.js';
import { isInside } from './operator-files.js';
import type { NodeServices } from './services.js';
import { reported } from './task-errors.js';

const MEBIBYTE = 1 << 20;

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

  async dumpsnapshot({ path, height }, services) {
    const { store } = requireFiles(services);
    await requireOutside(services, path);
    const { chain, options, tasks } = services;
    const request = { chain, store, target: path, height, reserve: options.minfreespace * MEBIBYTE };
    const { id, manifest } = await reported(() =>
      tasks.run('dumpsnapshot', 'entries and blocks', task => dumpSnapshot({ ...request, task })),
    );
    const chunks = [...manifest.stateChunks, ...manifest.historyChunks, ...manifest.blockChunks];
    return {
      path: resolve(path),
      id,
      height: manifest.height,
      hash: manifest.hash,
      state_digest: manifest.stateDigest,
      entries: manifest.entries,
      transactions: manifest.transactions,
      bytes: chunks.reduce((sum, { bytes }) => sum + bytes, 0),
    };
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
