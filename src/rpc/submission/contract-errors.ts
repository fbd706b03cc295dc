import { ContractException, type ExceptionName } from '../../../vm/wasm/exception.js';
import { RpcError } from '../declaration/errors.js';

/** Runs something whose exceptions of contracts are errors of the interface (spec 02 §1.9.3). */
export function withContractErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ContractException) throw contractError(error);
    throw error;
  }
}

/** An error with the code and the text that contracts' exceptions have. */
export function contractFailure(exception: ExceptionName, message: string, where: string): RpcError {
  return contractError(new ContractException(exception, message, where));
}

function contractError(exception: ContractException): RpcError {
  return new RpcError(exception.code, exception.detail, { cause: exception });
}
