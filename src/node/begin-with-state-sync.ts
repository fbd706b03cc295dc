import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../chain/snapshot/manifest.js';
import { readManifest } from '../chain/snapshot/manifest.js';
import { AbciServer } from '../consensus/cometbft/abci/abci-server.js';
import type { EngineSettings } from '../consensus/cometbft/comet-consensus.js';
import { EngineProcess } from '../consensus/cometbft/engine-process.js';
import { SnapshotReceiver } from '../consensus/cometbft/state-sync/snapshot-receiver.js';
import { syncDirectory } from '../storage/record-log/segment-files.js';
import { replaceFile } from '../storage/whole-file.js';
import { beginWithSnapshot, keptSnapshot, type SnapshotStart } from './begin-with-snapshot.js';

/** As long as this file is there, the engine may not have the state that the chain of this node begins with. */
const UNFINISHED = 'statesync.unfinished';
const UNFINISHED_TEXT =
  'The state of the chain is being fetched from other nodes; the next start goes on with it.\n';

/** Somebody ended the node while it was fetching the state of the chain. */
export class StateSyncEnded extends Error {
  override readonly name = 'StateSyncEnded';
}

export interface StateSyncRequest {
  readonly start: SnapshotStart;
  /** Option `statesync`. */
  readonly isAsked: boolean;
  readonly engine: EngineSettings;
  /** Resolves when somebody wants the node to end. */
  readonly ended: Promise<unknown>;
}

/**
 * Lets the engine fetch the state of a recent block from other nodes, and makes the chain of this node begin with it
 * (spec 08 §25). For that it is started with an application that takes snapshots and nothing else, and ended
 * when it has what it needs: it starts again with the ledger behind it. A run that was cut off is completed or begun anew.
 *
 * @throws StateSyncEnded; StorageError; Error where the engine cannot run, or does not fetch the state
 */
export async function beginWithStateSync({ start, isAsked, engine, ended }: StateSyncRequest): Promise<void> {
  const { network, paths, genesisHash, ledger, onNote } = start;
  const unfinished = join(network, UNFINISHED);
  const hasChain = existsSync(paths.database) || existsSync(paths.blocks);
  if (!existsSync(unfinished) && (hasChain || !isAsked)) return;
  await replaceFile(unfinished, UNFINISHED_TEXT);
  const received = join(network, 'snapshot.received');
  const receiver = new SnapshotReceiver({
    directory: received,
    network: ledger.network.name,
    genesis: genesisHash,
    loaded: hasChain ? await loadedIn(network) : undefined,
    load: async (directory, id) => {
      // Of a chain that a run before has begun, nobody has used anything.
      for (const path of [paths.database, paths.blocks]) await rm(path, { recursive: true, force: true });
      await beginWithSnapshot(start, directory, id);
    },
    onNote,
  });
  await runEngine(engine, receiver, ended);
  await rm(unfinished);
  await rm(received, { recursive: true, force: true });
  await syncDirectory(network);
  onNote('the state of the chain is here and proven; the blocks behind it follow');
}

/** What an earlier run has made the chain of; nothing where that cannot be told: then it is fetched again. */
async function loadedIn(network: string): Promise<Manifest | undefined> {
  const kept = keptSnapshot(network);
  return existsSync(kept) ? (await readManifest(kept)).manifest : undefined;
}

/** Runs the engine until it has taken the state over. */
async function runEngine(
  { abci, command, log }: EngineSettings,
  receiver: SnapshotReceiver,
  ended: Promise<unknown>,
): Promise<void> {
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // After the end nobody waits for it any more.
  failed.catch(() => undefined);
  const server = new AbciServer({ application: receiver, onFailure: error => fail(error) });
  const process = command && new EngineProcess({ ...command, log, onGivenUp: error => fail(error) });
  await server.listen(abci);
  process?.start();
  try {
    await Promise.race([
      receiver.received,
      failed,
      ended.then(() => {
        throw new StateSyncEnded('the node was ended while it fetched the state of the chain');
      }),
    ]);
  } finally {
    receiver.end();
    await process?.stop();
    await server.close();
  }
}
