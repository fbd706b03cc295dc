import { ActionPrinter } from '../../../vm/universal/action-printer.js';
import type { BlockSummary, TransactionLocation } from '../../chain/block-records.js';
import { type Json, type JsonObject, joined } from '../../codec/json-value.js';
import { encodeAddress } from '../../crypto/address.js';
import { isRegistered } from '../../state/tables/accounts.js';
import type { JsonContext } from '../../tx/definition.js';
import { type PreparedTransaction, transactionJson } from '../../tx/envelope.js';
import { hexText } from '../../tx/json-members.js';
import { type Receipt, receiptJson } from '../../tx/receipt.js';
import type { NodeServices } from '../node/services.js';
import { accountOf, addressOfUid } from '../submission/account-parameters.js';

type DetailServices = Pick<
  NodeServices,
  'options' | 'network' | 'state' | 'chain' | 'mempool' | 'tipHeight' | 'amountFormat'
>;

/** What the JSON forms of transactions need to know of accounts at the tip. */
export function jsonContext(services: Pick<NodeServices, 'network' | 'state'>): JsonContext {
  const printer = new ActionPrinter(services);
  return {
    addressOf: uid => addressOfUid(services, uid),
    regIdOf: uid => {
      const account = accountOf(services.state, uid);
      return account && isRegistered(account) ? account.regId : undefined;
    },
    addressOfKeyId: keyId => encodeAddress(services.network.addressVersion, keyId),
    actionArguments: (contract, action, data) => printer.detail({ contract, action, data }),
  };
}

/** Receipts in results (spec 02 §4.3). */
export function receiptsJson(
  services: Pick<DetailServices, 'network' | 'state' | 'amountFormat'>,
  receipts: readonly Receipt[],
): Json[] {
  return receipts.map(receipt =>
    joined(
      receiptJson(receipt, uid => addressOfUid(services, uid)),
      {
        coin_amount: services.amountFormat(receipt.amount),
      },
    ),
  );
}

/** The result of gettxdetail: an empty object for an unknown id (spec 02 §4.2). */
export function transactionDetail(services: DetailServices, txid: string): JsonObject {
  const { blocks } = services.chain;
  const location = blocks.transactionLocation(txid);
  // The index is there in any case, for contracts; without the option it answers for block 0 only.
  if (location && (services.options.txindex || location.height === 0)) {
    const block = blocks.blockByHeight(location.height);
    const summary = blocks.header(location.height);
    const prepared = block?.transactions[location.index];
    if (!prepared || !summary)
      throw new Error(`block ${location.height} of transaction ${txid} cannot be read`);
    return confirmedDetail(services, prepared, location, summary);
  }
  const waiting = services.mempool.get(txid)?.prepared;
  return waiting ? { ...transactionJson(waiting, jsonContext(services)), rawtx: hexText(waiting.raw) } : {};
}

/** A transaction of the chain, in the form that has the keys of both sources (spec 02 §6.3). */
export function confirmedDetail(
  services: DetailServices,
  prepared: PreparedTransaction,
  { height, index }: TransactionLocation,
  { hash, header }: Pick<BlockSummary, 'hash' | 'header'>,
): JsonObject {
  const { blocks } = services.chain;
  const receipts = receiptsJson(services, blocks.receiptsOf(prepared.txid) ?? []);
  const cord = `${height}-${index}`;
  return joined(transactionJson(prepared, jsonContext(services)), {
    confirmed_height: height,
    confirmed_time: header.time,
    block_hash: hash,
    tx_cord: cord,
    tx_code: cord,
    receipts,
    receipt: receipts,
    rawtx: hexText(prepared.raw),
    confirmations: services.tipHeight - height,
    tx_trace: blocks.traceOf(prepared.txid),
  });
}
