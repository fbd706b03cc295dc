import { isJsonObject, type Json, type JsonObject } from '../../codec/json-value.js';
import type { ReceiptTypeName } from '../../tx/receipt.js';
import type { CallOutcome, DevReceipt, Fuel, ViewOutcome } from '../call-outcome.js';
import { printable, printableTrace } from '../json-text.js';
import { sawi } from './node-calls.js';

/** What a simulation has said: an answer of estimatecontractcall that succeeded. */
export function simulatedOutcome(estimate: JsonObject): ViewOutcome {
  return printable({
    fuel: fuelOf(estimate.fuel),
    fee: {
      paid: sawi(estimate.needed_fee),
      burned: sawi(estimate.fuel_fee),
      needed: sawi(estimate.needed_fee),
      symbol: 'WICC',
    },
    receipts: receiptsOf(estimate.receipts),
    logs: textsOf(estimate.log),
    refusals: [],
    trace: printableTrace(estimate.tx_trace as JsonObject | undefined),
  });
}

/**
 * What a transaction has done. Fuel by kind and what was logged are those of the simulation directly before it: a node
 * keeps neither.
 *
 * @param detail - an answer of gettxdetail
 */
export function confirmedOutcome(detail: JsonObject, simulated: ViewOutcome): CallOutcome {
  const [height, index] = String(detail.tx_cord).split('-').map(Number) as [number, number];
  return printable({
    ...simulated,
    txid: String(detail.txid),
    height,
    index,
    fee: {
      ...simulated.fee,
      paid: sawi(detail.fees),
      symbol: String(detail.fee_symbol ?? simulated.fee.symbol),
    },
    receipts: receiptsOf(detail.receipts),
    trace: printableTrace(detail.tx_trace as JsonObject | undefined),
  });
}

function fuelOf(fuel: Json | undefined): Fuel {
  if (!isJsonObject(fuel)) return { total: 0n, kinds: {} };
  const { total, ...kinds } = fuel;
  return {
    total: sawi(total),
    kinds: Object.fromEntries(Object.entries(kinds).map(([kind, units]) => [kind, Number(units)])),
  };
}

function receiptsOf(receipts: Json | undefined): DevReceipt[] {
  if (!Array.isArray(receipts)) return [];
  return (receipts as readonly JsonObject[]).map(receipt => ({
    type: receipt.receipt_type_name as ReceiptTypeName,
    from: String(receipt.from_addr),
    to: String(receipt.to_addr),
    symbol: String(receipt.coin_symbol),
    amount: sawi(receipt.coin_amount),
  }));
}

/** The texts of a list. */
export function textsOf(list: Json | undefined): string[] {
  return Array.isArray(list) ? (list as readonly Json[]).map(String) : [];
}
