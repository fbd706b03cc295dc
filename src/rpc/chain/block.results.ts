import { type Json, JsonDecimal, type JsonObject } from '../../codec/json-value.js';
import { uidText } from '../../codec/uid.js';
import type { Block } from '../../tx/block.js';
import { TX } from '../../tx/transactions.js';
import type { NodeServices } from '../node/services.js';
import { confirmedDetail, receiptsJson } from '../transactions/transaction.results.js';

/** Prices are stored times 10^8. */

/** The result of getblock for a block of the chain (spec 08 §15.1). */
export function blockJson(services: NodeServices, height: number, listTransactions: boolean): JsonObject {
  const { blocks } = services.chain;
  const block = blocks.blockByHeight(height);
  const summary = blocks.header(height);
  if (!block || !summary) throw new Error(`block ${height} is not stored completely`);
  const { header, hash } = summary;
  return {
    curr_block_hash: hash,
    prev_block_hash: height === 0 ? undefined : header.prevBlockHash,
    next_block_hash: blocks.header(height + 1)?.hash,
    bp_uid: uidText(summary.producer),
    version: header.version,
    merkle_root: header.merkleRoot,
    fuel_rate: header.fuelRate,
    total_fuel_fee: header.fuelFee,
    confirmations: services.tipHeight - height + 1,
    size: summary.size,
    height,
    tx_count: block.transactions.length,
    tx: block.transactions.map(({ txid }) => txid),
    time: header.time,
    nonce: header.nonce,
    median_price: medianPrices(block),
    tx_details: listTransactions
      ? block.transactions.map((prepared, index) =>
          confirmedDetail(services, prepared, { height, index }, summary),
        )
      : undefined,
    receipts: receiptsJson(services, blocks.blockReceipts(height) ?? []),
  };
}

/** The prices of the block's median transaction; zero means that a pair has none. */
function medianPrices({ transactions }: Block): Json[] {
  return transactions.flatMap(({ tx }) =>
    tx.type === TX.PRICE_MEDIAN
      ? tx.medianPrices
          .filter(({ price }) => price !== 0n)
          .map(({ baseSymbol, quoteSymbol, price }) => ({
            coin_symbol: baseSymbol,
            price_symbol: quoteSymbol,
            price: new JsonDecimal(price),
          }))
      : [],
  );
}
