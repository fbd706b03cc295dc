import type { AbiDefinition } from '../../vm/wasm/abi/definition.js';
import { abiFromJson } from '../../vm/wasm/abi/json-form.js';
import { isJsonObject, type Json } from '../codec/json-value.js';
import { ContractBuildError } from './diagnostics.js';

/** What callers have to know of a contract with actions. */
export interface ContractInterface {
  readonly abi: AbiDefinition;
  /**
   * The actions that are queries, with the ABI type of what they answer. An ABI on the chain has no place for them, so
   * they stand beside it in the file. Undefined where nobody has said which ones are.
   */
  readonly views: ReadonlyMap<string, string> | undefined;
}

/**
 * The text of an ABI file: JSON that people can read and compare. What the chain takes of it is the ABI; nodes leave
 * `views` out.
 */
export function abiJsonText({ abi, views = new Map() }: ContractInterface): string {
  const listed = [...views].map(([name, result]) => ({ name, result }));
  return `${JSON.stringify(listed.length === 0 ? abi : { ...abi, views: listed }, null, 2)}\n`;
}

/**
 * The interface in an ABI file, of ours or of another compiler.
 * @throws ContractException for what is no ABI, ContractBuildError for a list of views that is none
 */
export function interfaceFromJson(json: Json): ContractInterface {
  const abi = abiFromJson(json);
  const listed = isJsonObject(json) ? json.views : undefined;
  if (listed === undefined) return { abi, views: undefined };
  if (!Array.isArray(listed)) throw new ContractBuildError('views of the ABI must be an array');
  const views = (listed as readonly Json[]).map((view, i): [string, string] => {
    if (isJsonObject(view) && typeof view.name === 'string' && typeof view.result === 'string') {
      return [view.name, view.result];
    }
    throw new ContractBuildError(`views[${i}] of the ABI must have a name and a result, both texts`);
  });
  return { abi, views: new Map(views) };
}
