import type { AbiDefinition, AbiStruct } from '../../vm/wasm/abi/definition.js';
import { refuseSource } from './diagnostics.js';
import type { ParsedSource, TypedName } from './parse-source.js';
import type { ValueTypes } from './value-types.js';

const VERSION = 'wasm::abi/1.0';
const INDEX_TYPE = 'i64';

/**
 * The ABI of a contract: its actions and views with their parameters, its tables with their fields.
 * @throws ContractBuildError for a type that the ABI does not know
 */
export function contractAbi(sources: readonly ParsedSource[], types: ValueTypes): AbiDefinition {
  const structs: AbiStruct[] = [];
  const actions: { name: string; type: string; ricardian_contract: string }[] = [];
  const tables: AbiDefinition['tables'][number][] = [];
  for (const { file, classes } of sources) {
    for (const { name, mark, fields, methods, line } of classes) {
      if (mark.name === 'contract') {
        for (const method of methods) {
          if (method.mark.name === 'notify') continue;
          structs.push(struct(method.name, method.parameters, types, file, method.line));
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
  return { version: VERSION, types: [], structs, actions, tables, ricardian_clauses: [] };
}

/**
 * The queries of a contract, with the ABI type of what each answers.
 * @throws ContractBuildError for a type that the ABI does not know
 */
export function contractViews(sources: readonly ParsedSource[], types: ValueTypes): Map<string, string> {
  const views = sources.flatMap(({ file, classes }) =>
    classes.flatMap(({ methods }) =>
      methods
        .filter(({ mark }) => mark.name === 'view')
        .map(({ name, returns, line }): [string, string] => {
          const type = types.find(returns);
          if (type === undefined) {
            refuseSource(
              file,
              line,
              `"result" of ${name} has the type "${returns}", which an ABI cannot hold`,
            );
          }
          return [name, type.abi];
        }),
    ),
  );
  return new Map(views);
}

function struct(
  name: string,
  members: readonly TypedName[],
  types: ValueTypes,
  file: string,
  line: number,
): AbiStruct {
  const fields = members.map(member => {
    const type = types.find(member.type);
    if (type === undefined) {
      refuseSource(
        file,
        line,
        `"${member.name}" of ${name} has the type "${member.type}", which an ABI cannot hold`,
      );
    }
    return { name: member.name, type: type.abi };
  });
  return { name, base: '', fields };
}
