/**
 * `npm run build:contracts`: compiles the system asset contract. It is written only where it is the
 * one whose hash the node knows, so that the files of the repository are always consistent.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASSET_CONTRACT_FILES, ASSET_CONTRACT_SHA256 } from '../../vm/wasm/system/asset-contract.js';
import { packageRoot } from '../config/package-root.js';
import { buildContract } from './compile.js';
import { abiJsonText } from './contract-interface.js';

const root = packageRoot();
const { source, code, abi: abiFile } = ASSET_CONTRACT_FILES;
const { wasm, abi, views } = await buildContract(join(root, source), { system: true });
const hash = createHash('sha256').update(wasm).digest('hex');
if (hash === ASSET_CONTRACT_SHA256) {
  writeFileSync(join(root, code), wasm);
  writeFileSync(join(root, abiFile), abiJsonText({ abi, views }));
  console.log(`${code}: ${wasm.length} bytes, SHA-256 ${hash}`);
} else {
  console.error(
    `${source} compiles to SHA-256 ${hash}, but ASSET_CONTRACT_SHA256 in vm/wasm/system/asset-contract.ts is ` +
      `${ASSET_CONTRACT_SHA256}. The code of 0-800 is part of consensus: if the change is meant, write the new ` +
      'hash there and build again; every node of a network must change at once.',
  );
  process.exitCode = 1;
}
