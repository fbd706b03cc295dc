import type { NetworkParameters } from '../../../src/config/network.js';
import { CDP_CONTRACT, cdpContract } from './cdp-contract.js';
import { CODE_CONTRACT, codeContract } from './code-contract.js';
import { DEX_CONTRACT, dexContract } from './dex-contract.js';
import type { ModuleAction } from './module-action.js';
import type { NativeContract } from './native-contract.js';
import { TRANSFER_CONTRACT, transferContract } from './transfer-contract.js';
import { UTXO_CONTRACT, utxoContract } from './utxo-contract.js';
import { VOTING_CONTRACT, votingContract } from './voting-contract.js';

/** Native contracts by regid in integer form. */
export type NativeContracts = ReadonlyMap<bigint, NativeContract>;

/** Those of the reference. */
const REFERENCE_CONTRACTS: NativeContracts = new Map([
  [CODE_CONTRACT, codeContract],
  [VOTING_CONTRACT, votingContract],
]);

/** The modules of the node, which Lua contracts can call too (decision D22). */
export const MODULE_CONTRACTS: ReadonlyMap<bigint, NativeContract<ModuleAction>> = new Map([
  [TRANSFER_CONTRACT, transferContract],
  [DEX_CONTRACT, dexContract],
  [CDP_CONTRACT, cdpContract],
  [UTXO_CONTRACT, utxoContract],
]);

const ALL_CONTRACTS: NativeContracts = new Map<bigint, NativeContract>([
  ...REFERENCE_CONTRACTS,
  ...MODULE_CONTRACTS,
]);

/** The contracts that are part of the program, on a network. */
export function nativeContracts({ mended }: NetworkParameters): NativeContracts {
  return mended.modulesAreContracts ? ALL_CONTRACTS : REFERENCE_CONTRACTS;
}
