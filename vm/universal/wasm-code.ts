import type { Contract } from '../../src/state/tables/contracts.js';
import type { ContractCode } from '../wasm/contract-code.js';
import { contractCode, WasmEngine } from '../wasm/engine.js';

/**
 * The engine of the process. All that it keeps is compiled modules by the hash of their code, so that
 * several ledgers can share it.
 */
export const engine = new WasmEngine();

/** By record, since hashing the code takes longer than most runs. */
const codes = new WeakMap<Contract, ContractCode>();

/** The code of a contract record, with its hash. */
export function codeOf(contract: Contract): ContractCode {
  const known = codes.get(contract);
  if (known !== undefined) return known;
  const code = contractCode(contract.code);
  codes.set(contract, code);
  return code;
}
