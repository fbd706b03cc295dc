import { isJsonObject, type Json, type JsonObject } from '../../../src/codec/json-value.js';
import { ContractException } from '../exception.js';
import { ABI_SHAPE, type AbiDefinition, type AbiPart, type AnyShape } from './definition.js';

/**
 * An ABI from its JSON form, as compilers write it (spec 04 §4.1): members in any order, unknown ones
 * ignored, missing ones empty.
 * @throws ContractException `abi_parse_exception` which names the place
 */
export function abiFromJson(json: Json): AbiDefinition {
  const abi = partFromJson(json, ABI_SHAPE as AnyShape, 'abi') as unknown as AbiDefinition;
  // The reference does not read the types of keys, so its packed forms have none (spec 04 O18).
  return { ...abi, tables: abi.tables.map(table => ({ ...table, key_types: [] })) };
}

/** The JSON form of an ABI, its members in the order of the packed form (spec 04 §4.2). */
export function abiToJson(abi: AbiDefinition): JsonObject {
  return { ...abi } as unknown as JsonObject;
}

function partFromJson(json: Json | undefined, shape: AnyShape, path: string): AbiPart {
  if (shape === 'string') {
    if (json === undefined) return '';
    return typeof json === 'string' ? json : refuse(path, 'a string');
  }
  if ('list' in shape) {
    if (json === undefined) return [];
    if (!Array.isArray(json)) return refuse(path, 'an array');
    return (json as readonly Json[]).map((element, i) => partFromJson(element, shape.list, `${path}[${i}]`));
  }
  if (!isJsonObject(json)) return refuse(path, 'an object');
  const members: Record<string, AbiPart> = {};
  for (const [name, member] of Object.entries(shape.record)) {
    members[name] = partFromJson(json[name], member, `${path}.${name}`);
  }
  return members;
}

function refuse(path: string, expected: string): never {
  throw new ContractException(
    'abi_parse_exception',
    `abi parse fail: ${path} must be ${expected}`,
    'wasm/abi/json',
  );
}
