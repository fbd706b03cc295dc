import type { DeclaredError } from '../errors.js';

/** Of methods that build, sign and submit a transaction with a key of the wallet (spec 02 §3.8). */
export const SUBMITTING_ERRORS: readonly DeclaredError[] = [
  ['INVALID_ADDRESS_OR_KEY', 'the sender is not on chain: it has never received coins'],
  ['INVALID_PARAMS', 'the fee is too small, which the message quantifies, or in a coin that pays no fees'],
  ['INSUFFICIENT_FUNDS', 'the sender has too little'],
  ['WALLET_ERROR', 'the wallet has no key of the sender'],
  ['WALLET_ERROR', 'the transaction was refused: CommitTx failed with its code and reason'],
];

/** Of methods that name a contract by its regid. */
export const BAD_REGID: DeclaredError = ['INVALID_PARAMETER', 'a regid is malformed'];

/** Of methods that read the ABI of a contract (spec 02 §1.9.3). */
export const CONTRACT_ERRORS: readonly DeclaredError[] = [
  BAD_REGID,
  [3_160_000, 'there is no such contract'],
  [3_070_006, 'the contract is not a WebAssembly contract'],
  [3_015_001, 'the contract has no ABI'],
];

/** Of methods that pack the arguments of an action. */
export const PACKING_ERRORS: readonly DeclaredError[] = [
  [3_015_014, 'an argument does not fit its type in the ABI'],
  [3_050_012, 'the name of the action is malformed'],
  [3_280_001, 'the arguments take more than 4095 bytes'],
];

/** Of methods that read a Lua file (spec 02 §3.7). */
export const LUA_FILE_ERRORS: readonly DeclaredError[] = [
  ['SCRIPT_FILEPATH_NOT_EXIST', 'the file does not exist'],
  ['SCRIPT_FILEPATH_INVALID', 'the file is not below /tmp/lua/'],
  ['INVALID_PARAMETER', 'the file has a syntax error or a wrong size'],
];

/** Of methods that write a file where the caller says. */
export const INSIDE_DATA_DIRECTORY: DeclaredError = [
  'FILEPATH_INVALID',
  'the file would be in the data directory',
];

/** Of methods that steer a chain which one process makes alone. */
export const NOT_ALONE: DeclaredError = [
  'MISC_ERROR',
  'several nodes make the blocks of this network together',
];

/** Of methods that move coins of a symbol. */
export const UNKNOWN_COIN: DeclaredError = [16, 'there is no coin of this symbol'];
