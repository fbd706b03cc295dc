import { basename } from 'node:path';
import { commentText, typeName } from './type-names.js';

/** The contract that types are written of. */
export interface ContractFile {
  /** Name of its source or ABI, without a folder: what is written holds no place of this machine. */
  readonly name: string;
  /** Name of the type that stands for it. */
  readonly typeName: string;
  /** Names of files as tests give them, for which the types hold by themselves. */
  readonly deployedAs: readonly string[];
}

/** What the harness exports that written types use. */
const IMPORTED = ['AbiValue', 'AccountArgument', 'AccountLike', 'Arguments', 'NoArguments', 'View'] as const;
const EXTENSION = /(\.abi\.json|\.[a-z]+)$/;

/** A contract by the path of its source or ABI. */
export function contractFile(path: string): ContractFile {
  const name = basename(path);
  const stem = stemOf(path);
  const deployedAs = name.endsWith('.lua') ? [name] : [`${stem}.ts`, `${stem}.wasm`];
  return { name, typeName: typeName(stem), deployedAs };
}

/** The name of a source or an ABI without what says its kind. */
export function stemOf(path: string): string {
  return basename(path).replace(EXTENSION, '');
}

/** The text of a file with types: where it comes from, what it needs, the types, and for which files they hold. */
export function typesFile(
  { name, typeName: type, deployedAs }: ContractFile,
  declarations: readonly string[],
): string {
  const body = declarations.join('\n\n');
  const imports = IMPORTED.filter(each => new RegExp(`\\b${each}\\b`).test(body));
  const keys = deployedAs.map(file => `    ${JSON.stringify(file)}: ${type};\n`).join('');
  return [
    `// Written by \`coind contract types\` from ${commentText(name)}. Do not edit.`,
    `import type { ${imports.join(', ')} } from 'coind/testing';`,
    '',
    body,
    '',
    "declare module 'coind/testing' {",
    '  interface ContractTypes {',
    `${keys}  }`,
    '}',
    '',
  ].join('\n');
}
