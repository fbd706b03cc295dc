import { NO_WORK } from '../../vm/block-work.js';
import { ZERO_HASH } from '../codec/codec.js';
import { type NetworkParameters, PROTOCOL } from '../config/network.js';
import { HOLDER_REGID } from '../config/system-accounts.js';
import type { Overlay, StateWriter } from '../state/state.js';
import { ASSETS, NATIVE_ASSETS } from '../state/tables/assets.js';
import { FEED_PAIRS } from '../state/tables/prices.js';
import { blockHash } from '../tx/block.js';
import { prepareTransaction } from '../tx/envelope.js';
import { BASE_COIN, GOVERNANCE_COIN } from '../tx/symbols.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import { endOfBlock } from './end-of-block.js';
import { GenesisAccounts, genesisSteps } from './genesis-steps.js';
import type { BlockContext, GenesisOutcome } from './types.js';
import { unsignedBlock } from './unsigned-block.js';

const QUOTE_CURRENCY = 'USD';

/**
 * Builds block 0 and its state (spec 01 §5.1, spec 08 §4.1).
 *
 * @param state - empty; is changed
 * @throws Error when the block has not the hash that the network names
 */
export function buildGenesis(network: NetworkParameters, state: Overlay): GenesisOutcome {
  const { genesis } = network;
  const context: BlockContext = {
    height: 0,
    time: genesis.time,
    producer: HOLDER_REGID,
    fuelRate: PROTOCOL.initialFuelRate,
  };
  putNativeAssets(state);
  const accounts = new GenesisAccounts(state);
  const executed = genesisSteps(network).map(({ tx, takeEffect }, index) => {
    const receiptsBefore = accounts.receipts.length;
    takeEffect(accounts);
    return {
      prepared: prepareTransaction(tx, wireRulesOf(network)),
      index,
      receipts: accounts.receipts.slice(receiptsBefore),
      fuel: 0n,
      work: NO_WORK,
      fuelFee: 0n,
    };
  });
  accounts.flush();

  const transactions = executed.map(({ prepared }) => prepared);
  const block = unsignedBlock(context, transactions, {
    prevBlockHash: ZERO_HASH,
    nonce: genesis.nonce,
    fuelFee: 0n,
  });
  requireHash(network, blockHash(block.header));
  const end = endOfBlock(network, state, context, {
    reward: transactions[0]!,
    txids: transactions.map(({ txid }) => txid),
    fuelFee: 0n,
  });
  return { block, executed, fuelFee: 0n, ...end };
}

function putNativeAssets(state: StateWriter): void {
  for (const asset of NATIVE_ASSETS) state.put(ASSETS, asset.symbol, asset);
  for (const symbol of [BASE_COIN, GOVERNANCE_COIN]) state.put(FEED_PAIRS, [symbol, QUOTE_CURRENCY], true);
}

function requireHash({ name, genesis }: NetworkParameters, hash: string): void {
  if (genesis.hash !== '' && genesis.hash !== hash) {
    throw new Error(
      `block 0 of network ${name} has the hash ${hash}, but its parameters name ${genesis.hash}: ` +
        'the keys, votes, time or nonce of its genesis are wrong, or the hash is',
    );
  }
}
