import type { CallFrame } from '../../../vm/call-tree.js';
import type { JsonObject } from '../../codec/json-value.js';
import type { Uid } from '../../codec/uid.js';
import { receiptJson } from '../../tx/receipt.js';
import type { NodeServices } from '../node/services.js';
import { addressOfUid } from '../submission/account-parameters.js';

/** A run of a contract with all that it has caused, as gettxcalls answers it. */
export function callJson(services: NodeServices, frame: CallFrame): JsonObject {
  const { contract, kind, call, fuel, kinds, logs, changes, receipts, refusals, calls } = frame;
  const addressOf = (uid: Uid): string => addressOfUid(services, uid);
  return {
    contract,
    kind,
    call,
    ...(fuel !== undefined && { fuel }),
    kinds: { ...kinds },
    logs: [...logs],
    changes: changes.map(({ key, before, after, line }) => ({
      key,
      before: before ?? null,
      after: after ?? null,
      ...(line !== undefined && { line }),
    })),
    receipts: receipts.map(receipt => receiptJson(receipt, addressOf)),
    refusals: refusals.map(refusal => ({ ...refusal })),
    calls: calls.map(each => callJson(services, each)),
  };
}
