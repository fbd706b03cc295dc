import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Snapshot } from 'cosmjs-types/tendermint/abci/types';
import { readChunk } from '../../../chain/snapshot/chunks.js';
import { chunksOf, formatManifest, type Manifest, readManifest } from '../../../chain/snapshot/manifest.js';
import { TaskCancelled, type TaskControl, Tasks } from '../../../chain/tasks.js';
import { StorageError } from '../../../storage/errors.js';

/** Number of the form of a snapshot among those that an engine may offer. */
export const SNAPSHOT_FORMAT = 1;
/** Snapshots that are kept: whoever fetches the older one can end that while the newer one is made. */
const KEPT = 2;

export interface KeptSnapshotsParts {
  /** Where they are: a directory of its own for each, named by its height. */
  readonly directory: string;
  /** Blocks from one to the next. */
  readonly interval: number;
  /** Writes the snapshot of a height into a directory that is not there yet. */
  readonly dump: (target: string, height: number, task: TaskControl) => Promise<unknown>;
  readonly onProblem: (problem: Error) => void;
}

interface KeptSnapshot {
  readonly directory: string;
  readonly id: string;
  readonly manifest: Manifest;
}

/**
 * The snapshots that a validator makes for nodes that join the network (spec 08 §25): one each `interval` blocks,
 * beside everything else. Every validator makes the same bytes, so that a new node can take its parts from several.
 */
export class KeptSnapshots {
  readonly #parts: KeptSnapshotsParts;
  readonly #tasks = new Tasks();
  /** By height, the oldest first. */
  readonly #kept = new Map<number, KeptSnapshot>();
  #making: Promise<void> | undefined;

  constructor(parts: KeptSnapshotsParts) {
    this.#parts = parts;
  }

  /** Finds what earlier runs have made. What one of them did not complete is removed. */
  async open(): Promise<void> {
    const { directory, onProblem } = this.#parts;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    for (const name of await readdir(directory)) {
      if (!/^\d+$/.test(name)) continue;
      const path = join(directory, name);
      try {
        this.#keep(path, await readManifest(path));
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        if (error.code !== 'unfinished') onProblem(error);
        await rm(path, { recursive: true, force: true });
      }
    }
  }

  /** Height of the oldest one; undefined where there is none. */
  get oldestHeight(): number | undefined {
    return this.heights[0];
  }

  /** Their heights, ascending. */
  get heights(): readonly number[] {
    return [...this.#kept.keys()].sort((a, b) => a - b);
  }

  /** What is offered to others. */
  list(): Snapshot[] {
    return [...this.#kept.values()].map(({ id, manifest }) => ({
      height: BigInt(manifest.height),
      format: SNAPSHOT_FORMAT,
      chunks: chunksOf(manifest).length,
      hash: Buffer.from(id, 'hex'),
      metadata: Buffer.from(formatManifest(manifest), 'utf8'),
    }));
  }

  /** The bytes of a chunk; none where it is not here, which the engine takes as the answer of one who has not got it. */
  async chunk(height: number, format: number, index: number): Promise<Uint8Array> {
    const kept = this.#kept.get(height);
    const entry = kept && chunksOf(kept.manifest)[index];
    if (entry === undefined || format !== SNAPSHOT_FORMAT) return new Uint8Array();
    try {
      return await readChunk(kept?.directory ?? '', index, entry);
    } catch (error) {
      // A damaged one helps nobody; the others have theirs.
      this.#kept.delete(height);
      this.#parts.onProblem(error instanceof Error ? error : new Error(String(error)));
      return new Uint8Array();
    }
  }

  /** Begins to make a snapshot where one is due; one at a time. */
  committed(height: number): void {
    if (height % this.#parts.interval !== 0 || this.#making !== undefined) return;
    this.#making = this.#make(height).finally(() => {
      this.#making = undefined;
    });
  }

  /** Resolves when none is being made. */
  async made(): Promise<void> {
    await this.#making;
  }

  /** Ends the making of one. */
  async stop(): Promise<void> {
    await this.#tasks.close();
    await this.#making;
  }

  /** Never rejects: a chain goes on without snapshots. */
  async #make(height: number): Promise<void> {
    const { directory, dump, onProblem } = this.#parts;
    const target = join(directory, `${height}`);
    try {
      await rm(target, { recursive: true, force: true });
      await this.#tasks.run('snapshot', 'entries and blocks', task => dump(target, height, task));
      this.#keep(target, await readManifest(target));
      for (const old of this.heights.slice(0, -KEPT)) {
        const kept = this.#kept.get(old);
        this.#kept.delete(old);
        if (kept !== undefined) await rm(kept.directory, { recursive: true, force: true });
      }
    } catch (cause) {
      if (cause instanceof TaskCancelled) return;
      onProblem(new Error(`no snapshot of block ${height} could be made for nodes that join`, { cause }));
    }
  }

  #keep(directory: string, { manifest, id }: { readonly manifest: Manifest; readonly id: string }): void {
    this.#kept.set(manifest.height, { directory, id, manifest });
  }
}
