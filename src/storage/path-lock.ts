import { closeSync, openSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { sha256 } from '../crypto/hash.js';
import { StorageError } from './errors.js';

/*
 * A file or directory that one process at a time may use. The lock is a Unix socket beside it, `<path>.lock`:
 * the kernel ends it with the process, whatever ended that, so a lock is never left behind that only looks
 * held. What may be left behind is its name, which the next process takes over.
 */

/** Paths of sockets are short: 104 bytes on macOS, 108 on Linux, with the zero at the end. */
const MAX_PATH_BYTES = 103;
/** A process that is busy may take a moment to say who it is. */
const ANSWER_MILLISECONDS = 500;
/** Several processes may find the name of a process that has ended at the same time. */
const ATTEMPTS = 10;
/** What file systems answer that have no sockets. */
const WITHOUT_SOCKETS = new Set(['ENOTSUP', 'EOPNOTSUPP', 'EPERM']);

/** A lock that this process holds. */
export interface PathLock {
  /** Whether nobody else can have it: false on a file system that has no sockets. */
  readonly isExclusive: boolean;
  release(): Promise<void>;
}

/**
 * Locks a path for this process. The path itself need not exist, its directory must.
 * @param what - names it in errors, such as `the wallet`
 * @throws StorageError `locked`, naming the process that has it
 */
export async function lockPath(path: string, what: string): Promise<PathLock> {
  const name = `${resolve(path)}.lock`;
  const address = shortAddress(name);
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const server = await listen(address.path);
      if (server !== undefined) {
        return {
          isExclusive: true,
          async release() {
            await new Promise<void>(done => server.close(() => done()));
            address.free();
          },
        };
      }
      const before = await inodeOf(address.path);
      const holder = await holderOf(address.path);
      if (holder !== undefined) {
        throw new StorageError(
          'locked',
          `${what} ${path} is in use by another process (${holder}); stop that one, or use another one`,
        );
      }
      await takeAway(address.path, before);
    }
  } catch (error) {
    address.free();
    if (!WITHOUT_SOCKETS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return { isExclusive: false, release: async () => {} };
  }
  address.free();
  throw new StorageError(
    'locked',
    `${what} ${path} is being taken by other processes at the same moment; try again`,
  );
}

interface SocketAddress {
  readonly path: string;
  free(): void;
}

/** A form of a path that is short enough for a socket, the same for every process. */
function shortAddress(path: string): SocketAddress {
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return { path, free: () => {} };
  if (process.platform !== 'linux') {
    const name = sha256(Buffer.from(path)).toString('hex').slice(0, 32);
    return { path: join(tmpdir(), `coind-${name}.lock`), free: () => {} };
  }
  const directory = openSync(dirname(path), 'r');
  return { path: `/proc/self/fd/${directory}/${basename(path)}`, free: () => closeSync(directory) };
}

/** @returns undefined where the name is taken */
function listen(path: string): Promise<Server | undefined> {
  const server = createServer(socket => {
    socket.on('error', () => socket.destroy());
    socket.end(`process ${process.pid}`);
  });
  return new Promise((done, fail) => {
    server.once('error', error => {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') done(undefined);
      else fail(error);
    });
    server.listen(path, () => done(server.unref()));
  });
}

/** Who answers at a socket; undefined where nobody does, because its process has ended. */
function holderOf(path: string): Promise<string | undefined> {
  return new Promise((done, fail) => {
    let text = '';
    const socket = connect(path);
    const timer = setTimeout(() => socket.destroy(), ANSWER_MILLISECONDS);
    let isHeld = false;
    socket.on('connect', () => {
      isHeld = true;
    });
    socket.on('data', piece => {
      text += piece.toString('latin1');
    });
    socket.on('error', error => {
      const { code } = error as NodeJS.ErrnoException;
      if (!isHeld && code !== 'ECONNREFUSED' && code !== 'ENOENT') fail(error);
    });
    socket.on('close', () => {
      clearTimeout(timer);
      done(isHeld ? text || 'it does not say which' : undefined);
    });
  });
}

async function inodeOf(path: string): Promise<number | undefined> {
  return await stat(path).then(
    ({ ino }) => ino,
    () => undefined,
  );
}

/** Removes the name of a socket whose process has ended, unless somebody has taken the name meanwhile. */
async function takeAway(path: string, inode: number | undefined): Promise<void> {
  const aside = `${path}.${process.pid}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await inodeOf(aside)) === inode) await rm(aside, { force: true });
  else await rename(aside, path);
}
