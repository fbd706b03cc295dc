/**
 * The exceptions of contract execution: names and codes are what clients of the reference see
 * (spec 04 §9). Two names share a code there, so the name is the identity and the code its number.
 */
export const EXCEPTION_CODES = {
  file_not_found_exception: 3,
  chain_exception: 3000000,
  regid_type_exception: 3010001,
  asset_type_exception: 3010011,
  symbol_type_exception: 3010014,
  precision_size_exception: 3010015,
  abi_not_found_exception: 3015001,
  invalid_type_inside_abi: 3015004,
  duplicate_abi_type_def_exception: 3015005,
  duplicate_abi_struct_def_exception: 3015006,
  duplicate_abi_action_def_exception: 3015007,
  duplicate_abi_table_def_exception: 3015008,
  abi_serialization_deadline_exception: 3015010,
  abi_circular_def_exception: 3015012,
  unpack_exception: 3015013,
  pack_exception: 3015014,
  unsupported_abi_version_exception: 3015016,
  abi_parse_exception: 3015017,
  transaction_exception: 3040000,
  transaction_trace_access_exception: 3040020,
  fee_exhausted_exception: 3040021,
  wasm_assert_message_exception: 3050003,
  wasm_assert_code_exception: 3050004,
  action_not_found_exception: 3050005,
  abort_called: 3050008,
  wasm_assert_exception: 3050012,
  wasm_execution_error: 3070002,
  overlapping_memory_error: 3070004,
  vm_type_mismatch: 3070006,
  code_parse_exception: 3070007,
  wasm_memory_exception: 3070008,
  tx_cpu_usage_exceeded: 3080004,
  wasm_timeout_exception: 3080008,
  tx_duplicate_sig: 3090001,
  unsatisfied_authorization: 3090003,
  missing_auth_exception: 3090004,
  sig_variable_size_limit_exception: 3100011,
  wallet_not_available_exception: 3120006,
  wallet_sign_exception: 3120013,
  contract_exception: 3160000,
  table_not_found: 3160011,
  level_db_update_fail: 3220002,
  crypto_api_exception: 3230001,
  native_contract_assert_exception: 3260001,
  native_contract_access_exception: 3260002,
  account_access_exception: 3270001,
  account_fund_exception: 3270002,
  inline_transaction_data_size_exceeds_exception: 3280001,
  rpc_params_size_exceeds_exception: 3280003,
  inline_transaction_size_exceeds_exception: 3280004,
  recipients_size_exceeds_exception: 3280005,
  wasm_api_data_size_exceeds_exception: 3280006,
  array_size_exceeds_exception: 3280007,
  file_read_exception: 3290001,
  asset_name_exception: 3300001,
  asset_total_supply_exception: 3300001,
  rpc_no_ret_exception: 3300001,
} as const;

export type ExceptionName = keyof typeof EXCEPTION_CODES;

export function isExceptionName(name: string): name is ExceptionName {
  return Object.hasOwn(EXCEPTION_CODES, name);
}

/** Where something was said, and what. */
export interface ExceptionLine {
  readonly where: string;
  readonly message: string;
}

/** Width of the place in a line of {@link ContractException.detail} (spec 04 §9). */
const PLACE_WIDTH = 64;

/** Characters of one line of a message: contracts choose much of what is said. */
const MOST_CHARACTERS = 4096;

function cut(text: string): string {
  return text.length <= MOST_CHARACTERS
    ? text
    : `${text.slice(0, MOST_CHARACTERS)}... (cut, ${text.length} characters)`;
}

/**
 * A contract call, a module or an ABI that is refused. Everything the transaction did is discarded.
 * Any other error from the engine is a bug of the node.
 */
export class ContractException extends Error {
  override readonly name = 'ContractException';
  readonly code: number;
  readonly #lines: ExceptionLine[];

  /**
   * @param exception - which of {@link EXCEPTION_CODES}
   * @param message - what was wrong, and what would be right
   * @param where - the part of the node that reports it, such as `wasm/host/require_auth`
   */
  constructor(
    readonly exception: ExceptionName,
    message: string,
    where: string,
  ) {
    super(cut(message));
    this.code = EXCEPTION_CODES[exception];
    this.#lines = [{ where, message: this.message }];
  }

  /** What was said, from the inside out. */
  get lines(): readonly ExceptionLine[] {
    return this.#lines;
  }

  /** Adds what the caller knows about the circumstances, to the message too. */
  add(where: string, message: string): this {
    const shown = cut(message);
    this.#lines.push({ where, message: shown });
    this.message += ` (${shown})`;
    return this;
  }

  /** The text that clients get: code, name and one line for every place (spec 04 §9). */
  get detail(): string {
    const lines = this.#lines.map(line => `${line.where.padEnd(PLACE_WIDTH)}: ${line.message}\n`);
    return `\n(${this.code}) ${this.exception}\n${lines.join('')}`;
  }
}
