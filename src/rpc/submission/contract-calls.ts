import type { JsonObject } from '../../codec/json-value.js';
import { feeSymbolOf } from '../../tx/envelope.js';
import { RpcError } from '../declaration/errors.js';
import { AfterTurn } from '../declaration/method.js';
import type { NodeServices } from '../node/services.js';
import { type CallTransaction, sufficientFee, tryCall } from './contract-trial.js';
import { commitFailed, signAndSubmit } from './submit.js';

/** Part of a fee that is added to what a dry run needed, since other calls may come before (decision D2). */
const MARGIN_PERCENT = 20n;

const BURNED_OUT = /burned-out/i;

/**
 * The fee of a call whose caller names none: the minimum, or what a dry run on the pending state needs
 * and a fifth more (decision D2).
 *
 * @throws RpcError -2001 when the call fails whatever its fee is
 */
export function defaultCallFee(services: NodeServices, tx: CallTransaction): bigint {
  const { executed, rejection } = tryCall(services, tx);
  if (executed === undefined) throw commitFailed(rejection!);
  const needed = sufficientFee(services, tx, executed.fuel);
  const withMargin = (needed * (100n + MARGIN_PERCENT)) / 100n;
  const minimum = sufficientFee(services, tx, 0n);
  return needed > minimum ? withMargin : minimum;
}

/**
 * Signs and submits a call.
 * @throws RpcError -2001; when the fee paid for too little fuel, the message ends with one that suffices
 */
export function submitCall(
  services: NodeServices,
  tx: CallTransaction,
  more?: (txid: string) => JsonObject,
): AfterTurn {
  const { rest } = signAndSubmit(services, tx, more);
  return new AfterTurn(async () => {
    try {
      return await rest();
    } catch (error) {
      throw error instanceof RpcError && BURNED_OUT.test(error.message)
        ? withSufficientFee(services, tx, error)
        : error;
    }
  });
}

/** The error of a call that burned out, with the fee that would have sufficed where there is one. */
function withSufficientFee(services: NodeServices, tx: CallTransaction, error: RpcError): RpcError {
  const { executed } = tryCall(services, tx);
  if (executed === undefined) return error;
  const fee = sufficientFee(services, tx, executed.fuel);
  const message = `${error.message.trimEnd()}; a fee of ${fee} sawi ${feeSymbolOf(tx)} would have sufficed`;
  return new RpcError(error.code, message, { cause: error });
}
