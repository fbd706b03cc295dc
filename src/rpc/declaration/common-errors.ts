import type { DeclaredError } from './errors.js';

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
  [3_015_004, 'the ABI has no such action or type'],
  [3_015_014, 'an argument is missing, or does not fit its type in the ABI'],
  [3_015_017, 'an argument has a wrong JSON type, or a time is malformed'],
  [3_010_011, 'a quantity is malformed'],
  [3_010_014, 'a symbol is malformed'],
  [3_050_012, 'a name or a regid is malformed'],
  [3_280_001, 'the arguments take more than 4095 bytes'],
];

/** Of methods that unpack what a contract has stored or answered. */
export const UNPACKING_ERRORS: readonly DeclaredError[] = [
  [3_015_013, 'the bytes do not fit their type in the ABI'],
  [3_010_014, 'a quantity or a symbol has a precision above 18'],
  [3_050_012, 'the bytes end too early'],
  [3_280_007, 'an array is too long'],
];

/** Of methods that take an ABI. */
export const ABI_ERRORS: readonly DeclaredError[] = [
  [3_015_017, 'the ABI is not JSON, or not of the form that it should have'],
  [3_015_016, 'the ABI has a version that is not known'],
  [3_015_004, 'the ABI uses a type that it does not define'],
  [3_015_005, 'the ABI defines a type twice'],
  [3_015_006, 'the ABI defines a struct twice'],
  [3_015_007, 'the ABI defines an action twice'],
  [3_015_008, 'the ABI defines a table twice'],
  [3_015_010, 'the ABI is too large, or nests too deep'],
  [3_015_012, 'the ABI has a type that contains itself'],
  [3_050_012, 'a name in the ABI is malformed'],
];

/** Of methods that read a Lua file (spec 02 §3.7). */
export const LUA_FILE_ERRORS: readonly DeclaredError[] = [
  ['SCRIPT_FILEPATH_NOT_EXIST', 'the file does not exist'],
  ['SCRIPT_FILEPATH_INVALID', 'the file is not below /tmp/lua/'],
  ['INVALID_PARAMETER', 'the file has a syntax error or a wrong size'],
];

/** Of methods that call a Lua contract. */
export const LUA_CALL_ERRORS: readonly DeclaredError[] = [
  ['INVALID_PARAMETER', 'there is no such contract'],
  ['INVALID_PARAMETER', 'the arguments take more than 4095 bytes'],
  ['INVALID_ADDRESS_OR_KEY', 'the contract is named wrongly'],
];

/** Of methods that steer a chain which one process makes alone. */
export const NOT_ALONE: DeclaredError = [
  'MISC_ERROR',
  'several nodes make the blocks of this network together',
];

/** Of methods that move coins of a symbol. */
export const UNKNOWN_COIN: DeclaredError = [16, 'there is no coin of this symbol'];
