import { existsSync, readFileSync } from 'node:fs';
import { LuaSyntaxError } from '../../../../vm/lua/compile/compile.js';
import { compileContract } from '../../../../vm/lua/contract.js';
import { lineHits, newCounts } from '../../../../vm/lua/coverage/source-lines.js';

/** The lines of a Lua source on which a run can stop, rising; none for a file that is no contract. */
export function executableLines(path: string): readonly number[] {
  if (!path.endsWith('.lua') || !existsSync(path)) return [];
  try {
    return lineHits(newCounts(compileContract(readFileSync(path)).proto)).map(([line]) => line);
  } catch (error) {
    if (error instanceof LuaSyntaxError) return [];
    throw error;
  }
}
