import { NULL_UID, publicKeyUid, type Uid } from '../codec/uid.js';
import { type NetworkParameters, PROTOCOL } from '../config/network.js';
import { type PreparedTransaction, prepareTransaction } from '../tx/envelope.js';
import { GOVERNANCE_COIN, STABLE_COIN } from '../tx/symbols.js';
import { TX } from '../tx/transactions.js';
import type { UcoinMint } from '../tx/types/ucoin-mint.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import type { BlockExecution, GenesisOutcome } from './types.js';
import { unsignedBlock } from './unsigned-block.js';

/**
 * The transactions after the reward in the system genesis block (spec 01 §5.3): they make the
 * reserve, the owner of the governance coin and the exchange's settler.
 */
export function systemGenesisMints(network: NetworkParameters): readonly PreparedTransaction[] {
  const { forks, genesis } = network;
  const mint = (txUid: Uid, coinSymbol: string, coinAmount: bigint): UcoinMint => ({
    type: TX.UCOIN_MINT,
    version: 1,
    txUid,
    validHeight: forks.systemGenesis,
    coinSymbol,
    coinAmount,
    signature: new Uint8Array(),
  });
  return [
    mint(NULL_UID, STABLE_COIN, PROTOCOL.stableReserve),
    mint(publicKeyUid(genesis.governanceKey), GOVERNANCE_COIN, PROTOCOL.governanceSupply),
    mint(publicKeyUid(genesis.matcherKey), GOVERNANCE_COIN, 0n),
  ].map(tx => prepareTransaction(tx, wireRulesOf(network)));
}

/**
 * Fills and ends the system genesis block.
 *
 * @param execution - of the block at the network's height for it, with nothing executed yet
 * @returns the block without nonce and signature
 */
export function buildSystemGenesis(
  network: NetworkParameters,
  execution: BlockExecution,
  prevBlockHash: string,
): GenesisOutcome {
  for (const mint of systemGenesisMints(network)) execution.execute(mint);
  const outcome = execution.end(execution.rewardTransaction());
  const transactions = outcome.executed.map(({ prepared }) => prepared);
  const { fuelFee } = outcome;
  return {
    ...outcome,
    block: unsignedBlock(execution.context, transactions, { prevBlockHash, nonce: 0, fuelFee }),
  };
}
