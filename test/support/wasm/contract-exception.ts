import { ContractException, type ExceptionName } from '../../../vm/wasm/exception.js';

/** What an action throws, which must be an exception of a contract. */
export function exceptionOf(action: () => unknown): ContractException {
  try {
    action();
  } catch (error) {
    if (error instanceof ContractException) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** @throws Error unless an action throws an exception of this name whose message fits the pattern */
export function assertThrows(action: () => unknown, exception: ExceptionName, message?: RegExp): void {
  const thrown = exceptionOf(action);
  if (thrown.exception !== exception) {
    throw new Error(`${exception} is expected, ${thrown.exception} was thrown: ${thrown.message}`);
  }
  if (message !== undefined && !message.test(thrown.message)) {
    throw new Error(`a message like ${message} is expected, got: ${thrown.message}`);
  }
}
