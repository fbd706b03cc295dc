import { isJsonObject, type Json } from '../../../src/codec/json-value.js';
import { ContractException } from '../exception.js';
import type { AbiStruct } from './definition.js';
import type { AbiSchema, ResolvedType } from './schema.js';
import { StreamWriter } from './stream.js';
import { ASKED_LIMITS } from './unpack-budget.js';
import { MOST_STEPS, placeText } from './value-path.js';

/**
 * Packs the arguments of an action (spec 04 §4.4).
 * @throws ContractException which names the place in the arguments
 */
export function packAction(schema: AbiSchema, action: string, args: Json): Buffer {
  try {
    return packValue(schema, schema.actionType(action), args, action);
  } catch (error) {
    const names = schema.actionNames;
    if (!(error instanceof ContractException) || names.includes(action)) throw error;
    throw error.add('wasm/abi/pack', `there is no action ${action}; there are ${names.join(', ') || 'none'}`);
  }
}

/**
 * Packs a value of a type.
 * @param root - how messages call the value
 * @throws ContractException `pack_exception`, `abi_parse_exception`, `invalid_type_inside_abi` or one of the type
 */
export function packValue(schema: AbiSchema, type: string, json: Json, root = type): Buffer {
  const packer = new Packer(schema, root);
  try {
    packer.value(schema.resolve(type), json);
    return packer.writer.finish();
  } catch (error) {
    if (error instanceof ContractException) throw error.add('wasm/abi/pack', `packing ${packer.place}`);
    throw error;
  }
}

class Packer {
  readonly writer = new StreamWriter();
  #values = 0;
  /** The path to the value that is being packed. */
  readonly #path: string[];

  constructor(
    readonly schema: AbiSchema,
    root: string,
  ) {
    this.#path = [root];
  }

  get place(): string {
    return placeText(this.#path);
  }

  value(type: ResolvedType, json: Json): void {
    if (this.#path.length > MOST_STEPS) refuse(`more than ${MOST_STEPS} values within each other`);
    if (++this.#values > ASKED_LIMITS.values) refuse(`more than ${ASKED_LIMITS.values} values`);
    switch (type.kind) {
      case 'builtin':
        type.type.pack(this.writer, json);
        break;
      case 'optional':
        this.writer.u8(json === null ? 0 : 1);
        if (json !== null) this.#at('', () => this.value(type.value, json));
        break;
      case 'array':
        this.#array(type.element, json);
        break;
      case 'struct':
        this.#struct(type.struct, json);
        break;
    }
  }

  #array(element: ResolvedType, json: Json): void {
    if (!Array.isArray(json)) refuse('an array is expected');
    const elements = json as readonly Json[];
    this.writer.varuint32(elements.length);
    elements.forEach((item, i) => {
      this.#at(`[${i}]`, () => this.value(element, item));
    });
  }

  #struct(struct: AbiStruct, json: Json): void {
    const fields = this.schema.lineage(struct).flatMap(part => this.schema.typedFieldsOf(part));
    if (Array.isArray(json)) {
      if (struct.base !== '') {
        throw new ContractException(
          'invalid_type_inside_abi',
          `the struct ${struct.name} has a base: an object with its fields by name is expected`,
          'wasm/abi/pack',
        );
      }
      const values = json as readonly Json[];
      if (values.length !== fields.length) {
        const names = fields.map(field => field.name).join(', ');
        refuse(`${values.length} values are given, ${fields.length} are expected: ${names}`);
      }
      fields.forEach(({ type, step }, i) => {
        this.#at(step, () => this.value(type, values[i]!));
      });
      return;
    }
    if (!isJsonObject(json)) refuse(`an object or an array is expected for the struct ${struct.name}`);
    for (const { name, type, step } of fields) {
      this.#at(step, () => {
        const given = Object.hasOwn(json, name) ? json[name] : undefined;
        if (given === undefined && type.kind !== 'optional') refuse(`the field "${name}" is missing`);
        this.value(type, given ?? null);
      });
    }
  }

  /** Runs something one step further down the path; after an error the path is kept. */
  #at(step: string, pack: () => void): void {
    this.#path.push(step);
    pack();
    this.#path.pop();
  }
}

function refuse(message: string): never {
  throw new ContractException('pack_exception', message, 'wasm/abi/pack');
}
