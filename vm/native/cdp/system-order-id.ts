import { encode, hash256, record, text } from '../../../src/codec/codec.js';
import { sha256d, toDisplayHex } from '../../../src/crypto/hash.js';

/*
 * Ids of the reserve's orders where the txid would not do, because one transaction makes several
 * (spec 05 §3). All ids are in display order.
 */

const settlement = record({ txid: hash256, cdpId: hash256 });
const forced = record({ cdpId: hash256, symbol: text });

/** Of the order that spends a position's interest after a settlement. */
export function settlementOrderId(txid: string, cdpId: string): string {
  return toDisplayHex(sha256d(encode(settlement, { txid, cdpId })));
}

/**
 * Of an order after a forced liquidation.
 * @param symbol - of what is sold
 */
export function forcedOrderId(cdpId: string, symbol: string): string {
  return toDisplayHex(sha256d(encode(forced, { cdpId, symbol })));
}
