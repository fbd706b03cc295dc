import { type RegId, regIdRaw } from '../../../src/codec/regid.js';
import { type Transaction, TX } from '../../../src/tx/transactions.js';
import { LuaFloat } from '../value/value.js';
import type { ApiCall, ApiFunction } from './api-function.js';
import { LOOKUP_WORK } from './api-work.js';

/** Transactions of earlier blocks, by their id (spec 03 §8.4). */

const TXID_SIZE = 32;
const LOOKUP_FUEL = 200;
const CURRENT_FUEL = 4;
const DATA_UNIT = 32;
const FUEL_PER_UNIT = 3;

/** The txid that the arguments are, in display order. */
function txidOf(api: ApiCall): string | undefined {
  const bytes = api.bytesOf(TXID_SIZE);
  return bytes && Buffer.from(bytes).toString('hex');
}

/** A float, as the reference answers it. */
export const getTxConfirmHeight: ApiFunction = {
  name: 'GetTxConfirmHeight',
  alias: 'GetTxConFirmHeight',
  needsRun: true,
  work: LOOKUP_WORK,
  call(api) {
    const txid = txidOf(api);
    if (txid === undefined) return undefined;
    api.burnCall(LOOKUP_FUEL);
    const found = api.run.context.history?.transaction(txid);
    return found && new LuaFloat(found.height);
  },
};

function argumentsOf(tx: Transaction): Uint8Array | undefined {
  return tx.type === TX.LCONTRACT_INVOKE || tx.type === TX.UCONTRACT_INVOKE ? tx.arguments : undefined;
}

function senderRegIdOf(tx: Transaction): RegId | undefined {
  if (tx.type !== TX.BCOIN_TRANSFER && tx.type !== TX.LCONTRACT_INVOKE) return undefined;
  return tx.txUid.kind === 'regid' ? tx.txUid.regId : undefined;
}

/** Whether contracts can learn more of a past transaction than its height: nodes keep those for good. */
export function isVisibleToContracts(tx: Transaction): boolean {
  return argumentsOf(tx) !== undefined || senderRegIdOf(tx) !== undefined;
}

/** The arguments of a call, all of them. */
export const getTxContract: ApiFunction = {
  name: 'GetTxContract',
  needsRun: true,
  work: LOOKUP_WORK,
  call(api) {
    const txid = txidOf(api);
    if (txid === undefined) return undefined;
    const { context, call } = api.run;
    if (txid === context.prepared.txid) {
      api.burnData(CURRENT_FUEL, call.arguments.length, DATA_UNIT, FUEL_PER_UNIT);
      return call.arguments;
    }
    const found = context.history?.transaction(txid);
    if (found === undefined) return undefined;
    const bytes = found.tx && argumentsOf(found.tx);
    api.burnData(LOOKUP_FUEL, bytes?.length ?? 0, DATA_UNIT, FUEL_PER_UNIT);
    return bytes;
  },
};

/** The sender of a transfer of base coins or of a call, if it is named by its regid. */
export const getTxRegId: ApiFunction = {
  name: 'GetTxRegID',
  needsRun: true,
  work: LOOKUP_WORK,
  call(api) {
    const txid = txidOf(api);
    if (txid === undefined) return undefined;
    api.burnCall(LOOKUP_FUEL);
    const tx = api.run.context.history?.transaction(txid)?.tx;
    const regId = tx && senderRegIdOf(tx);
    return regId && regIdRaw(regId);
  },
};
