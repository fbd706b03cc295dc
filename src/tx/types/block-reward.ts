import { varint64, varintSigned32 } from '../../codec/codec.js';
import { uid, uidText } from '../../codec/uid.js';
import { defineTransaction, type TransactionOf } from '../definition.js';

/** BLOCK_REWARD_TX (1): the reward before the second feature fork, and in the genesis blocks. */
export const blockReward = defineTransaction({
  type: 1,
  name: 'BLOCK_REWARD_TX',
  since: 'R1',
  origin: 'reward',
  senders: [],
  permission: 'none',
  minimumFee: { reference: 0n, development: 0n, governable: false },
  feeCheck: 'base',
  feeDiscount: 'none',
  contract: 'none',
  validHeight: 'unchecked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: false,
  fields: { version: varintSigned32, txUid: uid, rewardFees: varint64, validHeight: varintSigned32 },
  json: (tx, context) => ({
    ver: tx.version,
    tx_uid: uidText(tx.txUid),
    to_addr: context.addressOf(tx.txUid),
    valid_height: tx.validHeight,
    reward_fees: tx.rewardFees,
  }),
});
export type BlockReward = TransactionOf<typeof blockReward>;
