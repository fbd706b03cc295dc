import type { Contract } from '../src/state/tables/contracts.js';
import { VM_LUA } from '../src/tx/enums.js';
import type { TransactionContext } from './context.js';
import type { ContractCall } from './lua/mylib/contract-run.js';
import { runLuaContract } from './lua/run-contract.js';

/**
 * Runs a contract that is called with bytes as its arguments (types 4 and 15). Contracts in
 * WebAssembly have actions instead, which universal transactions call.
 *
 * @param fuelLimit - units of work
 * @returns why it failed, undefined when it succeeded
 */
export function callContract(
  context: TransactionContext,
  contract: Contract,
  call: ContractCall,
  fuelLimit: number,
): string | undefined {
  if (contract.vmType !== VM_LUA) return 'not a Lua contract: call its actions by submittx';
  return runLuaContract(context, contract, call, fuelLimit);
}
