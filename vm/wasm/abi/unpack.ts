import { rememberOrder } from '../../../src/codec/json-order.js';
import type { Json } from '../../../src/codec/json-value.js';
import { ContractException } from '../exception.js';
import type { AbiStruct } from './definition.js';
import type { AbiSchema, ResolvedType } from './schema.js';
import { StreamReader } from './stream.js';
import { ASKED_LIMITS, UnpackBudget } from './unpack-budget.js';
import { MOST_STEPS, placeText } from './value-path.js';

/** Elements of an array of anything but built-in types are fewer than this (spec 04 §2). */
const ARRAY_LIMIT = 8192;

/**
 * Unpacks the arguments of an action (spec 04 §4.5); bytes after them are ignored.
 * @param budget - of all that is unpacked for one answer
 * @throws ContractException which names the place in the arguments
 */
export function unpackAction(
  schema: AbiSchema,
  action: string,
  data: Uint8Array,
  budget = new UnpackBudget(ASKED_LIMITS),
): Json {
  return unpackValue(schema, schema.actionType(action), data, action, budget);
}

/**
 * Unpacks a value of a type.
 * @param root - the name of the value in messages
 * @throws ContractException `wasm_assert_exception` where the bytes end early, `unpack_exception`,
 *   `array_size_exceeds_exception`, `invalid_type_inside_abi` or one of the type
 */
export function unpackValue(
  schema: AbiSchema,
  type: string,
  data: Uint8Array,
  root = type,
  budget = new UnpackBudget(ASKED_LIMITS),
): Json {
  const unpacker = new Unpacker(schema, new StreamReader(data), root, budget);
  try {
    return unpacker.value(schema.resolve(type));
  } catch (error) {
    if (error instanceof ContractException) throw error.add('wasm/abi/unpack', `unpacking ${unpacker.place}`);
    throw error;
  }
}

class Unpacker {
  /** The path to the value that is being unpacked. */
  readonly #path: string[];

  constructor(
    readonly schema: AbiSchema,
    readonly reader: StreamReader,
    root: string,
    readonly budget: UnpackBudget,
  ) {
    this.#path = [root];
  }

  get place(): string {
    return placeText(this.#path);
  }

  /** @param name - characters of the name in front of the value */
  value(type: ResolvedType, name = 0): Json {
    this.budget.value(name);
    if (this.#path.length > MOST_STEPS) {
      throw new ContractException(
        'unpack_exception',
        `more than ${MOST_STEPS} values within each other`,
        'wasm/abi/unpack',
      );
    }
    switch (type.kind) {
      case 'builtin': {
        const value = type.type.unpack(this.reader);
        if (typeof value === 'string') this.budget.text(value.length);
        return value;
      }
      case 'optional':
        return this.reader.u8() === 0 ? null : this.#at('', () => this.value(type.value));
      case 'array':
        return this.#array(type.element);
      case 'struct':
        return this.#struct(type.struct);
    }
  }

  #array(element: ResolvedType): Json[] {
    const count = this.reader.varuint32();
    if (element.kind !== 'builtin' && count >= ARRAY_LIMIT) {
      throw new ContractException(
        'array_size_exceeds_exception',
        `an array of ${count} elements, fewer than ${ARRAY_LIMIT} are allowed`,
        'wasm/abi/unpack',
      );
    }
    const values: Json[] = [];
    for (let i = 0; i < count; i++) {
      const value = this.#at(`[${i}]`, () => this.value(element));
      if (value === null) {
        throw new ContractException('unpack_exception', 'an array has an absent element', 'wasm/abi/unpack');
      }
      values.push(value);
    }
    return values;
  }

  /** An object with its fields in their order; absent optional ones are omitted. */
  #struct(struct: AbiStruct): Json {
    const object: Record<string, Json> = Object.create(null);
    const names: string[] = [];
    for (const part of this.schema.lineage(struct)) {
      for (const { name, type, step } of this.schema.typedFieldsOf(part)) {
        const value = this.#at(step, () => this.value(type, name.length));
        if (value === null) continue;
        if (!(name in object)) names.push(name);
        object[name] = value;
      }
    }
    rememberOrder(object, names);
    return object;
  }

  /** Runs something one step further down the path; after an error the path is kept. */
  #at(step: string, unpack: () => Json): Json {
    this.#path.push(step);
    const value = unpack();
    this.#path.pop();
    return value;
  }
}
