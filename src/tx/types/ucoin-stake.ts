import { text, u8, varint64 } from '../../codec/codec.js';
import { balanceOperationName } from '../balance-operation.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';

/** UCOIN_STAKE_TX (8): stakes coins or takes them back; `stakeType` is STAKE or UNSTAKE. */
export const ucoinStake = defineTransaction({
  type: 8,
  name: 'UCOIN_STAKE_TX',
  since: 'R2',
  origin: 'sender',
  senders: ['regid', 'pubkey'],
  permission: 'STAKE_COIN',
  minimumFee: { reference: 1_000_000n, development: 10_000n, governable: true },
  feeCheck: 'base',
  feeDiscount: 'none',
  contract: 'none',
  validHeight: 'checked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: true,
  fields: { ...STANDARD_FIELDS, stakeType: u8, coinSymbol: text, coinAmount: varint64, ...SIGNATURE },
  json: tx => ({
    stake_type: balanceOperationName(tx.stakeType),
    coin_symbol: tx.coinSymbol,
    coin_amount: tx.coinAmount,
  }),
});
export type UcoinStake = TransactionOf<typeof ucoinStake>;
