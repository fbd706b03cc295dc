import type { BlockContext, ChainHistory } from '../../vm/context.js';
import { required } from '../codec/required.js';
import { type NetworkParameters, PROTOCOL } from '../config/network.js';
import { HOLDER_REGID } from '../config/system-accounts.js';
import { NetworkLedger } from '../ledger/ledger.js';
import type { GenesisOutcome, RecentTransactions } from '../ledger/types.js';
import { MemoryState } from '../state/memory-state.js';
import type { StateOverlay } from '../state/overlay.js';
import { STATE_SCHEMA } from '../state/schema.js';
import { PersistentMap } from '../storage/persistent-map.js';
import { definitionOf } from '../tx/transactions.js';
import { DevBlock, type Edits, NO_EDITS, withEdit } from './dev-block.js';
import { DigestChain } from './digest-chain.js';

/** Where a transaction is. */
interface DevLocation {
  readonly block: DevBlock;
  readonly index: number;
}

/** The chain of a node, up to the block after which a fork of it begins. */
export interface ForkedChain extends ChainHistory {
  readonly height: number;
}

/** A development chain at one moment: its state, its blocks and its clock. It never changes. */
export interface ChainVersion {
  /** Where its first blocks are, of a fork of a node; those from there on are in `blocks`. */
  readonly forked?: ForkedChain | undefined;
  readonly state: MemoryState;
  /** Digest chain of the state up to the tip (decision D41), edits included. */
  readonly digest: DigestChain;
  readonly tip: DevBlock;
  readonly blocks: PersistentMap<DevBlock>;
  readonly transactions: PersistentMap<DevLocation>;
  /** What was set without a transaction since the tip. */
  readonly edits: Edits;
  /** Time of the next block, where it was set; otherwise it follows at the network's interval. */
  readonly timeOfNext: number | undefined;
}

/** Keys of `ChainVersion.blocks`: heights as texts that sort by number. */
export function heightText(height: number): string {
  return height.toString(16).padStart(8, '0');
}

/** A version with changes of the state that belong to no block. */
export function edited(version: ChainVersion, overlay: StateOverlay): ChainVersion {
  const { state, replaced } = version.state.after(overlay);
  const digest = new DigestChain(version.digest, version.tip.height, replaced);
  const edits = replaced.reduce(withEdit, version.edits);
  return { ...version, state, digest, edits };
}

/**
 * A version with a block more.
 * @param version - undefined before block 0
 * @param overlay - what the block has written
 */
export function extended(
  version: ChainVersion | undefined,
  block: DevBlock,
  overlay: StateOverlay,
): ChainVersion {
  let transactions = version?.transactions ?? PersistentMap.empty<DevLocation>();
  for (const { prepared, index } of block.outcome.executed) {
    // Nobody can name what the system adds to a block before the block is there.
    if (definitionOf(prepared.tx.type).system) continue;
    transactions = transactions.with(prepared.txid, { block, index });
  }
  const blocks = version?.blocks ?? PersistentMap.empty<DevBlock>();
  const { state, replaced } = (version?.state ?? MemoryState.empty(STATE_SCHEMA)).after(overlay);
  return {
    state,
    digest: new DigestChain(version?.digest, block.height, replaced),
    tip: block,
    blocks: blocks.with(heightText(block.height), block),
    transactions,
    edits: NO_EDITS,
    timeOfNext: undefined,
    forked: version?.forked,
  };
}

/** The chain of a node after one of its blocks, before anything else has happened. */
export function forkedVersion(
  state: MemoryState,
  context: BlockContext,
  hash: string,
  forked: ForkedChain,
): ChainVersion {
  const tip = DevBlock.elsewhere(context, hash);
  return {
    state,
    digest: DigestChain.from(Buffer.from(hash, 'hex'), tip.height),
    tip,
    blocks: PersistentMap.empty<DevBlock>().with(heightText(tip.height), tip),
    transactions: PersistentMap.empty(),
    edits: NO_EDITS,
    timeOfNext: undefined,
    forked,
  };
}

/** The hash of a block of a version; undefined above its tip. */
export function hashOf({ blocks, forked }: ChainVersion, height: number): string | undefined {
  const hash = blocks.get(heightText(height))?.hash;
  if (hash !== undefined || forked === undefined || height >= forked.height) return hash;
  return forked.blockHash(height);
}

/**
 * What the ledger and contracts may ask about the blocks of a version. Of a fork, the transactions of the node count as
 * long ago: what a test sends is a transaction of its own, even where its content is that of one of them.
 */
export function pastOf(version: ChainVersion, depth: number): RecentTransactions {
  const { transactions, tip, forked } = version;
  const history: ChainHistory = {
    blockHash: height => hashOf(version, height),
    transaction(txid) {
      const found = transactions.get(txid);
      const prepared = found?.block.outcome.executed[found.index]?.prepared;
      if (found === undefined || prepared === undefined) return forked?.transaction(txid);
      return { tx: prepared.tx, height: found.block.height };
    },
  };
  return {
    has(txid) {
      const found = transactions.get(txid);
      return found !== undefined && found.block.height > tip.height - depth;
    },
    history,
  };
}

const firstVersions = new WeakMap<NetworkParameters, ChainVersion>();

/** A network's chain after the blocks that its parameters determine; made once in a process. */
export function firstVersion(network: NetworkParameters): ChainVersion {
  let version = firstVersions.get(network);
  if (version === undefined) {
    version = buildFirstVersion(network);
    firstVersions.set(network, version);
  }
  return version;
}

function buildFirstVersion(network: NetworkParameters): ChainVersion {
  const { genesis, blockInterval, forks } = network;
  if (forks.systemGenesis !== 1) {
    throw new RangeError(
      `network ${network.name} has its system genesis at height ${forks.systemGenesis}; a development chain ` +
        'needs it at height 1, where regtest has it',
    );
  }
  const ledger = new NetworkLedger(network);
  const first = MemoryState.empty(STATE_SCHEMA).overlay();
  const fuelRate = PROTOCOL.initialFuelRate;
  const context0 = { height: 0, time: genesis.time, producer: HOLDER_REGID, fuelRate };
  const block0 = ofGenesis(ledger.genesis(first), context0, undefined);
  const version0 = extended(undefined, block0, first);

  const time = genesis.time + blockInterval.beforeR2;
  const producer = required(ledger.producerAt(version0.state, 1, time), 'the block, or its producer');
  const context1 = { height: 1, time, producer, fuelRate: ledger.nextFuelRate(version0.state) };
  const second = version0.state.overlay();
  const block1 = ofGenesis(ledger.systemGenesis(second, context1, block0.hash), context1, block0);
  return extended(version0, block1, second);
}

function ofGenesis(
  { block, ...outcome }: GenesisOutcome,
  context: BlockContext,
  parent: DevBlock | undefined,
): DevBlock {
  return new DevBlock(context, outcome, parent, NO_EDITS, block);
}
