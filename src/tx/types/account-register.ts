import { varint64, varintSigned32 } from '../../codec/codec.js';
import { uid, uidText } from '../../codec/uid.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { SIGNATURE } from '../standard-fields.js';

/** ACCOUNT_REGISTER_TX (2): puts an account's public key, and its miner key if any, on chain. */
export const accountRegister = defineTransaction({
  type: 2,
  name: 'ACCOUNT_REGISTER_TX',
  since: 'R1',
  origin: 'sender',
  senders: ['pubkey', 'regid', 'keyid', 'null'],
  permission: 'none',
  minimumFee: { reference: 10_000_000n, development: 10_000n, governable: false },
  feeCheck: 'base',
  feeDiscount: 'none',
  contract: 'none',
  validHeight: 'checked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: true,
  fields: {
    version: varintSigned32,
    validHeight: varintSigned32,
    txUid: uid,
    minerUid: uid,
    fees: varint64,
    ...SIGNATURE,
  },
  json: tx => ({ pubkey: uidText(tx.txUid), miner_pubkey: uidText(tx.minerUid) }),
});
export type AccountRegister = TransactionOf<typeof accountRegister>;
