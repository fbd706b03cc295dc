import type { LuaContractCode } from './lua/contract.js';
import type { LineCounters } from './lua/coverage/line-counting-machine.js';

/** Who counts the source lines that contracts execute. */
export interface CoverageCounters {
  /** Where the lines of a Lua contract are counted; undefined where nobody wants to know. */
  lua(code: LuaContractCode): LineCounters | undefined;
}
