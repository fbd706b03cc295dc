import { CODE_CONTRACT, codeContract } from './code-contract.js';
import type { NativeContract } from './native-contract.js';
import { VOTING_CONTRACT, votingContract } from './voting-contract.js';

/** The contracts that are part of the program, by regid in integer form. */
export const NATIVE_CONTRACTS: ReadonlyMap<bigint, NativeContract> = new Map([
  [CODE_CONTRACT, codeContract],
  [VOTING_CONTRACT, votingContract],
]);
