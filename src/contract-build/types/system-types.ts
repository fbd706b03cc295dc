import { assetContract } from '../../../vm/universal/asset-contract.js';
import { nativeContracts } from '../../../vm/universal/native-contracts/index.js';
import type { AbiDefinition } from '../../../vm/wasm/abi/definition.js';
import { ASSET_CONTRACT } from '../../../vm/wasm/inline-authorization.js';
import { regIdIntegerText } from '../../codec/regid.js';
import { REGTEST } from '../../config/networks/regtest.js';
import { TypeNames } from './type-names.js';
import { wasmDeclarations } from './wasm-types.js';

/** The file with the types of the contracts that are part of the node, from the folder of this package. */
export const SYSTEM_TYPES_FILE = 'src/testing/system-contracts.generated.ts';
/** What it imports from there. */
const BESIDE_IT = './contract-types.js';

/** The types of the contracts that are part of the node, by their regids. They answer no queries. */
export function systemTypes(): string {
  const names = new TypeNames(['SystemContracts']);
  const contracts = [...abis()].map(([regId, abi]) => {
    const typeName = `System${regId.replace('-', 'At')}`;
    return { regId, typeName, declarations: wasmDeclarations(typeName, { abi, views: new Map() }, names) };
  });
  const members = contracts.map(({ regId, typeName }) => `  '${regId}': ${typeName};\n`).join('');
  return [
    '// Written by `npm run docs` from the contracts that are part of the node. Do not edit.',
    `import type { AccountArgument } from '${BESIDE_IT}';`,
    ...contracts.flatMap(({ declarations }) => declarations),
    `/** The contracts that are part of the node. */\nexport interface SystemContracts {\n${members}}\n`,
  ].join('\n\n');
}

/** The ABIs by regid, ascending. */
function abis(): ReadonlyMap<string, AbiDefinition> {
  const native = [...nativeContracts(REGTEST)].map(([id, { schema }]) => [id, schema.definition] as const);
  const all = [...native, [ASSET_CONTRACT, assetContract().schema.definition] as const];
  return new Map(
    all.sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, abi]) => [regIdIntegerText(id), abi] as const),
  );
}
