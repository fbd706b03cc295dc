import type { JsonObject } from '../../codec/json-value.js';
import { feeSymbolOf } from '../../tx/envelope.js';
import { RpcError } from '../declaration/errors.js';
import { AfterTurn } from '../declaration/method.js';
import type { NodeServices } from '../node/services.js';
import { type LuaCall, simulateCall } from './simulate.js';
import { signAndSubmit } from './submit.js';

const BURNED_OUT = /burned-out/i;

/**
 * Signs and submits a call of a Lua contract.
 * @throws RpcError -2001; when the fee paid for too little fuel, the message ends with one that suffices
 */
export function submitLuaCall(
  services: NodeServices,
  tx: LuaCall,
  more?: (txid: string) => JsonObject,
): AfterTurn {
  const { rest } = signAndSubmit(services, tx, more);
  return new AfterTurn(async waiter => {
    try {
      return await rest(waiter);
    } catch (error) {
      throw error instanceof RpcError && BURNED_OUT.test(error.message)
        ? withSufficientFee(services, tx, error)
        : error;
    }
  });
}

/** The error of a call that burned out, with the fee that would have sufficed where there is one. */
function withSufficientFee(services: NodeServices, tx: LuaCall, error: RpcError): RpcError {
  const { neededFee } = simulateCall(services, tx);
  if (neededFee === undefined) return error;
  const message = `${error.message.trimEnd()}; a fee of ${neededFee} sawi ${feeSymbolOf(tx)} would have sufficed`;
  return new RpcError(error.code, message, { cause: error });
}
