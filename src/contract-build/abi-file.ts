import type { AbiDefinition } from '../../vm/wasm/abi/definition.js';

/** The text of an ABI file: JSON that people can read and compare. */
export function abiJsonText(abi: AbiDefinition): string {
  return `${JSON.stringify(abi, null, 2)}\n`;
}
