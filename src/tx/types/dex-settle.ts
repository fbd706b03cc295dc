import { hash256, record, type ValueOf, varint64, vector } from '../../codec/codec.js';
import { defineTransaction, type TransactionOf } from '../definition.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';

/** One deal between a buy and a sell order; the price is times 10^8. */
export const dealItem = record({
  buyOrderId: hash256,
  sellOrderId: hash256,
  price: varint64,
  coinAmount: varint64,
  assetAmount: varint64,
});
export type DealItem = ValueOf<typeof dealItem>;

/** DEX_TRADE_SETTLE_TX (89): settles matched orders. */
export const dexSettle = defineTransaction({
  type: 89,
  name: 'DEX_TRADE_SETTLE_TX',
  since: 'R2',
  origin: 'sender',
  senders: ['regid'],
  permission: 'DEX',
  minimumFee: { reference: 10_000n, development: 10_000n, governable: true },
  feeCheck: 'base',
  feeDiscount: 'none',
  contract: 'none',
  validHeight: 'checked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: true,
  fields: { ...STANDARD_FIELDS, dealItems: vector(dealItem), ...SIGNATURE },
  json: tx => ({
    deal_items: tx.dealItems.map(deal => ({
      buy_order_id: deal.buyOrderId,
      sell_order_id: deal.sellOrderId,
      coin_amount: deal.coinAmount,
      asset_amount: deal.assetAmount,
      price: deal.price,
      // The names that a settlement is given by (spec 01 §15).
      deal_price: deal.price,
      deal_coin_amount: deal.coinAmount,
      deal_asset_amount: deal.assetAmount,
    })),
  }),
});
export type DexSettle = TransactionOf<typeof dexSettle>;
