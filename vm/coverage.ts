import type { LuaContractCode } from './lua/contract.js';
import type { InstructionCounts } from './lua/coverage/counting-machine.js';
import type { ContractCode } from './wasm/contract-code.js';
import type { CountingModule } from './wasm/coverage/counting-module.js';

/** Counts the source lines that contracts execute. Undefined means code without coverage. */
export interface CoverageCounters {
  /** Where the instructions of a Lua contract are counted. */
  lua(code: LuaContractCode): InstructionCounts | undefined;
  /** The build of a WebAssembly contract that counts. */
  wasm(code: ContractCode): CountingModule | undefined;
}
