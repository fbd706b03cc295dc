import type { Library } from '../value/runtime.js';
import { getAccountAsset, getAccountPublicKey, getBase58Addr, queryAccountBalance } from './accounts.js';
import { type ApiFunction, builtinOf } from './api-function.js';
import { transferAccountAsset, transferAccountAssets } from './asset-transfers.js';
import {
  getAssetPrice,
  getBlockHash,
  getBlockTimestamp,
  getContractRegId,
  getCurRunEnvHeight,
  getCurTxAccount,
  getCurTxHash,
  getCurTxInputAsset,
  getCurTxPayAmount,
} from './call-context.js';
import { callContract } from './call-contract.js';
import { writeOutput } from './coin-outputs.js';
import type { ContractRun } from './contract-run.js';
import { des, doubleSha256, singleSha256, verifySignature } from './cryptography.js';
import {
  byteToInteger,
  int64Add,
  int64Div,
  int64Mul,
  int64Sub,
  integerToByte4,
  integerToByte8,
} from './integers.js';
import { logPrint } from './log.js';
import { getTxConfirmHeight, getTxContract, getTxRegId } from './past-transactions.js';
import { deleteData, getContractData, modifyData, readData, writeData } from './storage.js';
import {
  getUserAppAccFundWithTag,
  getUserAppAccValue,
  transferContractAsset,
  transferSomeAsset,
  writeOutAppOperate,
} from './tokens.js';

/**
 * The functions of the contract API in the order in which the reference registers them, which decides
 * the order of `pairs(mylib)` (spec 03 §6.6, §8).
 */
const API_FUNCTIONS: readonly ApiFunction[] = [
  int64Mul,
  int64Add,
  int64Sub,
  int64Div,
  doubleSha256,
  singleSha256,
  des,
  verifySignature,
  logPrint,
  getTxContract,
  getTxRegId,
  getAccountPublicKey,
  queryAccountBalance,
  getTxConfirmHeight,
  getBlockHash,
  getCurTxHash,
  getCurRunEnvHeight,
  writeData,
  readData,
  modifyData,
  deleteData,
  writeOutput,
  getContractData,
  getContractRegId,
  getCurTxAccount,
  getCurTxPayAmount,
  getUserAppAccValue,
  getUserAppAccFundWithTag,
  writeOutAppOperate,
  getBase58Addr,
  byteToInteger,
  integerToByte4,
  integerToByte8,
  transferContractAsset,
  transferSomeAsset,
  getBlockTimestamp,
  transferAccountAsset,
  transferAccountAssets,
  getCurTxInputAsset,
  getAccountAsset,
  getAssetPrice,
];

/** The module `mylib` of the reference: its 44 names, older ones included. */
export const REFERENCE_MYLIB = libraryOf(API_FUNCTIONS);

/** `mylib` where the modules are contracts too (decision D22). */
export const MYLIB = libraryOf([...API_FUNCTIONS, callContract]);

function libraryOf(functions: readonly ApiFunction[]): Library<ContractRun> {
  return Object.fromEntries(
    functions.flatMap(declared => {
      const code = builtinOf(declared);
      const names =
        declared.alias === undefined ? [declared.name] : namesInOrder(declared.name, declared.alias);
      return names.map(name => [name, code]);
    }),
  );
}

/** The reference registers `GetScript...` before the newer names, and the misspelt height after the right one. */
function namesInOrder(name: string, alias: string): string[] {
  return alias.startsWith('GetScript') ? [alias, name] : [name, alias];
}
