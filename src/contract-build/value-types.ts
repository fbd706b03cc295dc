/** A type of contract sources: its name in the ABI, and how a value is read from `r` and written to `w`. */
export interface ValueType {
  readonly abi: string;
  /** An expression. */
  readonly read: string;
  /** A statement. */
  write(value: string): string;
}

function number(type: string, abi: string): ValueType {
  return { abi, read: `r.number<${type}>()`, write: value => `w.number<${type}>(${value})` };
}

function method(abi: string, name: string): ValueType {
  return { abi, read: `r.${name}()`, write: value => `w.${name}(${value})` };
}

/** The types that have a name of their own in the ABI; those of the SDK are declared in `contracts/sdk/types.ts`. */
const SIMPLE_TYPES: ReadonlyMap<string, ValueType> = new Map([
  ['bool', method('bool', 'flag')],
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
  ['Regid', number('u64', 'regid')],
  ['Name', number('u64', 'name')],
  ['SymbolCode', number('u64', 'symbol_code')],
  ['CoinSymbol', number('u64', 'symbol')],
  ['TimePoint', number('i64', 'time_point')],
  ['Asset', method('asset', 'asset')],
  ['Hash', method('hash256', 'hash')],
  ['Bytes', method('bytes', 'bytes')],
  ['Text', method('string', 'text')],
  ['string', method('string', 'string')],
]);

const OPTIONAL = /^Optional<(.+)>$/;
const ARRAY = /^(?:Array<(.+)>|(.+)\[\])$/;

/** All types that can occur in an action or a table of one contract. */
export class ValueTypes {
  readonly #structs = new Set<string>();

  /** Makes the name of a `@struct` or `@table` class a type. */
  addStruct(name: string): void {
    this.#structs.add(name);
  }

  /** The type of a text, undefined where it has none. */
  find(text: string): ValueType | undefined {
    const simple = SIMPLE_TYPES.get(text);
    if (simple !== undefined) return simple;
    if (this.#structs.has(text)) {
      return { abi: text, read: `__read${text}(r)`, write: value => `${value}.__pack(w)` };
    }
    const optional = OPTIONAL.exec(text);
    if (optional !== null) return this.#optional(optional[1]!);
    const array = ARRAY.exec(text);
    return array === null ? undefined : this.#array(array[1] ?? array[2]!);
  }

  /** The ABI knows one suffix a type (spec 04 §4.3). */
  #inner(text: string): ValueType | undefined {
    const inner = this.find(text);
    return inner === undefined || /[?\]]$/.test(inner.abi) ? undefined : inner;
  }

  #optional(text: string): ValueType | undefined {
    const inner = this.#inner(text);
    if (inner === undefined) return undefined;
    return {
      abi: `${inner.abi}?`,
      read: `(r.flag() ? new Optional<${text}>(true, ${inner.read}) : __absent<${text}>())`,
      write: value =>
        `w.flag(${value}.isPresent); if (${value}.isPresent) { ${inner.write(`${value}.value`)}; }`,
    };
  }

  #array(text: string): ValueType | undefined {
    const inner = this.#inner(text);
    if (inner === undefined) return undefined;
    const element = `(r: Reader): ${text} => ${inner.read}`;
    return {
      abi: `${inner.abi}[]`,
      read: `__readArray<${text}>(r, ${element})`,
      write: value =>
        `w.size(${value}.length); for (let i = 0; i < ${value}.length; i++) { ${inner.write(`${value}[i]`)}; }`,
    };
  }
}
