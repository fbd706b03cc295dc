import type { ArgumentType, DeclaredMethod } from '../declared-methods.js';
import { commentText } from './type-names.js';
import { type ContractFile, typesFile } from './types-file.js';

/** Types of TypeScript for those of arguments. */
const TYPES: Readonly<Record<ArgumentType['kind'], string>> = {
  u8: 'number',
  u16: 'number',
  u32: 'number',
  u64: 'bigint',
  i64: 'bigint',
  bool: 'boolean',
  address: 'AccountLike',
  regid: 'AccountLike',
  text: 'string',
  bytes: 'Uint8Array',
};
/** Words that cannot be the name of a parameter in a module. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public ' +
    'return static super switch this throw true try typeof var void while with yield'
  ).split(' '),
);

/** The types of a Lua contract that declares its methods. @returns the text of a source in TypeScript */
export function luaTypes(file: ContractFile, methods: readonly DeclaredMethod[]): string {
  const members = methods.map(({ name, parts, layout, summary }) => {
    const parameters = parts.flatMap(part =>
      typeof part === 'number' ? [] : [`${parameterName(part.name)}: ${TYPES[part.type.kind]}`],
    );
    const about = [commentText(summary), `Bytes: ${commentText(layout) || 'none'}`].filter(
      text => text !== '',
    );
    return `  /** ${about.join('. ')} */\n  readonly ${name}: (${parameters.join(', ')}) => Arguments;\n`;
  });
  return typesFile(file, [
    `/** The methods of ${commentText(file.name)}: what makes the bytes of a call. */\nexport type ${file.typeName} = {\n${members.join('')}};`,
  ]);
}

function parameterName(name: string): string {
  return RESERVED.has(name) ? `${name}_` : name;
}
