import type { AbiDefinition } from '../../vm/wasm/abi/definition.js';

/** A type of contract sources: its name in the ABI, and how a value is read from `r` and written to `w`. */
export interface ValueType {
  readonly abi: string;
  /** How generated code calls it, whatever the source around it imports. */
  readonly code: string;
  /** An expression. */
  readonly read: string;
  /**
   * A statement.
   * @param depth - of loops around it, each of which has a variable of its own
   */
  write(value: string, depth?: number): string;
}

function number(code: string, abi: string): ValueType {
  return { abi, code, read: `r.number<${code}>()`, write: value => `w.number<${code}>(${value})` };
}

function method(abi: string, name: string, code: string): ValueType {
  return { abi, code, read: `r.${name}()`, write: value => `w.${name}(${value})` };
}

/** The prefix of names of the SDK in generated code, which authors do not use. */
export const SDK_PREFIX = '__';

/** A class of the SDK. */
function sdk(abi: string, name: string, type: string): ValueType {
  return method(abi, name, `${SDK_PREFIX}${type}`);
}

/** The types that have a name of their own in the ABI; those of the SDK are declared in `contracts/sdk/`. */
const SIMPLE_TYPES: ReadonlyMap<string, ValueType> = new Map([
  ['bool', method('bool', 'flag', 'bool')],
  ['u8', number('u8', 'uint8')],
  ['u16', number('u16', 'uint16')],
  ['u32', number('u32', 'uint32')],
  ['u64', number('u64', 'uint64')],
  ['i8', number('i8', 'int8')],
  ['i16', number('i16', 'int16')],
  ['i32', number('i32', 'int32')],
  ['i64', number('i64', 'int64')],
  ['f32', number('f32', 'float32')],
  ['f64', number('f64', 'float64')],
  ['U128', sdk('uint128', 'u128', 'U128')],
  ['I128', sdk('int128', 'i128', 'I128')],
  ['Regid', number('u64', 'regid')],
  ['Name', number('u64', 'name')],
  ['SymbolCode', number('u64', 'symbol_code')],
  ['CoinSymbol', number('u64', 'symbol')],
  ['TimePoint', number('i64', 'time_point')],
  ['Asset', sdk('asset', 'asset', 'Asset')],
  ['Hash', sdk('hash256', 'hash', 'Hash')],
  ['Checksum160', sdk('checksum160', 'checksum160', 'Checksum160')],
  ['Checksum256', sdk('checksum256', 'checksum256', 'Checksum256')],
  ['Checksum512', sdk('checksum512', 'checksum512', 'Checksum512')],
  ['Bytes', sdk('bytes', 'bytes', 'Bytes')],
  ['Text', sdk('string', 'text', 'Text')],
  ['string', method('string', 'string', 'string')],
]);

/** Names of classes of the SDK that types of contracts stand for. */
export const SDK_TYPES: readonly string[] = [...SIMPLE_TYPES.values()].flatMap(({ code }) =>
  code.startsWith(SDK_PREFIX) ? [code.slice(SDK_PREFIX.length)] : [],
);

const OPTIONAL = /^Optional<(.+)>$/;
const ARRAY = /^(?:Array<(.+)>|(.+)\[\])$/;
const WORD = /[A-Za-z_$][\w$]*/g;
/** Names of types that stand for each other. */
const MOST_ALIASES = 32;

/** All types that can occur in an action or a table of one contract. */
export class ValueTypes {
  readonly #structs = new Set<string>();
  readonly #aliases = new Map<string, string>();
  /** Names in the ABI for types that are within others, by those types. */
  readonly #typedefs = new Map<string, string>();

  /** Makes the name of a `@struct` or `@table` class a type. */
  addStruct(name: string): void {
    this.#structs.add(name);
  }

  /** Makes a name stand for a type. @returns whether it stands for no other one */
  addAlias(name: string, type: string): boolean {
    const known = this.#aliases.get(name);
    this.#aliases.set(name, known ?? type);
    return known === undefined || known === type;
  }

  /** The names for types within others, which the types found so far need. */
  get typedefs(): AbiDefinition['types'] {
    return [...this.#typedefs].map(([type, name]) => ({ new_type_name: name, type }));
  }

  /** The type of a text, undefined where it has none. */
  find(text: string): ValueType | undefined {
    return this.#find(this.#withoutAliases(text));
  }

  #find(text: string): ValueType | undefined {
    const simple = SIMPLE_TYPES.get(text);
    if (simple !== undefined) return simple;
    if (this.#structs.has(text)) {
      return { abi: text, code: text, read: `__read${text}(r)`, write: value => `${value}.__pack(w)` };
    }
    const optional = OPTIONAL.exec(text);
    if (optional !== null) return this.#optional(optional[1]!);
    const array = ARRAY.exec(text);
    return array === null ? undefined : this.#array(array[1] ?? array[2]!);
  }

  /** What to write instead of a text that has no type. */
  adviceFor(text: string): string {
    return /Optional<.*>(?:\[\]|>)|<Optional</.test(this.#withoutAliases(text))
      ? ': absent values stand in no list and in no other optional value; put the Optional<T> into a @struct'
      : '';
  }

  #withoutAliases(text: string): string {
    let plain = text;
    for (let i = 0; i < MOST_ALIASES; i++) {
      const next = plain.replaceAll(WORD, word =>
        this.#structs.has(word) || SIMPLE_TYPES.has(word) ? word : (this.#aliases.get(word) ?? word),
      );
      if (next === plain) break;
      plain = next;
    }
    return plain;
  }

  /**
   * A type within another one. The ABI knows one suffix a type (spec 04 §4.3), so a list gets a name; absent values
   * within lists or other optional values have no JSON form (§4.5).
   */
  #inner(text: string): ValueType | undefined {
    const inner = this.#find(text);
    if (inner === undefined || inner.abi.endsWith('?')) return undefined;
    if (!inner.abi.endsWith('[]')) return inner;
    let name = this.#typedefs.get(inner.abi);
    if (name === undefined) {
      name = inner.abi.replace('[]', '_list');
      while (this.#structs.has(name)) name += '_';
      this.#typedefs.set(inner.abi, name);
    }
    return { ...inner, abi: name };
  }

  #optional(text: string): ValueType | undefined {
    const inner = this.#inner(text);
    if (inner === undefined) return undefined;
    const { code } = inner;
    return {
      abi: `${inner.abi}?`,
      code: `${SDK_PREFIX}Optional<${code}>`,
      read: `(r.flag() ? new ${SDK_PREFIX}Optional<${code}>(true, ${inner.read}) : __absent<${code}>())`,
      write: (value, depth = 0) =>
        `w.flag(${value}.isPresent); if (${value}.isPresent) { ${inner.write(`${value}.value`, depth)}; }`,
    };
  }

  #array(text: string): ValueType | undefined {
    const inner = this.#inner(text);
    if (inner === undefined) return undefined;
    const { code } = inner;
    const element = `(r: __Reader): ${code} => ${inner.read}`;
    return {
      abi: `${inner.abi}[]`,
      code: `Array<${code}>`,
      read: `__readArray<${code}>(r, ${element})`,
      write(value, depth = 0) {
        const i = `i${depth}`;
        const one = inner.write(`${value}[${i}]`, depth + 1);
        return `w.size(${value}.length); for (let ${i} = 0; ${i} < ${value}.length; ${i}++) { ${one}; }`;
      },
    };
  }
}
