import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ResponseApplySnapshotChunk_Result as Chunk,
  ResponseOfferSnapshot_Result as Offer,
  type RequestApplySnapshotChunk,
  type RequestOfferSnapshot,
  type ResponseApplySnapshotChunk,
  type ResponseCheckTx,
  type ResponseInfo,
  type ResponseListSnapshots,
  type ResponseLoadSnapshotChunk,
  type ResponseOfferSnapshot,
  type ResponseQuery,
  ResponseVerifyVoteExtension_VerifyStatus,
} from 'cosmjs-types/tendermint/abci/types';
import { isChunk } from '../../../chain/snapshot/chunks.js';
import {
  type ChunkEntry,
  chunkName,
  chunksOf,
  formatManifest,
  MANIFEST_FILE,
  type Manifest,
  parseManifest,
  type ReadManifest,
} from '../../../chain/snapshot/manifest.js';
import { StorageError } from '../../../storage/errors.js';
import { writeNewFile } from '../../../storage/whole-file.js';
import type { Application } from '../abci/application.js';
import { appHash } from '../app-hash.js';
import { APP_VERSION } from '../ledger-application.js';
import { SNAPSHOT_FORMAT } from './kept-snapshots.js';

const CODESPACE = 'wayki';
const STILL_FETCHING = 'this node fetches the state of the chain';

export interface SnapshotReceiverParts {
  /** Where a snapshot is put together; it is made, and emptied for each. */
  readonly directory: string;
  /** Name of the network, and hash of its block 0: of another one nothing is taken. */
  readonly network: string;
  readonly genesis: string;
  /** What an earlier run has loaded for an engine that may have it or not. */
  readonly loaded?: Manifest | undefined;
  /**
   * Makes the chain of this node from a snapshot that is complete.
   * @throws StorageError `damaged` where it is not what its manifest says (rejects)
   */
  readonly load: (directory: string, id: string) => Promise<void>;
  /** Gets what was found and done. */
  readonly onNote: (note: string) => void;
}

interface Offered extends ReadManifest {
  readonly chunks: readonly ChunkEntry[];
}

/**
 * The application of an engine that fetches the state of the chain from others instead of all its blocks (spec 08
 * §25). The engine has proven the app hash of a height by the signatures of validators; what is taken has to be the
 * state, and the history, that this hash is made of.
 */
export class SnapshotReceiver implements Application {
  readonly #parts: SnapshotReceiverParts;
  #loaded: Manifest | undefined;
  #offered: Offered | undefined;
  #tell: () => void = () => undefined;
  #end: () => void = () => undefined;
  /** Resolves when the engine has taken the state over and asks for what comes after it. */
  readonly received: Promise<void>;
  readonly #ended: Promise<void>;

  constructor(parts: SnapshotReceiverParts) {
    this.#parts = parts;
    this.#loaded = parts.loaded;
    this.received = new Promise(resolve => {
      this.#tell = resolve;
    });
    this.#ended = new Promise(resolve => {
      this.#end = resolve;
    });
  }

  /** Whoever asks about blocks gets no answer from this application any more. */
  end(): void {
    this.#end();
  }

  info(): ResponseInfo {
    const loaded = this.#loaded;
    return {
      data: 'coind',
      version: '',
      appVersion: APP_VERSION,
      lastBlockHeight: BigInt(loaded?.height ?? 0),
      lastBlockAppHash: loaded === undefined ? new Uint8Array() : appHashOf(loaded),
    };
  }

  async offerSnapshot({ snapshot, appHash: trusted }: RequestOfferSnapshot): Promise<ResponseOfferSnapshot> {
    const { directory, onNote } = this.#parts;
    this.#offered = undefined;
    if (snapshot?.format !== SNAPSHOT_FORMAT) return { result: Offer.REJECT_FORMAT };
    const { height, chunks, hash, metadata } = snapshot;
    try {
      const text = Buffer.from(metadata).toString('utf8');
      const offered = parseManifest(text, `the manifest of the offered snapshot of block ${height}`);
      const entries = chunksOf(offered.manifest);
      const problem = this.#problemOf(offered, { height, chunks, hash, trusted });
      if (problem !== undefined) {
        onNote(`an offered snapshot of block ${height} is refused: ${problem}`);
        return { result: Offer.REJECT };
      }
      await rm(directory, { recursive: true, force: true });
      await mkdir(directory, { mode: 0o700 });
      this.#offered = { ...offered, chunks: entries };
      onNote(`fetching the state after block ${height} in ${entries.length} parts from other nodes`);
      return { result: Offer.ACCEPT };
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      onNote(`an offered snapshot of block ${height} is refused: ${error.message}`);
      return { result: Offer.REJECT };
    }
  }

  async applySnapshotChunk({
    index,
    chunk,
    sender,
  }: RequestApplySnapshotChunk): Promise<ResponseApplySnapshotChunk> {
    const { directory, onNote } = this.#parts;
    const offered = this.#offered;
    const entry = offered?.chunks[index];
    if (offered === undefined || entry === undefined) return answer(Chunk.RETRY_SNAPSHOT);
    if (!isChunk(chunk, entry)) {
      onNote(
        `part ${index} of the snapshot from node ${sender} is not what its manifest says; it is fetched again`,
      );
      return { result: Chunk.RETRY, refetchChunks: [index], rejectSenders: [sender] };
    }
    const path = join(directory, chunkName(index));
    await rm(path, { force: true });
    await writeNewFile(path, chunk);
    if (index < offered.chunks.length - 1) return answer(Chunk.ACCEPT);
    return answer((await this.#complete(offered)) ? Chunk.ACCEPT : Chunk.REJECT_SNAPSHOT);
  }

  initChain(): never {
    throw new Error(
      'this node is to begin with the state of others (-statesync), but the engine begins with block 1: ' +
        'set enable = true in the section [statesync] of its config.toml, or start without -statesync',
    );
  }

  prepareProposal(): Promise<never> {
    return this.#goesOn();
  }

  processProposal(): Promise<never> {
    return this.#goesOn();
  }

  finalizeBlock(): Promise<never> {
    return this.#goesOn();
  }

  commit(): Promise<never> {
    return this.#goesOn();
  }

  checkTx(): ResponseCheckTx {
    const nothing = { data: new Uint8Array(), info: '', gasWanted: 0n, gasUsed: 0n, events: [] };
    return { code: 1, log: STILL_FETCHING, codespace: CODESPACE, ...nothing };
  }

  query(): ResponseQuery {
    const nothing = { key: new Uint8Array(), value: new Uint8Array(), height: 0n, proofOps: undefined };
    return { code: 1, log: STILL_FETCHING, info: '', index: 0n, codespace: CODESPACE, ...nothing };
  }

  extendVote() {
    return { voteExtension: new Uint8Array() };
  }

  verifyVoteExtension() {
    return { status: ResponseVerifyVoteExtension_VerifyStatus.ACCEPT };
  }

  listSnapshots(): ResponseListSnapshots {
    return { snapshots: [] };
  }

  loadSnapshotChunk(): ResponseLoadSnapshotChunk {
    return { chunk: new Uint8Array() };
  }

  /** Why an offer is not taken; undefined where it is. */
  #problemOf(
    { manifest, id }: ReadManifest,
    offer: {
      readonly height: bigint;
      readonly chunks: number;
      readonly hash: Uint8Array;
      readonly trusted: Uint8Array;
    },
  ): string | undefined {
    const { network, genesis } = this.#parts;
    if (manifest.network !== network || manifest.genesis !== genesis) {
      return `it is of network ${manifest.network}, which begins with block ${manifest.genesis}`;
    }
    if (Buffer.from(offer.hash).toString('hex') !== id) return 'its hash is not that of its manifest';
    if (offer.height !== BigInt(manifest.height)) return `its manifest is of block ${manifest.height}`;
    if (offer.chunks === 0 || offer.chunks !== chunksOf(manifest).length) {
      return `it has ${offer.chunks} parts, its manifest ${chunksOf(manifest).length}`;
    }
    if (!appHashOf(manifest).equals(offer.trusted)) {
      return 'its block and state are not those that the validators have signed';
    }
    return undefined;
  }

  /** @returns whether the snapshot is what it says */
  async #complete({ manifest, id }: Offered): Promise<boolean> {
    const { directory, load, onNote } = this.#parts;
    try {
      await writeNewFile(join(directory, MANIFEST_FILE), formatManifest(manifest));
      await load(directory, id);
    } catch (error) {
      if (!(error instanceof StorageError && error.code === 'damaged')) throw error;
      onNote(`the snapshot is refused: ${error.message}`);
      return false;
    }
    await rm(directory, { recursive: true, force: true });
    this.#loaded = manifest;
    return true;
  }

  /** A question about the blocks behind the snapshot: the engine has what it needs. */
  async #goesOn(): Promise<never> {
    if (this.#loaded === undefined)
      throw new Error('the engine speaks of blocks before it has the state of the chain');
    this.#tell();
    await this.#ended;
    throw new Error('the node goes on with the state that it has fetched');
  }
}

function appHashOf({ height, hash, stateDigest }: Manifest): Buffer {
  return appHash(height, hash, Buffer.from(stateDigest, 'hex'));
}

function answer(result: Chunk): ResponseApplySnapshotChunk {
  return { result, refetchChunks: [], rejectSenders: [] };
}
