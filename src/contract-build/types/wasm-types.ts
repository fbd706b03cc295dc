import { AbiSchema, type ResolvedType } from '../../../vm/wasm/abi/schema.js';
import type { ContractInterface } from '../contract-interface.js';
import { commentText, isIdentifier, memberName, TypeNames } from './type-names.js';
import { type ContractFile, typesFile } from './types-file.js';

/** Types of TypeScript for those of an ABI, as values are given and answered; what is not here is a text. */
const BUILTIN: ReadonlyMap<string, string> = new Map([
  ['bool', 'boolean'],
  ...[
    'int8',
    'int16',
    'int32',
    'uint8',
    'uint16',
    'uint32',
    'varint32',
    'varuint32',
    'float32',
    'float64',
  ].map((type): [string, string] => [type, 'number']),
  ...['int64', 'uint64', 'int128', 'uint128'].map((type): [string, string] => [type, 'bigint']),
]);
/** How an account is given; answers have its regid as text. */
const ACCOUNT = 'AccountArgument';
const NO_ARGUMENTS = 'NoArguments';
const VIEW = 'View';
/** Names that the text uses, so that no struct can have them. */
const USED = [ACCOUNT, NO_ARGUMENTS, VIEW, 'AbiValue', 'ReadonlyArray', 'Array', 'ContractTypes'];

/**
 * The types of a contract with actions: their arguments, by name or in their order, what queries answer, and the rows
 * of its tables. Integers of 64 and more bits are bigints, whatever their value.
 *
 * @returns the text of a source in TypeScript
 * @throws ContractException for an ABI that is not consistent
 */
export function wasmTypes(file: ContractFile, contract: ContractInterface): string {
  return typesFile(file, wasmDeclarations(file.typeName, contract, new TypeNames([])));
}

/**
 * The declarations alone, the last of which is that of the contract.
 * @param names - those of the file in which they will stand
 */
export function wasmDeclarations(
  typeName: string,
  contract: ContractInterface,
  names: TypeNames,
): readonly string[] {
  for (const name of [...USED, typeName]) names.reserve(name);
  return new WasmTypes(typeName, contract, names).declarations();
}

class WasmTypes {
  readonly #schema: AbiSchema;
  readonly #declarations: string[] = [];
  readonly #answered = new Map<string, string>();
  readonly #given = new Map<string, string>();

  constructor(
    readonly typeName: string,
    readonly contract: ContractInterface,
    readonly names: TypeNames,
  ) {
    this.#schema = new AbiSchema(contract.abi);
  }

  declarations(): string[] {
    const { abi, views } = this.contract;
    const actions = abi.actions.filter(({ name }) => views?.has(name) !== true);
    const queries = abi.actions.filter(({ name }) => views === undefined || views.has(name));
    const members = [
      ['actions', actions.map(({ name }) => member(name, this.#arguments(name)))],
      [
        'views',
        queries.map(({ name }) => member(name, `${VIEW}<${this.#arguments(name)}, ${this.#result(name)}>`)),
      ],
      ['tables', abi.tables.map(({ name, type }) => member(name, this.#answer(this.#schema.resolve(type))))],
    ] as const;
    const body = members.map(([name, lines]) =>
      lines.length === 0
        ? `  ${name}: {};`
        : `  ${name}: {\n${lines.map(line => `    ${line}\n`).join('')}  };`,
    );
    const declared = `export interface ${this.typeName} {\n${body.join('\n')}\n}`;
    return [...this.#declarations, declared];
  }

  /** The arguments of an action, by name or in their order. */
  #arguments(action: string): string {
    const type = this.#schema.resolve(this.#schema.actionType(action));
    return type.kind === 'struct' ? this.#givenStruct(type) : this.#give(type);
  }

  #result(view: string): string {
    const type = this.contract.views?.get(view);
    return type === undefined ? 'AbiValue' : this.#answer(this.#schema.resolve(type));
  }

  #answer(type: ResolvedType): string {
    switch (type.kind) {
      case 'builtin':
        return BUILTIN.get(type.name) ?? 'string';
      case 'optional':
        return `${this.#answer(type.value)} | null`;
      case 'array':
        return `Array<${this.#answer(type.element)}>`;
      case 'struct':
        return this.#answeredStruct(type);
    }
  }

  #give(type: ResolvedType): string {
    switch (type.kind) {
      case 'builtin':
        return type.name === 'regid' ? ACCOUNT : (BUILTIN.get(type.name) ?? 'string');
      case 'optional':
        return `${this.#give(type.value)} | null`;
      case 'array':
        return `ReadonlyArray<${this.#give(type.element)}>`;
      case 'struct':
        return this.#namedGiven(type);
    }
  }

  /** Absent members of answers are left out. */
  #answeredStruct(type: StructType): string {
    const known = this.#answered.get(type.name);
    if (known !== undefined) return known;
    const name = this.names.take(type.name);
    this.#answered.set(type.name, name);
    const fields = new Map(
      this.#fieldsOf(type).map(field => [
        field.name,
        field.type.kind === 'optional'
          ? `${memberName(field.name)}?: ${this.#answer(field.type.value)};`
          : member(field.name, this.#answer(field.type)),
      ]),
    );
    const lines = [...fields.values()].map(line => `  ${line}\n`).join('');
    this.#declarations.push(
      `/** ${commentText(this.#describe(type.name))} */\nexport interface ${name} {\n${lines}}`,
    );
    return name;
  }

  #namedGiven(type: StructType): string {
    const known = this.#given.get(type.name);
    if (known !== undefined) return known;
    const name = this.names.take(`${type.name} input`);
    this.#given.set(type.name, name);
    const declared = this.#givenStruct(type);
    this.#declarations.push(
      `/** ${commentText(type.name)}, as an argument. */\nexport type ${name} = ${declared};`,
    );
    return name;
  }

  #givenStruct(type: StructType): string {
    const fields = this.#fieldsOf(type);
    if (fields.length === 0) return NO_ARGUMENTS;
    const named = new Map(
      fields.map(field => {
        const given = this.#give(field.type);
        const isOptional = field.type.kind === 'optional';
        return [
          field.name,
          `${memberName(field.name)}${isOptional ? '?' : ''}: ${given}${isOptional ? ' | undefined' : ''}`,
        ];
      }),
    );
    const byName = `{ ${[...named.values()].join('; ')} }`;
    // A struct with a base has no form without names (spec 04 §4.4).
    if (type.struct.base !== '') return byName;
    const labelled = fields.every(field => isIdentifier(field.name));
    const listed = fields.map(field => `${labelled ? `${field.name}: ` : ''}${this.#give(field.type)}`);
    return `${byName} | readonly [${listed.join(', ')}]`;
  }

  #fieldsOf({ struct }: StructType) {
    return this.#schema.lineage(struct).flatMap(part => this.#schema.typedFieldsOf(part));
  }

  #describe(struct: string): string {
    const table = this.contract.abi.tables.find(({ type }) => type === struct);
    return table === undefined ? `${struct}, as it is answered.` : `A row of the table ${table.name}.`;
  }
}

type StructType = Extract<ResolvedType, { readonly kind: 'struct' }>;

function member(name: string, type: string): string {
  return `${memberName(name)}: ${type};`;
}
