import type { TransactionOfType } from '../../../vm/native/handler.js';
import type { Json, JsonObject } from '../../codec/json-value.js';
import type { Uid } from '../../codec/uid.js';
import { receiptJson } from '../../tx/receipt.js';
import type { TX } from '../../tx/transactions.js';
import type { NodeServices } from '../node/services.js';
import { addressOfUid } from '../submission/account-parameters.js';
import { LONGEST_SIGNATURE } from '../submission/call-fee.js';
import { type CallSimulation, type LuaCall, simulateCall } from '../submission/simulate.js';

/*
 * What calls would do, as estimatecontractcall answers it: of Lua contracts with fuel by kind and the
 * call stack of an error, of WebAssembly contracts and those of the system with the trace.
 */

/** What a call of a Lua contract would do. */
export function estimateLuaCall(services: NodeServices, tx: LuaCall): JsonObject {
  const outcome = simulateCall(services, tx);
  const { neededFee, report, log } = outcome;
  return answer(services, outcome, {
    fuel: report === undefined ? null : { ...report.fuel },
    needed_fee: neededFee ?? null,
    log: [...log],
    traceback: [...(report?.traceback ?? [])],
  });
}

/** What an action would do, by the authority of its payer. */
export function estimateAction(
  services: NodeServices,
  tx: TransactionOfType<typeof TX.UNIVERSAL>,
): JsonObject {
  const outcome = simulateCall(services, { ...tx, signature: Buffer.alloc(LONGEST_SIGNATURE) });
  const { executed } = outcome;
  const trace = executed?.trace as JsonObject | undefined;
  const estimate = answer(services, outcome, {
    fuel: executed === undefined ? null : { total: executed.fuel },
    needed_fee: trace?.minimum_fee ?? null,
    log: trace === undefined ? [] : printedTexts(trace.traces as readonly JsonObject[]),
    traceback: [],
  });
  return trace === undefined ? estimate : { ...estimate, tx_trace: trace };
}

interface KindOfCall {
  readonly fuel: Json;
  readonly needed_fee: Json;
  readonly log: Json;
  readonly traceback: Json;
}

function answer(
  services: NodeServices,
  { executed, rejection, fuelRate }: CallSimulation,
  { fuel, needed_fee, log, traceback }: KindOfCall,
): JsonObject {
  const addressOf = (uid: Uid): string => addressOfUid(services, uid);
  return {
    succeeded: executed !== undefined,
    fuel_rate: fuelRate,
    fuel,
    fuel_fee: executed?.fuelFee ?? null,
    needed_fee,
    log,
    receipts: (executed?.receipts ?? []).map(receipt => receiptJson(receipt, addressOf)),
    error: rejection === undefined ? null : { code: rejection.code, reason: rejection.reason, traceback },
  };
}

/** What contracts have printed, in the order in which they ran. */
function printedTexts(traces: readonly JsonObject[]): string[] {
  return traces.flatMap(({ console, inline_traces: inline }) => [
    ...(typeof console === 'string' ? [console] : []),
    ...(Array.isArray(inline) ? printedTexts(inline as readonly JsonObject[]) : []),
  ]);
}
