import { assemble } from '../../src/chain/assemble.js';
import type { Chain } from '../../src/chain/chain.js';
import { producerKeys } from '../../src/consensus/solo/producer-keys.js';
import { unsignedBlock } from '../../src/ledger/unsigned-block.js';
import type { Overlay } from '../../src/state/state.js';
import { ACCOUNTS, REGIDS } from '../../src/state/tables/accounts.js';
import { blockHash, blockSighash, encodeBlock } from '../../src/tx/block.js';
import { wireRulesOf } from '../../src/tx/wire-rules.js';

/**
 * Connects a block without transactions of users whose state has further changes: a quick way to a
 * large state. Such a chain can be continued, but not be replayed.
 */
export async function connectBlock(chain: Chain, change: (state: Overlay) => void): Promise<void> {
  const { ledger, head } = chain;
  const { network } = ledger;
  const context = chain.contextAt(head.header.time + network.blockInterval.fromR2);
  const state = chain.overlay();
  const keyId = state.get(REGIDS, context.producer)!;
  const signer = producerKeys(network).signerOf(state.get(ACCOUNTS, keyId)!)!;
  const execution = ledger.begin(state, context, chain.recent);
  change(execution.state);
  const { outcome, failures } = await assemble(execution, []);
  execution.state.merge();
  const { header, transactions } = unsignedBlock(
    context,
    outcome.executed.map(({ prepared }) => prepared),
    { prevBlockHash: head.hash, nonce: 0, fuelFee: outcome.fuelFee },
  );
  const block = { header: { ...header, signature: signer(blockSighash(header)) }, transactions };
  const raw = encodeBlock(block, wireRulesOf(network));
  await chain.connect({ block, hash: blockHash(header), raw, outcome, state, failures });
}
