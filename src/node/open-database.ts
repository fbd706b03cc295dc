import { join } from 'node:path';
import type { BlockLog } from '../chain/block-log.js';
import { genesisHashOf, openChain } from '../chain/open-chain.js';
import { blocksOfFile } from '../chain/prune.js';
import type { Options } from '../config/load-options.js';
import type { Logger } from '../config/logging.js';
import { OptionError } from '../config/option-types.js';
import type { Ledger } from '../ledger/types.js';
import { STATE_SCHEMA } from '../state/schema.js';
import { StateStore } from '../state/state-store.js';
import { StorageError, type StorageErrorCode } from '../storage/errors.js';
import type { BatchOperation, EngineName, KeyValueStore } from '../storage/key-value-store.js';
import { openStore } from '../storage/open.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import {
  beginWithSnapshot,
  finishLoading,
  reloadSnapshot,
  type SnapshotStart,
  snapshotOfLog,
} from './begin-with-snapshot.js';
import { beginWithStateSync, type StateSyncRequest } from './begin-with-state-sync.js';
import type { LogRequest } from './build-core.js';
import type { ChainPaths } from './chain-paths.js';
import { openKeepingEarlier } from './earlier-database.js';
import { openBlockLog, requireSoundLog } from './open-block-log.js';
import { hasWaitingLog } from './open-waiting-log.js';
import { finishReplacing, pathBefore, replaceDatabase, waitingEntries } from './replace-database.js';
import { salvageDatabase, salvageLog } from './salvage.js';
import { readWaitingCopy } from './waiting-copy.js';

const MEBIBYTE = 1024 * 1024;

/** What is wrong with a database that cannot be opened, though nobody else has it open. */
const DAMAGE: ReadonlySet<StorageErrorCode> = new Set(['damaged', 'engine-mismatch', 'failed']);

/** The database of a node, and how to open the log of blocks that belongs to it. */
export interface OpenedDatabase {
  readonly store: KeyValueStore;
  /** Undefined where everything is in memory. */
  readonly paths: ChainPaths | undefined;
  /** Undefined where everything is in memory. */
  readonly openLog: ((parts: LogRequest) => Promise<BlockLog>) | undefined;
  /** Where the database is kept that this one takes the place of, if it can go when this one is complete. */
  readonly replaced: string | undefined;
}

function pathsOf({ networkDirectory }: Options): ChainPaths {
  return { database: join(networkDirectory, 'chain'), blocks: join(networkDirectory, 'blocks') };
}

/**
 * Opens the database of a node. With the options `reindex` and `salvage` damage is repaired first.
 * @param stateSync - of a network of validators: the engine that can fetch the state of a chain
 * @throws StorageError, ChainError, OptionError, StateSyncEnded
 */
export async function openDatabase(
  options: Options,
  ledger: () => Ledger,
  log: Logger,
  onProgress?: (done: number, total: number) => void,
  stateSync?: Pick<StateSyncRequest, 'engine' | 'ended'>,
): Promise<OpenedDatabase> {
  const paths = pathsOf(options);
  const onNote = (note: string): void => log.warn(note);
  const open = async (engine: 'auto' | EngineName, path = paths.database): Promise<KeyValueStore> => {
    const cacheBytes = options.dbcache * MEBIBYTE;
    const { store, note } = await openStore({ path, engine, cacheBytes });
    if (note !== undefined) onNote(note);
    return store;
  };
  const engine = options.ephemeral ? 'memory' : options.engine;
  requirePossibleBeginning(options, engine, stateSync !== undefined);
  if (engine === 'memory') {
    return { store: await open(engine), paths: undefined, openLog: undefined, replaced: undefined };
  }

  const madeFor = ledger();
  const genesisHash = genesisHashOf(madeFor);
  const rules = wireRulesOf(madeFor.network);
  const openAny = (): Promise<KeyValueStore> => open('auto');
  const start: SnapshotStart = {
    network: options.networkDirectory,
    paths,
    genesisHash,
    ledger: madeFor,
    // Validators agree on it with each block.
    keepsLtHash: options.statehash || stateSync !== undefined,
    openAt: path => open(engine, path),
    onNote,
    onProgress,
  };
  await finishReplacing(paths.database);
  await finishLoading(start);
  if (options.loadsnapshot !== '') await beginWithSnapshot(start, options.loadsnapshot, options.snapshotid);
  if (stateSync !== undefined) await beginWithStateSync({ ...stateSync, start, isAsked: options.statesync });
  const isEmpty =
    options.salvage && (await salvageDatabase(paths.database, { openDatabase: openAny, onNote }));
  const isCut =
    options.salvage &&
    (await salvageLog({ directory: paths.blocks, genesisHash, rules, openDatabase: openAny, onNote }));
  const reindex = options.reindex.includes('all') || isCut || isEmpty;
  const openLog = ({ store, state }: LogRequest): Promise<BlockLog> =>
    openBlockLog({
      directory: paths.blocks,
      genesisHash,
      store,
      state,
      rules,
      ...(options.prune !== undefined && { blocksOfFile: blocksOfFile(options.prune) }),
      onNote,
    });
  if (!reindex) {
    const store = await openKeepingEarlier(paths.database, () => open(engine), onNote);
    return { store, paths, openLog, replaced: undefined };
  }

  if (!isCut) await requireSoundLog(paths.blocks, genesisHash);
  // Before anything is moved away: what the log begins with has to be there.
  await snapshotOfLog(start);
  const waiting = await waitingIn(options.networkDirectory, openAny, onNote);
  log.info(
    `the database is made anew from the log of blocks; the present one is kept in ${pathBefore(paths.database)}`,
  );
  await replaceDatabase(
    paths.database,
    path => open(engine, path),
    async store => {
      if (!(await reloadSnapshot(start, store))) await writeFirstBlock(store, madeFor, options.statehash);
      if (waiting.length > 0) await store.batch(waiting);
    },
  );
  const store = await open(engine);
  // What is not in the log any more may still be in the database of before.
  return { store, paths, openLog, replaced: isCut ? undefined : pathBefore(paths.database) };
}

/** @throws OptionError where a chain cannot begin with a snapshot as the options say */
function requirePossibleBeginning(
  { loadsnapshot, statesync }: Options,
  engine: 'auto' | EngineName,
  hasValidators: boolean,
): void {
  if (loadsnapshot !== '' && hasValidators) {
    throw new OptionError(
      'option loadsnapshot: in a network of validators the engine has to know the block too; use -statesync',
    );
  }
  if (statesync && !hasValidators) {
    throw new OptionError(
      'option statesync: only nodes of a network of validators (-nettype=bft) fetch a state',
    );
  }
  if (engine === 'memory' && (loadsnapshot !== '' || statesync)) {
    throw new OptionError(
      `option ${statesync ? 'statesync' : 'loadsnapshot'}: a chain that begins with a snapshot is kept on the disk, not in memory`,
    );
  }
}

/** Makes an empty database one of a chain that has its first block. */
async function writeFirstBlock(store: KeyValueStore, ledger: Ledger, ltHash: boolean): Promise<void> {
  const chain = await openChain({ store, state: new StateStore(store, STATE_SCHEMA, { ltHash }), ledger });
  await chain.settled();
}

/**
 * The transactions that wait in a database which is going to be replaced; where it cannot be read, those of an earlier
 * version that waited when it stopped last.
 */
async function waitingIn(
  networkDirectory: string,
  open: () => Promise<KeyValueStore>,
  onNote: (note: string) => void,
): Promise<readonly BatchOperation[]> {
  let store: KeyValueStore;
  try {
    store = await open();
  } catch (error) {
    if (!(error instanceof StorageError) || !DAMAGE.has(error.code)) throw error;
    if (await hasWaitingLog(networkDirectory)) {
      onNote(`the database cannot be read: ${error.message}`);
      return []; // The log has them.
    }
    return await waitingInCopy(networkDirectory, error, onNote);
  }
  try {
    return waitingEntries(store);
  } finally {
    await store.close();
  }
}

async function waitingInCopy(
  networkDirectory: string,
  damage: StorageError,
  onNote: (note: string) => void,
): Promise<readonly BatchOperation[]> {
  try {
    const waiting = await readWaitingCopy(networkDirectory);
    onNote(
      `the database cannot be read (${damage.message}): the ${waiting.length} transactions that waited for a block ` +
        'when the node stopped last wait again',
    );
    return waiting;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    onNote(
      `transactions that wait for a block are lost: the database cannot be read (${damage.message}), nor can the copy ` +
        `of them (${reason})`,
    );
    return [];
  }
}
