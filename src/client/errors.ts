import type { Json, JsonObject } from '../codec/json-value.js';
import { errorName } from '../rpc/declaration/declared-errors.js';
import type { RpcErrorName } from '../rpc/declaration/errors.js';

/** The node has answered a call with an error. Its message is that of the node. */
export class CallError extends Error {
  override readonly name = 'CallError';
  /** As docs/rpc.md lists it: negative, or positive where it comes from a contract or the ledger. */
  readonly code: number;
  /** The name of the code, such as `INSUFFICIENT_FUNDS`; undefined for a positive one. */
  readonly errorName: RpcErrorName | undefined;

  /** What the error is about and what is allowed, where the node says it: see docs/rpc.md. */
  readonly data: JsonObject | undefined;

  /** @param answer - the error object as it came */
  constructor(readonly answer: JsonObject) {
    super(String(answer.message));
    this.code = Number(answer.code);
    this.errorName = errorName(this.code);
    this.data = isObject(answer.data) ? answer.data : undefined;
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** There is no reply to a call: the server refused the request before a method ran, or answered something else. */
export class NoReply extends Error {
  override readonly name = 'NoReply';

  /** @param status - of the HTTP answer */
  constructor(
    message: string,
    readonly status: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * No answer came: the node is not there, the connection was lost, or the time was over. A method that changes something
 * may have done so.
 */
export class NodeUnreachable extends Error {
  override readonly name = 'NodeUnreachable';
}
