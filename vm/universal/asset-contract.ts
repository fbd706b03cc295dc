import { AbiSchema } from '../wasm/abi/schema.js';
import type { ContractCode } from '../wasm/contract-code.js';
import { loadAssetContract } from '../wasm/system/asset-contract.js';

interface LoadedContract {
  readonly code: ContractCode;
  readonly schema: AbiSchema;
}

let loaded: LoadedContract | undefined;

/**
 * The asset contract 0-800, read at the first call. A node calls this when it starts, so that it
 * does not start with another contract than the network's.
 * @throws Error where a byte of the file differs
 */
export function assetContract(): LoadedContract {
  if (loaded === undefined) {
    const { code, abi } = loadAssetContract();
    loaded = { code, schema: new AbiSchema(abi) };
  }
  return loaded;
}
