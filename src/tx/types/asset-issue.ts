import { bool, text, varint64 } from '../../codec/codec.js';
import { uid, uidText } from '../../codec/uid.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { freeTextJson } from '../free-text.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';

/** ASSET_ISSUE_TX (9): issues a user asset. */
export const assetIssue = defineTransaction({
  type: 9,
  name: 'ASSET_ISSUE_TX',
  since: 'R2',
  origin: 'sender',
  senders: ['regid'],
  permission: 'none',
  minimumFee: { reference: 1_000_000n, development: 10_000n, governable: false },
  feeCheck: 'base',
  feeDiscount: 'none',
  contract: 'none',
  validHeight: 'checked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: true,
  fields: {
    ...STANDARD_FIELDS,
    assetSymbol: text,
    ownerUid: uid,
    assetName: text,
    mintable: bool,
    totalSupply: varint64,
    ...SIGNATURE,
  },
  json: (tx, context) => ({
    asset_symbol: tx.assetSymbol,
    asset_name: freeTextJson(tx.assetName),
    owner_uid: uidText(tx.ownerUid),
    owner_addr: context.addressOf(tx.ownerUid),
    total_supply: tx.totalSupply,
    mintable: tx.mintable,
  }),
});
export type AssetIssue = TransactionOf<typeof assetIssue>;
