import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sha256 } from '../crypto/hash.js';
import { StorageError } from './errors.js';

/*
 * A file or directory that one process at a time may use. Whoever wants it announces itself: it listens at a Unix
 * socket beside the path, under a name that nobody else has or will have, `<path>.lock-<process>-<random>`, and
 * then asks everybody else who has announced himself. The kernel ends a socket with its process, whatever ended
 * that, so nobody answers for a process that has ended; what it leaves behind is a name, which is removed.
 *
 * No two can have the path: of two, the one that was announced later finds the other. Both may find each other
 * before either has the path; then the greater name withdraws, and announces itself again when nobody is left. A name is never used twice, so the removal of one
 * whose process has ended cannot hit another one, and it appears only when its socket listens.
 */

/** Paths of sockets are short: 104 bytes on macOS, 108 on Linux, with the zero at the end. */
const MAX_PATH_BYTES = 103;
/** A process that is busy may take a moment to say what it is. */
const ANSWER_MILLISECONDS = 1000;
/** How long others may take to decide which of them has the path. */
const ATTEMPTS = 40;
const PAUSE_MILLISECONDS = 25;
/** What file systems answer that have no sockets. */
const WITHOUT_SOCKETS = new Set(['ENOTSUP', 'EOPNOTSUPP', 'EPERM']);
const HOLDER = 'holder';
const CANDIDATE = 'candidate';

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
  const place = placeOf(resolve(path));
  try {
    for (let attempt = 1; ; attempt++) {
      let other = await otherAt(place);
      if (other === undefined) {
        const own = await announce(place);
        try {
          other = await decide(place, own);
          if (other === undefined) return heldLock(place, own);
        } finally {
          if (own.state === CANDIDATE) await own.withdraw();
        }
      }
      if (other.state === HOLDER || attempt === ATTEMPTS) {
        throw new StorageError(
          'locked',
          `${what} ${path} is in use by another process (${other.process}); stop that one, or use another one`,
        );
      }
      await sleep(PAUSE_MILLISECONDS);
    }
  } catch (error) {
    place.free();
    if (!WITHOUT_SOCKETS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return { isExclusive: false, release: async () => {} };
  }
}

function heldLock(place: Place, own: Announcement): PathLock {
  own.state = HOLDER;
  return {
    isExclusive: true,
    async release() {
      await own.withdraw();
      place.free();
    },
  };
}

/** Where the names of those lie that want a path. */
interface Place {
  readonly directory: string;
  /** What their names begin with. */
  readonly prefix: string;
  free(): void;
}

/** The same for every process, and short enough for sockets. */
function placeOf(path: string): Place {
  const place = { directory: dirname(path), prefix: `${basename(path)}.lock-`, free: () => {} };
  const longestName = `${place.prefix}${'0'.repeat(24)}~`;
  if (Buffer.byteLength(join(place.directory, longestName)) <= MAX_PATH_BYTES) return place;
  const prefix = `coind-${sha256(Buffer.from(path)).toString('hex').slice(0, 16)}.lock-`;
  if (process.platform !== 'linux') return { ...place, directory: tmpdir(), prefix };
  const descriptor = openSync(place.directory, 'r');
  return { directory: `/proc/self/fd/${descriptor}`, prefix, free: () => closeSync(descriptor) };
}

/** That this process wants a path, or has it, for everybody who asks. */
interface Announcement {
  readonly name: string;
  state: typeof HOLDER | typeof CANDIDATE;
  withdraw(): Promise<void>;
}

async function announce({ directory, prefix }: Place): Promise<Announcement> {
  const name = `${prefix}${process.pid}-${randomBytes(6).toString('hex')}`;
  const own: Announcement = {
    name,
    state: CANDIDATE,
    async withdraw() {
      await rm(join(directory, name), { force: true });
      await new Promise<void>(done => server.close(() => done()));
    },
  };
  const server = createServer(socket => {
    socket.on('error', () => socket.destroy());
    socket.end(`${own.state} process ${process.pid}`, () => socket.destroy());
  });
  const unready = join(directory, `${name}~`);
  await listen(server, unready);
  await rename(unready, join(directory, name));
  return own;
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(path, () => {
      server.unref();
      done();
    });
  });
}

interface Other {
  readonly name: string;
  readonly state: typeof HOLDER | typeof CANDIDATE;
  readonly process: string;
}

/**
 * Waits until it is clear who has the path.
 * @returns undefined when it is this process, else the one that it gives way to
 */
async function decide(place: Place, own: Announcement): Promise<Other | undefined> {
  for (let attempt = 1; ; attempt++) {
    const other = await otherAt(place, own.name);
    const isBehind = other !== undefined && other.state === CANDIDATE && other.name > own.name;
    if (!isBehind || attempt === ATTEMPTS) return other;
    await sleep(PAUSE_MILLISECONDS);
  }
}

/**
 * Who wants a path or has it, but for the one that asks. Names of processes that have ended are removed.
 * @returns the holder, else the candidate with the smallest name, undefined where there is nobody
 */
async function otherAt({ directory, prefix }: Place, own?: string): Promise<Other | undefined> {
  const names = await readdir(directory);
  let first: Other | undefined;
  for (const name of names.sort()) {
    if (!name.startsWith(prefix) || name.endsWith('~') || name === own) continue;
    const other = await ask(directory, name);
    if (other === undefined) await rm(join(directory, name), { force: true });
    else if (other.state === HOLDER) return other;
    else first ??= other;
  }
  return first;
}

/** What a process answers at its socket; undefined where nobody does, because it has ended or withdrawn. */
function ask(directory: string, name: string): Promise<Other | undefined> {
  return new Promise((done, fail) => {
    let text = '';
    let isConnected = false;
    let isLate = false;
    const socket = connect(join(directory, name));
    const giveUp = (): void => {
      isLate = true;
      socket.destroy();
    };
    const timer = setTimeout(giveUp, ANSWER_MILLISECONDS);
    socket.on('connect', () => {
      isConnected = true;
    });
    socket.on('data', piece => {
      text += piece.toString('latin1');
    });
    socket.on('error', error => {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ECONNRESET' || code === 'EAGAIN') isConnected = true;
      else if (!isConnected && code !== 'ECONNREFUSED' && code !== 'ENOENT') fail(error);
    });
    socket.on('close', () => {
      clearTimeout(timer);
      if (!isConnected) done(undefined);
      // One that has no time to answer may have the path.
      else if (isLate) done({ name, state: HOLDER, process: 'it does not say which' });
      else if (text.startsWith(HOLDER)) done({ name, state: HOLDER, process: text.slice(HOLDER.length + 1) });
      // Without any text it has ended or withdrawn just now, or is very busy: whoever asks again will see.
      else
        done({ name, state: CANDIDATE, process: text.slice(CANDIDATE.length + 1) || 'one that has ended' });
    });
  });
}
