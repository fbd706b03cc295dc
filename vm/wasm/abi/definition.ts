import { ContractException } from '../exception.js';
import { StreamReader, StreamWriter } from './stream.js';

/** Another name for a type. */
interface AbiTypedef {
  readonly new_type_name: string;
  readonly type: string;
}

export interface AbiField {
  readonly name: string;
  readonly type: string;
}

export interface AbiStruct {
  readonly name: string;
  /** Name of the struct whose fields come first, empty for none. */
  readonly base: string;
  readonly fields: readonly AbiField[];
}

interface AbiAction {
  readonly name: string;
  /** Type of its arguments. */
  readonly type: string;
  readonly ricardian_contract: string;
}

interface AbiTable {
  readonly name: string;
  readonly index_type: string;
  readonly key_names: readonly string[];
  readonly key_types: readonly string[];
  /** Type of its rows. */
  readonly type: string;
}

interface AbiClause {
  readonly id: string;
  readonly body: string;
}

/**
 * What the actions and tables of a contract consist of (spec 04 §4). The members are named and
 * ordered as in the JSON form that clients see.
 */
export interface AbiDefinition {
  readonly version: string;
  readonly types: readonly AbiTypedef[];
  readonly structs: readonly AbiStruct[];
  readonly actions: readonly AbiAction[];
  readonly tables: readonly AbiTable[];
  readonly ricardian_clauses: readonly AbiClause[];
}

/** How a part of a definition is written and read, as bytes and as JSON; the shape is declared once. */
export type AbiShape<T> = T extends string
  ? 'string'
  : T extends readonly (infer E)[]
    ? { readonly list: AbiShape<E> }
    : { readonly record: { readonly [K in keyof T]: AbiShape<T[K]> } };

const STRINGS: AbiShape<readonly string[]> = { list: 'string' };
const FIELD: AbiShape<AbiField> = { record: { name: 'string', type: 'string' } };

/** The whole definition, its members in the order of the packed form (spec 04 §4.2). */
export const ABI_SHAPE: AbiShape<AbiDefinition> = {
  record: {
    version: 'string',
    types: { list: { record: { new_type_name: 'string', type: 'string' } } },
    structs: { list: { record: { name: 'string', base: 'string', fields: { list: FIELD } } } },
    actions: { list: { record: { name: 'string', type: 'string', ricardian_contract: 'string' } } },
    tables: {
      list: {
        record: {
          name: 'string',
          index_type: 'string',
          key_names: STRINGS,
          key_types: STRINGS,
          type: 'string',
        },
      },
    },
    ricardian_clauses: { list: { record: { id: 'string', body: 'string' } } },
  },
};

/** Any part of a shape, for walking through it. */
export type AnyShape =
  | 'string'
  | { readonly list: AnyShape }
  | { readonly record: Readonly<Record<string, AnyShape>> };

/** Any part of a definition. */
export type AbiPart = string | readonly AbiPart[] | { readonly [member: string]: AbiPart };

/** The packed form of an ABI, as it is stored on the chain. Texts are UTF-8. */
export function encodeAbi(abi: AbiDefinition): Buffer {
  const writer = new StreamWriter();
  writePart(writer, ABI_SHAPE as AnyShape, abi as unknown as AbiPart);
  return writer.finish();
}

/**
 * An ABI from its packed form; nothing is checked beyond that form. Bytes after it are ignored.
 * @throws ContractException `wasm_assert_exception` where it ends early, `abi_serialization_deadline_exception`
 *   where its lists have more elements than any ABI needs
 */
export function decodeAbi(bytes: Uint8Array): AbiDefinition {
  return new AbiReader(bytes).part(ABI_SHAPE as AnyShape) as unknown as AbiDefinition;
}

function writePart(writer: StreamWriter, shape: AnyShape, part: AbiPart): void {
  if (shape === 'string') {
    writer.bytes(Buffer.from(part as string, 'utf8'));
  } else if ('list' in shape) {
    const elements = part as readonly AbiPart[];
    writer.varuint32(elements.length);
    for (const element of elements) writePart(writer, shape.list, element);
  } else {
    const members = part as { readonly [member: string]: AbiPart };
    for (const [name, member] of Object.entries(shape.record)) writePart(writer, member, members[name]!);
  }
}

/** Elements of all lists of an ABI together. */
const MOST_ELEMENTS = 65_536;

class AbiReader {
  readonly #reader: StreamReader;
  #elements = 0;

  constructor(bytes: Uint8Array) {
    this.#reader = new StreamReader(bytes);
  }

  part(shape: AnyShape): AbiPart {
    if (shape === 'string') return this.#reader.bytes().toString('utf8');
    if ('list' in shape) {
      const count = this.#reader.varuint32();
      const elements: AbiPart[] = [];
      for (let i = 0; i < count; i++) {
        this.#countElement();
        elements.push(this.part(shape.list));
      }
      return elements;
    }
    const members: Record<string, AbiPart> = {};
    for (const [name, member] of Object.entries(shape.record)) members[name] = this.part(member);
    return members;
  }

  #countElement(): void {
    if (++this.#elements <= MOST_ELEMENTS) return;
    throw new ContractException(
      'abi_serialization_deadline_exception',
      `the lists of the ABI have more than ${MOST_ELEMENTS} elements`,
      'wasm/abi/definition',
    );
  }
}
