import { backUpChain, type ChainFiles } from '../../chain/backup.js';
import { dumpSnapshot } from '../../chain/snapshot/dump-snapshot.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import type { GivenPath } from '../declaration/parameters/paths.js';
import { withFiles } from '../files/path-errors.js';
import type { methods } from './maintenance.methods.js';
import type { NodeServices } from './services.js';
import { reported } from './task-errors.js';

const MEBIBYTE = 1 << 20;

export const handlers = implement<typeof methods, NodeServices>({
  async backupchain({ path }, services) {
    const files = requireFiles(services);
    const target = await newDirectory(services, path);
    const { height } = services.chain.tip.header;
    const reserve = services.options.minfreespace * MEBIBYTE;
    const backup = await reported(() =>
      services.tasks.run('backupchain', 'bytes', task => backUpChain({ files, target, reserve, task })),
    );
    return { path: target, height, ...backup };
  },

  async dumpsnapshot({ path, height }, services) {
    const { store } = requireFiles(services);
    const target = await newDirectory(services, path);
    const { chain, options, tasks } = services;
    const request = { chain, store, target, height, reserve: options.minfreespace * MEBIBYTE };
    const { id, manifest } = await reported(() =>
      tasks.run('dumpsnapshot', 'entries and blocks', task => dumpSnapshot({ ...request, task })),
    );
    const chunks = [...manifest.stateChunks, ...manifest.historyChunks, ...manifest.blockChunks];
    return {
      path: target,
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
function newDirectory({ paths }: NodeServices, path: GivenPath<'new-directory'>): Promise<string> {
  return withFiles({ name: 'INVALID_PARAMETER' }, () => paths.newPath(path));
}
