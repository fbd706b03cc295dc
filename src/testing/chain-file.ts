import { executeBlock } from '../chain/accept-block.js';
import type { Chain } from '../chain/chain.js';
import { dumpChain, readDump } from '../chain/chain-dump.js';
import { ChainError } from '../chain/errors.js';
import { openChain } from '../chain/open-chain.js';
import { applyEdits, type StateEdit } from '../chain/state-edits.js';
import { required } from '../codec/required.js';
import type { NetworkParameters } from '../config/network.js';
import { producerKeys } from '../consensus/solo/producer-keys.js';
import { applyBlock } from '../ledger/apply-block.js';
import { NetworkLedger } from '../ledger/ledger.js';
import { STATE_SCHEMA } from '../state/schema.js';
import { StateStore } from '../state/state-store.js';
import { Stored } from '../state/stored.js';
import { ACCOUNTS, REGIDS } from '../state/tables/accounts.js';
import { openMemory } from '../storage/memory.js';
import { type Block, blockHash, blockSighash } from '../tx/block.js';
import { type ChainVersion, extended, firstVersion, heightText, pastOf } from './chain-version.js';
import { DevBlock, type Edits, NO_EDITS, withEdit } from './dev-block.js';

/*
 * Development chains in this process and those of nodes, in the files of `chain-dump.ts`. Either side
 * executes the blocks of the other again, so that its own records of them are complete.
 */

/** Blocks of a development chain can have the same time. */
const SPACING = 'same-second';

/** The chain of a file. @throws ChainError, BlockRejected */
export async function loadVersion(file: string, network: NetworkParameters): Promise<ChainVersion> {
  const { store } = await readDump(file);
  const ledger = new NetworkLedger(network);
  const stored = await openChain({ store, state: new StateStore(store, STATE_SCHEMA), ledger });
  let version = firstVersion(network);
  const first = stored.blocks.header(version.tip.height)?.hash;
  if (first !== version.tip.hash) {
    throw new ChainError(
      'wrong-network',
      `${file} has block ${first} at height ${version.tip.height}, where every chain of ${network.name} has ${version.tip.hash}`,
    );
  }
  for (let height = version.tip.height + 1; height <= stored.tip.header.height; height++) {
    const block = required(stored.blocks.blockByHeight(height), 'the block of the chain');
    version = followedBy(version, ledger, block, stored.blocks.editsOf(blockHash(block.header)));
  }
  const [found, expected] = [version.digest.digest, stored.digest].map(digest => digest.toString('hex'));
  if (found === expected) return version;
  throw new ChainError(
    'corrupt',
    `the blocks of ${file} lead to the state digest ${found}, not to its ${expected}`,
  );
}

/** A version with a block of another chain more. @throws BlockRejected */
function followedBy(
  version: ChainVersion,
  ledger: NetworkLedger,
  block: Block,
  edits: readonly StateEdit[],
): ChainVersion {
  const state = version.state.overlay();
  applyEdits(state, edits);
  const { tip } = version;
  const {
    context,
    outcome,
    state: after,
  } = applyBlock(ledger, state, block, {
    parent: { hash: tip.hash, height: tip.height, time: tip.time },
    recent: pastOf(version, ledger.network.transactionCacheDepth),
    spacing: SPACING,
  });
  after.merge();
  return extended(version, new DevBlock(context, outcome, tip, editsOf(edits), block), state);
}

/** Writes a chain, signed by its producers. @throws Error, BlockRejected; what the file system says */
export async function dumpVersion(
  file: string,
  network: NetworkParameters,
  version: ChainVersion,
): Promise<void> {
  if (version.forked !== undefined) {
    throw new Error(
      `a fork of a node cannot be dumped: its blocks up to ${version.forked.height} are on the node, whose dev_dumpState writes them`,
    );
  }
  const store = openMemory();
  const state = new StateStore(store, STATE_SCHEMA, { undoBlocks: 0 });
  const chain = await openChain({ store, state, ledger: new NetworkLedger(network) });
  const keys = producerKeys(network);
  for (let height = 1; height <= version.tip.height; height++) {
    const made = required(version.blocks.get(heightText(height)), 'the block of the chain');
    if (made.edits === undefined) {
      throw new Error(
        `block ${height} cannot be dumped: something was set between its transactions, inside inOneBlock`,
      );
    }
    const block = signedBlock(made, chain, keys);
    await chain.connect(executeBlock(chain, block, { spacing: SPACING, edits: stateEdits(made.edits) }));
  }
  // So that the clock of a node continues from the time of the chain.
  await dumpChain(file, chain, version.tip.time * 1000 - Date.now());
  await state.close();
}

function signedBlock(
  { block, context }: DevBlock,
  { state }: Chain,
  keys: ReturnType<typeof producerKeys>,
): Block {
  const { header } = block;
  if (header.signature.length > 0) return block;
  const keyId = state.get(REGIDS, context.producer);
  const producer = keyId === undefined ? undefined : state.get(ACCOUNTS, keyId);
  const signer = producer && keys.signerOf(producer);
  if (signer === undefined)
    throw new Error(`block ${header.height} cannot be dumped: the key of its producer is not known`);
  return { ...block, header: { ...header, signature: signer(blockSighash(header)) } };
}

function editsOf(edits: readonly StateEdit[]): Edits {
  return edits.reduce((set, { table: prefix, key: encoded, value }) => {
    const [table, key] = [STATE_SCHEMA.tableOf(prefix), Buffer.from(encoded).toString('latin1')];
    const after = value && new Stored(table, Buffer.from(value).toString('latin1'));
    return withEdit(set, { table, key, after });
  }, NO_EDITS);
}

function stateEdits(edits: Edits): StateEdit[] {
  return [...edits.iterate('', undefined, false)].map(([, { table, key, after }]) => ({
    table: table.prefix,
    key: Buffer.from(key, 'latin1'),
    value: after && Buffer.from(after.text, 'latin1'),
  }));
}
