import type { JsonObject } from '../../codec/json-value.js';

/** The error codes of the interface, by name (spec 02 §1.9.1). */
export const RPC_ERRORS = {
  INVALID_REQUEST: { code: -32600, meaning: 'the request object is not well formed' },
  METHOD_NOT_FOUND: { code: -32601, meaning: 'no such method, or it needs a wallet and none is loaded' },
  INVALID_PARAMS: { code: -32602, meaning: 'a fee, id or range is not acceptable' },
  INTERNAL_ERROR: { code: -32603, meaning: 'stored data could not be read' },
  NODE_BUSY: { code: -32002, meaning: 'too many calls wait for their turn: try again later' },
  LIMIT_EXCEEDED: {
    code: -32005,
    meaning: 'an answer is too long, or a batch takes too much: the message names the limit',
  },
  PARSE_ERROR: { code: -32700, meaning: 'the body is not JSON' },
  MISC_ERROR: { code: -1, meaning: 'wrong number or type of parameters, or an unexpected failure' },
  FORBIDDEN_BY_SAFE_MODE: {
    code: -2,
    meaning: 'safe mode, the role of the user, a white list or a black list bars the method',
  },
  TYPE_ERROR: { code: -3, meaning: 'a parameter has the wrong JSON type, or an amount is out of range' },
  INSUFFICIENT_FEE: { code: -4, meaning: 'the fee does not cover the execution' },
  INVALID_ADDRESS_OR_KEY: { code: -5, meaning: 'no such address, account, block or key' },
  OUT_OF_MEMORY: { code: -7, meaning: 'out of memory' },
  INVALID_PARAMETER: { code: -8, meaning: 'a parameter has the right type but no acceptable value' },
  DATABASE_ERROR: { code: -9, meaning: 'the database refused' },
  DESERIALIZATION_ERROR: { code: -10, meaning: 'the bytes are no block or transaction' },
  TRANSACTION_ERROR: { code: -11, meaning: 'the contract failed' },
  TRANSACTION_REJECTED: { code: -12, meaning: 'the transaction was rejected' },
  TRANSACTION_ALREADY_IN_CHAIN: { code: -13, meaning: 'the transaction is confirmed already' },
  CLIENT_NOT_CONNECTED: { code: -1001, meaning: 'no peer is connected' },
  IN_INITIAL_DOWNLOAD: { code: -1002, meaning: 'blocks are still being downloaded' },
  NODE_ALREADY_ADDED: { code: -1003, meaning: 'the peer was added before' },
  NODE_NOT_ADDED: { code: -1004, meaning: 'the peer was not added before' },
  IS_LOCALHOST_ERROR: { code: -1005, meaning: 'the peer is this machine' },
  WALLET_ERROR: {
    code: -2001,
    meaning: 'a key is missing, signing failed, or the transaction was not accepted',
  },
  INSUFFICIENT_FUNDS: { code: -2002, meaning: 'the account has too little of a coin' },
  FILEPATH_INVALID: { code: -2003, meaning: 'the file would lie in the data directory' },
  INVALID_ACCOUNT_NAME: { code: -2004, meaning: 'no such account name' },
  KEYPOOL_RAN_OUT: { code: -2005, meaning: 'no key is left' },
  UNLOCK_NEEDED: { code: -2006, meaning: 'the wallet is locked' },
  PASSPHRASE_INCORRECT: { code: -2007, meaning: 'wrong passphrase' },
  WRONG_ENC_STATE: { code: -2008, meaning: 'the wallet is encrypted and should not be, or the reverse' },
  ENCRYPTION_FAILED: { code: -2009, meaning: 'the wallet could not be encrypted' },
  ALREADY_UNLOCKED: { code: -2010, meaning: 'the wallet is unlocked already' },
  SCRIPT_FILEPATH_INVALID: { code: -3001, meaning: 'the Lua file is not under /tmp/lua/' },
  SCRIPT_FILEPATH_NOT_EXIST: { code: -3002, meaning: 'the Lua file does not exist' },
  MEMO_SIZE_TOO_LONG: { code: -3003, meaning: 'the memo is too long' },
  COIN_TYPE_INVALID: { code: -4001, meaning: 'no such coin' },
  ASSET_TYPE_INVALID: { code: -4002, meaning: 'no such asset' },
  DEX_ORDER_INACTIVE: { code: -4003, meaning: 'the order is not active' },
} as const satisfies Record<string, { readonly code: number; readonly meaning: string }>;

export type RpcErrorName = keyof typeof RPC_ERRORS;

/**
 * An error that a method can answer with, and a clause that says when; a positive code is passed
 * through from a contract or the ledger.
 */
export type DeclaredError = readonly [error: RpcErrorName | number, when: string];

/** A failure that is returned to the caller of a method, as `{code, message}`. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  /** The text of a parameter that the error is about, where it is known and the message does not name the parameter. */
  readonly about: string | undefined;
  /** What programs and people can do with the error besides its message, which is the reference's. */
  readonly data: JsonObject | undefined;

  /**
   * @param error - a name of the table, or a positive code where the interface lets a reject code
   *   or a contract's exception code through (spec 02 §1.9.1, §1.9.3)
   */
  constructor(
    error: RpcErrorName | number,
    message: string,
    options?: ErrorOptions & { readonly about?: string; readonly data?: JsonObject },
  ) {
    super(message, options);
    this.code = typeof error === 'number' ? error : RPC_ERRORS[error].code;
    this.about = options?.about;
    this.data = options?.data;
  }

  /** The error with further data; what it has already stays. */
  withData(data: JsonObject): RpcError {
    return new RpcError(this.code, this.message, { cause: this, data: { ...data, ...this.data } });
  }
}
