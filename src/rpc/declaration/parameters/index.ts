/** Every type a parameter can have. Declarations import this as `p`, so that they read `p.uid`, `p.bool`. */
export { heightOrHash, hex, txid, txidOrEmpty } from './hashes.js';
export { array, jsonArray, jsonText, object } from './json.js';
export { amount, comboMoney, price, wholeAmount } from './money.js';
export {
  file,
  luaFile,
  newDirectory,
  newFile,
  newFileOrDirectory,
  prefixOfNewFiles,
} from './paths.js';
export {
  address,
  any,
  bool,
  confirmations,
  int,
  int64,
  oneOf,
  secret,
  string,
  symbol,
  textOrInteger,
  uid,
  uint8,
  uint16,
  uint32,
  uint64,
} from './scalars.js';
