import type { UntypedContract, WasmContractTypes } from './contract-types.js';
import type { LuaMethods } from './lua-methods.js';
import type { SystemContracts } from './system-contracts.generated.js';

/**
 * The contracts of a project by the names of their files; `coind contract types` adds them. Two files of one name
 * cannot both be there.
 */
// biome-ignore lint/suspicious/noEmptyInterface: others add members
export interface ContractTypes {}

/** A path without its folders. */
type FileName<Path extends string> = Path extends `${string}/${infer Rest}` ? FileName<Rest> : Path;
type Registered<Path extends string> =
  FileName<Path> extends keyof ContractTypes ? ContractTypes[FileName<Path>] : undefined;

/** What is known of a contract with actions by the path of its source or module. */
export type TypesOfFile<Path extends string> =
  Registered<Path> extends infer T extends WasmContractTypes ? T : UntypedContract;

/** What is known of a contract with actions by its regid: of those that are part of the node. */
export type TypesOfRegId<RegId extends string> = RegId extends keyof SystemContracts
  ? SystemContracts[RegId]
  : UntypedContract;

/** The methods of a Lua contract by the path of its source. */
export type MethodsOfFile<Path extends string> =
  Registered<Path> extends infer M extends LuaMethods ? M : Record<never, never>;

/** What was named, or else what is known by the file. */
export type Known<Named, ByFile> = [Named] extends [never] ? ByFile : Named;
