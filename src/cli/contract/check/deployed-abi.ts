import { existsSync, readFileSync } from 'node:fs';
import type { AbiDefinition } from '../../../../vm/wasm/abi/definition.js';
import { exchange } from '../../../client/exchange.js';
import { isJsonObject } from '../../../codec/json-value.js';
import { parseRegId } from '../../../codec/regid.js';
import { loadOptions } from '../../../config/load-options.js';
import { readContract } from '../../../contract-build/read-contract.js';
import type { CommandContext } from '../../command.js';
import { send } from '../../send.js';
import { UsageError } from '../../sub-command.js';

/**
 * The ABI with which a contract is compared.
 * @param against - regid of a contract that a node has, or a file: an ABI, or a source in AssemblyScript
 * @throws UsageError where it is nothing of these; CallError, Error where the node does not answer
 */
export async function abiOf(
  against: string,
  { switches, environment }: CommandContext,
): Promise<AbiDefinition> {
  if (parseRegId(against) !== undefined) {
    const { options } = loadOptions(switches, environment);
    const answer = await exchange(body => send(options, body), { method: 'wasm_getabi', params: [against] });
    if (isJsonObject(answer) && isJsonObject(answer.abi)) return answer.abi as unknown as AbiDefinition;
    throw new Error(`${against} has no ABI: it is no WebAssembly contract`);
  }
  if (!existsSync(against)) {
    throw new UsageError(`--against ${against}: neither a file nor the regid of a contract, such as 1234-5`);
  }
  if (against.endsWith('.ts')) return readContract(against).abi;
  try {
    return JSON.parse(readFileSync(against, 'utf8')) as AbiDefinition;
  } catch {
    throw new UsageError(`--against ${against}: it is no ABI in JSON`);
  }
}
