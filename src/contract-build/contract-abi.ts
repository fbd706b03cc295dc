import { BUILTIN_TYPES } from '../../vm/wasm/abi/builtin-types.js';
import type { AbiDefinition, AbiStruct } from '../../vm/wasm/abi/definition.js';
import type { CompletedSource } from './complete-classes.js';
import { refuseSource } from './diagnostics.js';
import type { TypedName } from './parse-source.js';
import type { ValueTypes } from './value-types.js';

const VERSION = 'wasm::abi/1.0';
const INDEX_TYPE = 'i64';

/**
 * The ABI of a contract: its actions and views with their parameters, its tables with their fields.
 * @throws ContractBuildError for a type that the ABI does not know
 */
export function contractAbi(sources: readonly CompletedSource[], types: ValueTypes): AbiDefinition {
  const structs: AbiStruct[] = [];
  const actions: { name: string; type: string; ricardian_contract: string }[] = [];
  const tables: AbiDefinition['tables'][number][] = [];
  for (const { file, classes } of sources) {
    for (const { name, mark, fields, methods, line } of classes) {
      if (mark.name === 'contract') {
        for (const method of methods) {
          if (method.mark.name === 'notify') continue;
          structs.push(struct(method.name, method.parameters, types, method.file, method.line));
          actions.push({ name: method.name, type: method.name, ricardian_contract: '' });
        }
        continue;
      }
      structs.push(struct(name, fields, types, file, line));
      if (mark.name === 'table') {
        const table = mark.argument ?? name.toLowerCase();
        tables.push({ name: table, index_type: INDEX_TYPE, key_names: [], key_types: [], type: name });
      }
    }
  }
  return { version: VERSION, types: types.typedefs, structs, actions, tables, ricardian_clauses: [] };
}

/**
 * The queries of a contract, with the ABI type of what each answers.
 * @throws ContractBuildError for a type that the ABI does not know
 */
export function contractViews(sources: readonly CompletedSource[], types: ValueTypes): Map<string, string> {
  const methods = sources.flatMap(({ classes }) => classes.flatMap(each => each.methods));
  const views = methods.filter(({ mark }) => mark.name === 'view');
  return new Map(
    views.map(({ name, returns, file, line }) => [
      name,
      fieldType({ name: 'result', type: returns }, { of: name, types, file, line }),
    ]),
  );
}

interface TypePlace {
  /** What the member belongs to. */
  readonly of: string;
  readonly types: ValueTypes;
  readonly file: string;
  readonly line: number;
}

/** @throws ContractBuildError for a type that the ABI does not know */
function fieldType({ name, type }: TypedName, { of, types, file, line }: TypePlace): string {
  const found = types.find(type.replaceAll(/\s+/g, ''));
  if (found !== undefined) return found.abi;
  return refuseSource(
    file,
    line,
    `"${name}" of ${of} has the type "${type}", which an ABI cannot hold${types.adviceFor(type)}`,
  );
}

function struct(
  name: string,
  members: readonly TypedName[],
  types: ValueTypes,
  file: string,
  line: number,
): AbiStruct {
  // It would win over the struct of its name.
  if (BUILTIN_TYPES.has(name))
    refuseSource(file, line, `"${name}" is the name of a type of the ABI: choose another one`);
  const place = { of: name, types, file, line };
  const fields = members.map(member => ({ name: member.name, type: fieldType(member, place) }));
  return { name, base: '', fields };
}
