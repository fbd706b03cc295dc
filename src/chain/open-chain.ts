import type { Ledger } from '../ledger/types.js';
import { STATE_SCHEMA } from '../state/schema.js';
import { StateStore } from '../state/state-store.js';
import type { BatchOperation } from '../storage/key-value-store.js';
import { openMemory } from '../storage/memory.js';
import { blockHash, encodeBlock } from '../tx/block.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import { type CatchUpProgress, catchUpWithLog } from './catch-up.js';
import { Chain, type ChainParts } from './chain.js';
import { ChainError } from './errors.js';
import type { ExecutedBlock } from './executed-block.js';
import { ALL_RECORDS, bytesOperation, connectOperations } from './index-operations.js';
import { resumeReorganization } from './reorganize.js';
import { verifyChain } from './verify-chain.js';

/**
 * Opens the chain of a store. An empty store gets block 0. Otherwise the store must hold a chain of
 * this network, whose newest block is whole. What the end of the process has cut off is completed, but
 * not where there is a log of blocks: then {@link completeChain} does that, when everything that follows
 * the chain is there.
 * @throws ChainError `wrong-network`, `corrupt`
 */
export async function openChain(parts: ChainParts): Promise<Chain> {
  const { state, ledger } = parts;
  if (state.height === undefined) await writeGenesis(parts);
  const chain = new Chain(parts);
  requireNetwork(chain, ledger);
  await requireSoundTip(chain);
  if (parts.log === undefined) await resumeReorganization(chain);
  return chain;
}

/**
 * Takes the steps that are in the log and not in the store yet, then completes a reorganisation that the end
 * of the process has cut off.
 * @returns how many steps there were
 * @throws ChainError `corrupt`
 */
export async function completeChain(
  chain: Chain,
  onProgress?: (progress: CatchUpProgress) => void,
): Promise<number> {
  const { log } = chain;
  if (log === undefined) return 0;
  const steps = await catchUpWithLog(chain, log, onProgress);
  await chain.settled();
  await resumeReorganization(chain);
  return steps;
}

async function writeGenesis({ state, ledger }: ChainParts): Promise<void> {
  const executed = genesisBlock(ledger, state);
  await state.commit(executed.state, {
    height: 0,
    extra: [bytesOperation(executed), ...connectOperations(executed, ALL_RECORDS)],
  });
}

function genesisBlock(ledger: Ledger, emptyState: StateStore): ExecutedBlock {
  const overlay = emptyState.overlay();
  const { block, ...outcome } = ledger.genesis(overlay);
  const raw = encodeBlock(block, wireRulesOf(ledger.network));
  return { block, hash: blockHash(block.header), raw, outcome, state: overlay, failures: [] };
}

/** The bytes and records of block 0, without what it does to the state. */
export function genesisOperations(ledger: Ledger): BatchOperation[] {
  const executed = genesisBlock(ledger, new StateStore(openMemory(), STATE_SCHEMA));
  return [bytesOperation(executed), ...connectOperations(executed, ALL_RECORDS)];
}

/** The hash of block 0 of a network, which networks of a file do not state. */
export function genesisHashOf(ledger: Ledger): string {
  return ledger.network.genesis.hash || genesisBlock(ledger, new StateStore(openMemory(), STATE_SCHEMA)).hash;
}

function requireNetwork(chain: Chain, ledger: Ledger): void {
  const { name } = ledger.network;
  const expected = genesisHashOf(ledger);
  const found = chain.blocks.header(0)?.hash;
  if (found === expected) return;
  throw new ChainError(
    'wrong-network',
    `the data directory holds a chain that begins with block ${found}, but network ${name} begins with ` +
      `${expected}; use another data directory, or the network that this one was made for`,
  );
}

/** Nothing is built on a damaged block: the operator has to know at once. */
async function requireSoundTip(chain: Chain): Promise<void> {
  const { problem } = await verifyChain(chain, 1);
  if (problem === undefined) return;
  throw new ChainError(
    'corrupt',
    `the database is damaged: ${problem}; start with a copy of the data directory that is whole, or with ` +
      'an empty one',
  );
}
