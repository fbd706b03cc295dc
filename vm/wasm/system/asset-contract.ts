import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../../src/codec/json.js';
import { packageRoot } from '../../../src/config/package-root.js';
import type { AbiDefinition } from '../abi/definition.js';
import { abiFromJson } from '../abi/json-form.js';
import type { ContractCode } from '../contract-code.js';

/**
 * SHA-256 of the compiled asset contract 0-800. Every node of a network must run the same bytes, so
 * this is part of consensus; `npm run build` fails where the sources compile to anything else.
 */
export const ASSET_CONTRACT_SHA256 = '3d6301a7e33162df708390654b5dac390fd8355f9f6a67e074ef7bb384e338dd';

/** Where the compiled contract is, from the folder of the package. */
export const ASSET_CONTRACT_FILES = {
  source: 'contracts/asset/index.ts',
  code: 'contracts/asset/asset.wasm',
  abi: 'contracts/asset/asset.abi.json',
} as const;

const WHAT_TO_DO = 'Restore the file or install coind again.';

/** A contract that belongs to the node. */
export interface SystemContract {
  readonly code: ContractCode;
  readonly abi: AbiDefinition;
}

/**
 * Reads the asset contract and makes sure that it is the one this node was made with.
 * @param root - folder of the package
 * @throws Error where a byte of it differs, and where it cannot be read
 */
export function loadAssetContract(root = packageRoot()): SystemContract {
  const path = join(root, ASSET_CONTRACT_FILES.code);
  const bytes = readInstalled(path);
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (hash !== ASSET_CONTRACT_SHA256) {
    throw new Error(
      `${path} is not the asset contract of this version: its SHA-256 is ${hash}, it must be ` +
        `${ASSET_CONTRACT_SHA256}. ${WHAT_TO_DO}`,
    );
  }
  const abi = abiFromJson(parseJson(readInstalled(join(root, ASSET_CONTRACT_FILES.abi))));
  return { code: { bytes, hash }, abi };
}

function readInstalled(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new Error(`${path}, a part of the asset contract, cannot be read. ${WHAT_TO_DO}`, { cause });
  }
}
