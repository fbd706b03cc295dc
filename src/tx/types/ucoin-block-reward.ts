import { sortedMap, u64, varint64, varintSigned32 } from '../../codec/codec.js';
import { uid, uidText } from '../../codec/uid.js';
import { defineTransaction, type TransactionOf } from '../definition.js';

/** UCOIN_BLOCK_REWARD_TX (13): the first transaction of a block; what its producer earns. */
export const ucoinBlockReward = defineTransaction({
  type: 13,
  name: 'UCOIN_BLOCK_REWARD_TX',
  since: 'R2',
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
  fields: {
    version: varintSigned32,
    validHeight: varintSigned32,
    txUid: uid,
    rewardFees: sortedMap(u64),
    inflatedBcoins: varint64,
  },
  json: (tx, context) => ({
    ver: tx.version,
    tx_uid: uidText(tx.txUid),
    to_addr: context.addressOf(tx.txUid),
    valid_height: tx.validHeight,
    reward_fees: tx.rewardFees,
    inflated_bcoins: tx.inflatedBcoins,
  }),
});
export type UcoinBlockReward = TransactionOf<typeof ucoinBlockReward>;
